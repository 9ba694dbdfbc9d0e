"""The same bits as ONNX Runtime and PyTorch, where they are installed."""

import importlib.util
import unittest

import numpy as np

import lowp


def installed(*names):
    return all(importlib.util.find_spec(name) for name in names)


@unittest.skipUnless(installed("onnx", "onnxruntime"), "ONNX Runtime is not installed")
class OnnxRuntime(unittest.TestCase):
    def run_node(self, operator, **inputs):
        """Runs one operator; its inputs are in the order of the arguments."""
        import onnx
        import onnxruntime

        node = onnx.helper.make_node(operator, list(inputs), ["y"])
        infos = [
            onnx.helper.make_tensor_value_info(
                name, onnx.helper.np_dtype_to_tensor_dtype(value.dtype), value.shape
            )
            for name, value in inputs.items()
        ]
        y = onnx.helper.make_empty_tensor_value_info("y")
        graph = onnx.helper.make_graph([node], operator, infos, [y])
        model = onnx.helper.make_model(
            graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8
        )
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), providers=["CPUExecutionProvider"]
        )
        return session.run(None, inputs)[0]

    def setUp(self):
        rng = self.rng = np.random.default_rng(5)
        self.a = rng.integers(0, 256, (50, 200)).astype(np.uint8)
        # Small enough that no kernel's pairs of 16 bits saturate.
        self.b = rng.integers(-64, 64, (200, 90)).astype(np.int8)

    def test_matmul_integer(self):
        y = self.run_node(
            "MatMulInteger", a=self.a, b=self.b, az=np.array(131, np.uint8), bz=np.array(3, np.int8)
        )
        np.testing.assert_array_equal(lowp.matmul(self.a, self.b, a_zero_point=131, b_zero_point=3), y)

    def test_qlinear_matmul(self):
        scales = self.rng.uniform(0.001, 0.02, 90).astype(np.float32)
        for b_scale in (np.float32(0.013), scales):
            b_scale = np.asarray(b_scale)
            a_scale, y_scale = np.array(0.021, np.float32), np.array(0.17, np.float32)
            y = self.run_node(
                "QLinearMatMul",
                a=self.a,
                a_scale=a_scale,
                az=np.array(131, np.uint8),
                b=self.b,
                b_scale=b_scale,
                bz=np.zeros(b_scale.shape, np.int8),
                y_scale=y_scale,
                yz=np.array(119, np.uint8),
            )
            ours = lowp.matmul(
                self.a, self.b, a_zero_point=131, scale=a_scale * b_scale / y_scale,
                zero_point=119, out_dtype=np.uint8,
            )
            np.testing.assert_array_equal(ours, y)
            layer = lowp.Linear(
                self.b.T, input_scale=a_scale, weight_scale=b_scale, output_scale=y_scale,
                input_zero_point=131, output_zero_point=119, out_dtype=np.uint8,
            )
            np.testing.assert_array_equal(layer(self.a), y)

    def test_quantize_linear(self):
        x = self.rng.normal(0, 3, (40, 30)).astype(np.float32)
        y = self.run_node(
            "QuantizeLinear", x=x, s=np.array(0.03, np.float32), z=np.array(11, np.uint8)
        )
        np.testing.assert_array_equal(lowp.quantize(x, 0.03, 11, np.uint8), y)


@unittest.skipUnless(installed("torch"), "PyTorch is not installed")
class PyTorch(unittest.TestCase):
    def test_int_mm(self):
        import torch

        rng = np.random.default_rng(6)
        a = torch.from_numpy(rng.integers(-128, 128, (40, 64)).astype(np.int8))
        b = torch.from_numpy(rng.integers(-128, 128, (64, 32)).astype(np.int8))
        np.testing.assert_array_equal(lowp.matmul(a, b), torch._int_mm(a, b).numpy())
        self.assertEqual(lowp._core._operand(a)[0], a.data_ptr())


if __name__ == "__main__":
    unittest.main()
