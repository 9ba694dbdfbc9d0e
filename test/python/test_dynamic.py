"""lowp.DynamicLinear: every arithmetic against its definition; shapes, types, files, what is refused."""

import os
import pickle
import tempfile
import unittest

import numpy as np

import lowp
import reference
from lowp._dynamic import ARITHMETICS


class DynamicLinear(unittest.TestCase):
    def setUp(self):
        rng = self.rng = np.random.default_rng(5)
        self.x = (rng.normal(0.3, 1, (9, 70)) * rng.uniform(0.01, 30, (9, 1))).astype(np.float32)
        self.weights = rng.integers(-128, 128, (37, 70)).astype(np.int8)
        self.scales = rng.uniform(1e-3, 2e-2, 37).astype(np.float32)
        self.bias = rng.normal(0, 9, 37).astype(np.float32)
        self.points = rng.integers(-5, 6, 37).astype(np.int32)
        self.factors = rng.uniform(0.1, 3, 70).astype(np.float32)

    def test_arithmetics(self):
        self.assertEqual(len(ARITHMETICS), 7)
        for backend in lowp.backends():
            for arithmetic in ARITHMETICS:
                for given in (
                    {},
                    dict(bias=self.bias),
                    dict(bias=self.bias, zero_points=self.points, factors=self.factors),
                    dict(zero_points=3, low=-5.0, high=7.5),
                ):
                    with lowp.using(backend=backend), self.subTest(f"{backend} {arithmetic} {list(given)}"):
                        layer = lowp.DynamicLinear(self.weights, self.scales, arithmetic=arithmetic, **given)
                        expected = reference.dynamic_linear(
                            self.x, self.weights, self.scales, arithmetic, **given
                        )
                        np.testing.assert_array_equal(layer(self.x), expected)

    def test_unsigned_weights_and_one_scale(self):
        weights = (self.weights.astype(np.int16) + 128).astype(np.uint8)
        layer = lowp.DynamicLinear(weights, 0.01, zero_points=128)
        np.testing.assert_array_equal(
            layer(self.x), reference.dynamic_linear(self.x, self.weights, 0.01, "symmetric_rows")
        )

    def test_float16(self):
        x = self.x.astype(np.float16)
        layer = lowp.DynamicLinear(self.weights, self.scales, bias=self.bias)
        expected = reference.dynamic_linear(x, self.weights, self.scales, "symmetric_rows", self.bias)
        np.testing.assert_array_equal(layer(x), expected)
        y = layer(x, out_dtype=np.float16)
        self.assertEqual(y.dtype, np.float16)
        with np.errstate(over="ignore"):
            np.testing.assert_array_equal(y, expected.astype(np.float16))
        out = np.empty((9, 37), np.float16)
        self.assertIs(layer(self.x, out), out)
        np.testing.assert_array_equal(out, layer(self.x).astype(np.float16))
        half = self.scales.astype(np.float16)
        np.testing.assert_array_equal(
            lowp.DynamicLinear(self.weights, half)(x), lowp.DynamicLinear(self.weights, half.astype(np.float32))(x)
        )

    def test_shapes(self):
        layer = lowp.DynamicLinear(self.weights, self.scales)
        whole = layer(self.x)
        self.assertEqual(layer(self.x.reshape(3, 1, 3, 70)).shape, (3, 1, 3, 37))
        np.testing.assert_array_equal(layer(self.x.reshape(3, 3, 70)).reshape(9, 37), whole)
        np.testing.assert_array_equal(layer(self.x[4]), whole[4])
        np.testing.assert_array_equal(layer(self.x[::2]), whole[::2])
        self.assertEqual(layer(self.x[:0]).shape, (0, 37))
        wide = np.full((9, 50), 7, np.float32)
        self.assertIs(layer(self.x, out=(out := wide[:, 3:40])), out)
        np.testing.assert_array_equal(out, whole)
        self.assertTrue((wide[:, :3] == 7).all() and (wide[:, 40:] == 7).all())
        with lowp.using(threads=3):
            np.testing.assert_array_equal(layer(self.x), whole)
        self.assertEqual((layer.in_features, layer.out_features), (70, 37))
        self.assertIn("70 -> 37, symmetric_rows", repr(layer))

    def test_values_that_are_not_finite(self):
        self.x[2, 5], self.x[4, 0] = np.nan, np.inf
        y = lowp.DynamicLinear(self.weights, self.scales)(self.x)
        np.testing.assert_array_equal(np.isnan(y).all(axis=1), [i in (2, 4) for i in range(9)])
        self.assertEqual(np.isnan(y).any(axis=1).sum(), 2)

    def test_files_and_pickles(self):
        layer = lowp.DynamicLinear(
            self.weights, self.scales, bias=self.bias, zero_points=self.points, factors=self.factors,
            low=0, arithmetic="asymmetric_rows",
        )
        y = layer(self.x)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(layer))(self.x), y)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layer.lowp")
            lowp.save(path, {"layer": layer})
            for mmap in (True, False):
                again = lowp.load(path, mmap=mmap)["layer"]
                np.testing.assert_array_equal(again(self.x), y)
                self.assertEqual(again.arithmetic, "asymmetric_rows")
                del again

    def test_later_changes_do_not_reach_it(self):
        layer = lowp.DynamicLinear(self.weights, self.scales, bias=self.bias, factors=self.factors)
        before = layer(self.x)
        for array in (self.scales, self.bias, self.factors, self.weights):
            array[:] = 0
        np.testing.assert_array_equal(layer(self.x), before)

    def test_refuses(self):
        def refused(argument, **changes):
            arguments = dict(weights=self.weights, scales=self.scales)
            arguments.update(changes)
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.DynamicLinear(**arguments)
            self.assertEqual(caught.exception.argument, argument)

        refused("scales", scales=np.ones(36, np.float32))
        refused("scales", scales=None)
        refused("scales", scales=np.full(37, np.inf, np.float32))
        refused("bias", bias=np.ones(38, np.float32))
        refused("bias", bias=np.nan)
        refused("zero_points", zero_points=np.ones(2, np.int32))
        refused("zero_points", zero_points=np.ones(37))
        refused("factors", factors=np.ones(37, np.float32))
        refused("low", low=1.0, high=0.5)
        refused("low", low=np.nan)
        refused("arithmetic", arithmetic="best")
        refused("weights", weights=lowp.Packed(self.weights.T, side="lhs"))
        refused("weights", weights=self.weights.astype(np.int16))
        refused("weights", weights=self.weights[None])

        layer = lowp.DynamicLinear(self.weights, self.scales)
        shared = np.empty((9, 107), np.float32)
        for argument, arguments in (
            ("x", (self.x[:, :69],)),
            ("x", (self.x[:, ::2],)),
            ("x", (np.float32(1).reshape(()),)),
            ("x", (self.x.astype(np.float64),)),
            ("out", (self.x, np.empty((9, 36), np.float32))),
            ("out", (self.x, np.empty((9, 37), np.float64))),
            ("out", (self.x, np.empty((9, 74), np.float32)[:, ::2])),
            ("out", (shared[:, :70], shared.reshape(-1)[1:334].reshape(9, 37))),
        ):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                layer(*arguments)
            self.assertEqual(caught.exception.argument, argument)
        with self.assertRaises(lowp.InvalidArgument) as caught:
            layer(self.x, out_dtype=np.int8)
        self.assertEqual(caught.exception.argument, "out_dtype")
        for x in ([1.0], None):
            with self.assertRaises(TypeError):
                layer(x)


if __name__ == "__main__":
    unittest.main()
