"""Floats of 16 bits, in and out: where they are, and rounded once."""

import importlib.util
import subprocess
import sys
import unittest

import numpy as np

import lowp
import reference
from floats import DlpackBfloat16, from_bits, to_bits

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None


class Floats(unittest.TestCase):
    def setUp(self):
        rng = self.rng = np.random.default_rng(23)
        self.bits = to_bits(rng.normal(0, 2, (9, 70)))
        self.x = from_bits(self.bits)
        self.weights = rng.integers(-128, 128, (33, 70)).astype(np.int8)
        self.scales = rng.uniform(0.001, 0.02, 33).astype(np.float32)
        self.bias = rng.normal(0, 1, 33).astype(np.float32)
        self.layer = lowp.DynamicLinear(self.weights, self.scales, bias=self.bias)
        self.y = self.layer(self.x)
        expected = reference.dynamic_linear(self.x, self.weights, self.scales, "symmetric_rows", self.bias)
        np.testing.assert_array_equal(self.y, expected)

    def test_dlpack(self):
        np.testing.assert_array_equal(self.layer(DlpackBfloat16(self.bits)), self.y)
        out = np.zeros((9, 33), np.uint16)
        tensor = DlpackBfloat16(out)
        self.assertIs(self.layer(DlpackBfloat16(self.bits), out=tensor), tensor)
        np.testing.assert_array_equal(out, to_bits(self.y))
        wide = np.zeros((9, 50), np.uint16)
        self.layer(self.x, out=DlpackBfloat16(wide[:, 4:37]))
        np.testing.assert_array_equal(wide[:, 4:37], to_bits(self.y))
        self.assertFalse(wide[:, :4].any() or wide[:, 37:].any())

    def test_nothing_is_copied(self):
        for bits in (self.bits, self.bits[:, :40], self.bits[::2], self.bits[3:, 8:]):
            lent = [DlpackBfloat16(bits), bits.view(np.float16)]
            if ml_dtypes is not None:
                lent.append(bits.view(ml_dtypes.bfloat16))
            for array in lent:
                address, rows, cols, stride = lowp._core._floats(array)
                self.assertEqual(address, bits.ctypes.data)
                self.assertEqual((rows, cols, stride * 2), (*bits.shape, bits.strides[0]))

    def test_refused(self):
        for argument, call in (
            ("x", lambda: self.layer(DlpackBfloat16(self.bits[:, ::2]))),
            ("x", lambda: self.layer(self.bits)),
            ("out", lambda: self.layer(self.x, out=DlpackBfloat16(np.zeros((9, 32), np.uint16)))),
            ("out", lambda: self.layer(self.x, out=np.zeros((9, 33), np.uint16))),
            ("out_dtype", lambda: self.layer(self.x, out_dtype=np.float64)),
            ("a", lambda: lowp.matmul(DlpackBfloat16(self.bits), self.weights.T)),
        ):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                call()
            self.assertEqual(caught.exception.argument, argument)
        with self.assertRaises(TypeError):
            self.layer(DlpackBfloat16(self.bits, device=2))

    def test_scales(self):
        bits = to_bits(self.scales)
        layer = lowp.DynamicLinear(self.weights, DlpackBfloat16(bits), bias=DlpackBfloat16(to_bits(self.bias)))
        same = lowp.DynamicLinear(self.weights, from_bits(bits), bias=from_bits(to_bits(self.bias)))
        np.testing.assert_array_equal(layer(self.x), same(self.x))

    def test_int4(self):
        rng = self.rng
        values = rng.integers(0, 16, (24, 64)).astype(np.uint8)
        bits = to_bits(rng.uniform(0.01, 0.1, (24, 4)))
        x = rng.integers(-128, 128, (5, 64)).astype(np.int8)
        layer = lowp.Int4Linear.pack(values, DlpackBfloat16(bits), 16)
        self.assertEqual(layer.scale_dtype, "bfloat16")
        y = lowp.Int4Linear.pack(values, from_bits(bits), 16)(x, 0.02)
        np.testing.assert_array_equal(layer(x, 0.02), y)
        packed = np.zeros((24, 4, 8), np.uint8)
        blocks = lowp.Int4Linear.from_matmul_nbits(packed, DlpackBfloat16(bits), block_size=16)
        self.assertEqual(blocks.scale_dtype, "bfloat16")
        np.testing.assert_array_equal(
            blocks(x, 0.02), lowp.Int4Linear.from_matmul_nbits(packed, from_bits(bits), block_size=16)(x, 0.02)
        )
        out = np.zeros(y.shape, np.uint16)
        layer(x, 0.02, out=DlpackBfloat16(out))
        np.testing.assert_array_equal(out, to_bits(y))

    def test_ml_dtypes_is_not_needed(self):
        code = """
import sys
sys.modules["ml_dtypes"] = None  # as if it were not installed
import numpy as np, lowp
layer = lowp.DynamicLinear(np.ones((4, 5), np.int8), 0.5)
x = np.ones((3, 5), np.float16)
assert layer(x, out_dtype=np.float16).dtype == np.float16
try:
    layer(x, out_dtype="bfloat16")
except lowp.Unsupported as error:
    assert error.argument == "out_dtype" and error.value == "bfloat16", error
else:
    raise AssertionError
"""
        subprocess.run([sys.executable, "-c", code], check=True)
        code = "import sys, lowp; assert 'ml_dtypes' not in sys.modules"
        subprocess.run([sys.executable, "-c", code], check=True)

    @unittest.skipIf(ml_dtypes is None, "ml_dtypes is not installed")
    def test_ml_dtypes(self):
        x = self.bits.view(ml_dtypes.bfloat16)
        np.testing.assert_array_equal(self.layer(x), self.y)
        for dtype in (ml_dtypes.bfloat16, np.dtype(ml_dtypes.bfloat16), "bfloat16"):
            y = self.layer(x, out_dtype=dtype)
            self.assertEqual(y.dtype, ml_dtypes.bfloat16)
            np.testing.assert_array_equal(y.view(np.uint16), to_bits(self.y))
        out = np.zeros((9, 33), ml_dtypes.bfloat16)
        self.assertIs(self.layer(x, out=out), out)
        np.testing.assert_array_equal(out.view(np.uint16), to_bits(self.y))
        self.assertEqual(self.layer(x, out_dtype=np.float16).dtype, np.float16)
        # In a fresh interpreter the type is met for the first time.
        code = """
import numpy as np, ml_dtypes, lowp
layer = lowp.DynamicLinear(np.ones((4, 5), np.int8), 0.5)
assert layer(np.ones((3, 5), np.float32), out_dtype="bfloat16").dtype == ml_dtypes.bfloat16
assert layer(np.ones((3, 5), ml_dtypes.bfloat16)).tolist() == layer(np.ones((3, 5), np.float32)).tolist()
"""
        subprocess.run([sys.executable, "-c", code], check=True)
        other = np.ones((9, 70), ml_dtypes.float8_e4m3fn)
        with self.assertRaises(lowp.InvalidArgument):
            self.layer(other)

    @unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
    def test_torch(self):
        import torch

        for dtype in (torch.bfloat16, torch.float16):
            x = torch.from_numpy(self.x).to(dtype)
            self.assertEqual(lowp._core._floats(x)[0], x.data_ptr())
            out = torch.zeros((9, 33), dtype=dtype)
            self.layer(x, out=out)
            y = torch.from_numpy(self.layer(x.to(torch.float32).numpy())).to(dtype)
            self.assertTrue(torch.equal(out, y))


if __name__ == "__main__":
    unittest.main()
