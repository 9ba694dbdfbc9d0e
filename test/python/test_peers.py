"""The same bits as ONNX Runtime and PyTorch, where they are installed."""

import importlib.util
import unittest
import warnings

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


def of_channels(torch, values, scales):
    """A tensor of s8 weights, quantized per output channel, without zero points."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch will drop these functions
        return torch._make_per_channel_quantized_tensor(
            torch.from_numpy(values),
            torch.from_numpy(scales.astype(np.float64)),
            torch.zeros(len(values), dtype=torch.int64),
            0,
        )


@unittest.skipUnless(installed("torch"), "PyTorch is not installed")
class PyTorch(unittest.TestCase):
    def needs_fbgemm(self):
        """The arithmetic differs in other engines; 7 bits of weights saturate in none."""
        import torch

        if "fbgemm" not in torch.backends.quantized.supported_engines:
            self.skipTest("this PyTorch has no FBGEMM")
        torch.backends.quantized.engine = "fbgemm"
        rng = np.random.default_rng(8)
        weights = rng.integers(-64, 64, (90, 200)).astype(np.int8)
        scales = rng.uniform(0.001, 0.02, 90).astype(np.float32)
        return torch, rng, weights, scales

    def test_linear_dynamic(self):
        torch, rng, weights, scales = self.needs_fbgemm()
        bias = rng.normal(0, 1, 90).astype(np.float32)
        packed = torch.ops.quantized.linear_prepack(
            of_channels(torch, weights, scales), torch.from_numpy(bias)
        )
        version = tuple(int(part) for part in torch.__version__.split(".")[:2])
        for reduced, name in ((True, "reciprocal_tensor"), (False, "reciprocal_tensor_full_range")):
            layer = lowp.DynamicLinear(weights, scales, bias=bias, arithmetic=name)
            # Multiples of half a step of 2^-4, which are ties of codes, and others.
            top = 127 if reduced else 255
            ties = rng.integers(-top, top + 1, (40, 200)).astype(np.float32) / 32
            ties[0, :2] = (-(top // 2) / 16, (top - top // 2) / 16)
            kinds = [rng.normal(0, 3, (rows, 200)).astype(np.float32) for rows in (1, 7, 300)]
            for x in kinds + ([ties] if version >= (2, 15) else []):
                y = torch.ops.quantized.linear_dynamic(torch.from_numpy(x), packed, reduced)
                np.testing.assert_array_equal(layer(x), y.numpy())

    def test_linear(self):
        torch, rng, weights, scales = self.needs_fbgemm()
        packed = torch.ops.quantized.linear_prepack(of_channels(torch, weights, scales), None)
        x = rng.integers(0, 256, (50, 200)).astype(np.uint8)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            quantized = torch._make_per_tensor_quantized_tensor(torch.from_numpy(x), 0.021, 131)
        y = torch.ops.quantized.linear(quantized, packed, 0.17, 119).int_repr().numpy()
        layer = lowp.Linear(
            weights, input_scale=np.float32(0.021), weight_scale=scales, output_scale=np.float32(0.17),
            input_zero_point=131, output_zero_point=119, out_dtype=np.uint8,
        )
        np.testing.assert_array_equal(layer(x), y)

    def test_int_mm(self):
        import torch

        rng = np.random.default_rng(6)
        a = torch.from_numpy(rng.integers(-128, 128, (40, 64)).astype(np.int8))
        b = torch.from_numpy(rng.integers(-128, 128, (64, 32)).astype(np.int8))
        np.testing.assert_array_equal(lowp.matmul(a, b), torch._int_mm(a, b).numpy())
        self.assertEqual(lowp._core._operand(a)[0], a.data_ptr())


if __name__ == "__main__":
    unittest.main()
