"""lowp.Linear: every rounding against its definition; pickles and plans."""

import itertools
import pickle
import unittest

import numpy as np

import lowp
import reference
from lowp import _arithmetic


class Linear(unittest.TestCase):
    def setUp(self):
        rng = self.rng = np.random.default_rng(2)
        self.x = rng.integers(0, 256, (13, 40)).astype(np.uint8)
        self.weight = rng.integers(-128, 128, (37, 40)).astype(np.int8)
        self.bias = rng.integers(-20000, 20000, 37).astype(np.int32)
        self.scales = rng.uniform(1e-3, 2e-2, 37).astype(np.float32)
        self.points = rng.integers(-5, 6, 37).astype(np.int32)
        self.input_scale, self.output_scale = np.float32(0.023), np.float32(0.11)
        self.sums = reference.wrap(
            reference.sums(self.x, self.weight.T, 100, self.points) + self.bias
        )

    def layer(self, **changes):
        arguments = dict(
            input_scale=self.input_scale,
            weight_scale=self.scales,
            output_scale=self.output_scale,
            input_zero_point=100,
            weight_zero_point=self.points,
            output_zero_point=-4,
        )
        arguments.update(changes)
        return lowp.Linear(self.weight, self.bias, **arguments)

    def factors(self, how):
        f = np.float32
        if how == "float":
            return [float(f(f(self.input_scale * s) / self.output_scale)) for s in self.scales]
        if how == "float_product":
            return [float(f(self.input_scale * s)) / float(self.output_scale) for s in self.scales]
        return [float(self.input_scale) * float(s) / float(self.output_scale) for s in self.scales]

    def test_fixed_point(self):
        for backend, rounding in itertools.product(lowp.backends(), _arithmetic.FIXED_POINT_ROUNDINGS):
            for how, factor in (
                ("nearest", "double"),
                ("unbounded", "float_product"),
                ("half_to_even", "float"),
                ("truncated", "double"),
                ("saturating", "double"),
                ("of_float", "float"),
            ):
                with lowp.using(backend=backend):
                    arithmetic = lowp.FixedPoint(rounding, how, factor)
                    y = self.layer(arithmetic=arithmetic)(self.x)
                expected = np.stack(
                    [
                        reference.fixed_point(self.sums[:, j], *reference.multiplier(m, how), rounding) - 4
                        for j, m in enumerate(self.factors(factor))
                    ],
                    axis=1,
                )
                np.testing.assert_array_equal(y, reference.clamp(expected, np.int8), str(arithmetic))

    def test_overflow(self):
        # 2**30 * 4 wraps to 0, or saturates.
        common = dict(input_scale=4.0, weight_scale=1.0, output_scale=1.0, out_dtype=np.int16)
        x, weight = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.int8)
        bias = np.array([2**30 + 5], np.int32)
        for overflow, expected in (("wrap", 20), ("saturate", 32767)):
            layer = lowp.Linear(weight, bias, arithmetic=lowp.FixedPoint("single_upward", overflow=overflow), **common)
            self.assertEqual(layer(x)[0, 0], expected)

    def test_real(self):
        for rounding, precision, order in itertools.product(
            _arithmetic.REAL_ROUNDINGS, ("float", "double"), ("after", "before")
        ):
            arithmetic = lowp.Real(rounding, precision, order)
            y = self.layer(arithmetic=arithmetic, out_dtype=np.int16)(self.x)
            expected = reference.scaled_by_real(
                self.sums, self.factors("float"), -4, rounding, precision, order
            )
            np.testing.assert_array_equal(y, reference.clamp(expected, np.int16), str(arithmetic))

    def test_shifts(self):
        scale = np.float32(0.011)
        layer = self.layer(weight_scale=scale, output_scale=np.float32(1), arithmetic=lowp.Shifts())
        factor = float(np.float32(self.input_scale * scale))
        pre, multiplier, post = (v[0] for v in lowp._core._shifts([factor]))
        self.assertAlmostEqual(multiplier * 2.0 ** -(pre + post) / factor, 1, delta=0.01)
        scaled = ((self.sums.astype(np.int64) >> pre) * multiplier + (1 << post >> 1)) >> post
        np.testing.assert_array_equal(layer(self.x), reference.clamp(scaled - 4, np.int8))

    def test_float_and_int32_results(self):
        real = self.layer(output_scale=None, output_zero_point=0)
        factor = self.input_scale * self.scales
        np.testing.assert_array_equal(real(self.x), self.sums.astype(np.float32) * factor)
        bare = reference.sums(self.x, self.weight.T, 100, self.points)
        float_bias = (self.bias / 7).astype(np.float32)
        layer = lowp.Linear(
            self.weight, float_bias, input_scale=self.input_scale, weight_scale=self.scales,
            input_zero_point=100, weight_zero_point=self.points, clamp=(0, None),
        )
        np.testing.assert_array_equal(
            layer(self.x), np.maximum(bare.astype(np.float32) * factor + float_bias, 0)
        )
        whole = lowp.Linear(self.weight, self.bias, input_zero_point=100, weight_zero_point=self.points)
        np.testing.assert_array_equal(whole(self.x), self.sums)

    def test_clamp_shape_out(self):
        layer = self.layer(clamp=(-4, None), out_dtype=np.uint8, output_zero_point=4)
        y = layer(self.x.reshape(1, 13, 1, 40))
        self.assertEqual(y.shape, (1, 13, 1, 37))
        out = np.empty((13, 37), np.uint8, "F")
        self.assertIs(layer(self.x, out=out), out)
        np.testing.assert_array_equal(out, y.reshape(13, 37))
        self.assertEqual(self.layer(clamp=(-3, 5))(self.x).min(), -3)
        self.assertEqual(self.layer(clamp=(-3, 5))(self.x).max(), 5)

    def test_refuses_other_types(self):
        scales = dict(input_scale=0.1, weight_scale=0.1)
        for argument in ("input_zero_point", "output_zero_point"):
            for bad in (1.5, "1", None):
                with self.assertRaises(TypeError):
                    lowp.Linear(self.weight, output_scale=0.5, **scales, **{argument: bad})
        for bad in (None, "even", lowp.Real):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.Linear(self.weight, output_scale=0.5, **scales, arithmetic=bad)
            self.assertEqual(caught.exception.argument, "arithmetic")
        for bad in ({0, 1}, "ab", 3, (1,)):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.Linear(self.weight, **scales, clamp=bad)
            self.assertEqual(caught.exception.argument, "clamp")
        for make in (
            lambda: lowp.Linear(self.weight, **scales, clamp=("a", None)),
            lambda: lowp.Linear(self.weight, backend=3),
            lambda: lowp.DynamicLinear(self.weight, 0.1, backend=b"scalar"),
            lambda: lowp.Packed(self.weight, backend=3),
            lambda: lowp.set_backend(3),
        ):
            with self.assertRaises(TypeError):
                make()

    def test_threads_and_plan(self):
        x = self.rng.integers(0, 256, (900, 40)).astype(np.uint8)
        layer = self.layer()
        with lowp.using(threads=1):
            one = layer(x)
        with lowp.using(threads=3):
            np.testing.assert_array_equal(layer(x), one)
        self.assertEqual(layer.plan(x).n, 37)
        self.assertIn("40 -> 37", repr(layer))
        self.assertEqual((layer.in_features, layer.out_features), (40, 37))

    def test_pickles(self):
        layer = self.layer(arithmetic=lowp.FixedPoint("single_away"), clamp=(0, None))
        again = pickle.loads(pickle.dumps(layer))
        np.testing.assert_array_equal(again(self.x), layer(self.x))
        packed = lowp.Packed(self.weight.T)
        self.assertEqual(pickle.loads(pickle.dumps(packed)).tobytes(), packed.tobytes())

    def test_later_changes_do_not_reach_it(self):
        scales, bias = self.scales.copy(), self.bias.copy()
        layer = lowp.Linear(self.weight, bias, input_scale=0.1, weight_scale=scales)
        before = layer(self.x)
        scales[:] = 0
        bias[:] = 0
        np.testing.assert_array_equal(layer(self.x), before)

    def test_bias(self):
        units = lowp.quantize_bias([1.0, -2.5], 0.5, [1.0, 1.0])
        np.testing.assert_array_equal(units, np.array([2, -5], np.int32))
        with self.assertRaises(lowp.InvalidArgument):
            lowp.quantize_bias([1e12], 0.1, 0.1)
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.quantize_bias([1.0, -2.5], 0.5, [1.0, 1.0, 1.0])
        self.assertEqual(caught.exception.argument, "bias")
        np.testing.assert_array_equal(lowp.quantize_bias(1.5, 0.5, [1.0, 3.0]), [3, 1])

    def test_one_row(self):
        layer = self.layer()
        y = layer(self.x)
        wide = np.repeat(self.x, 3, axis=1)
        for row in (self.x[4], wide[4, ::3]):
            np.testing.assert_array_equal(layer(row), y[4])
        out = np.empty(37, np.int8)
        self.assertIs(layer(self.x[4], out), out)
        np.testing.assert_array_equal(out, y[4])
        self.assertEqual((layer.plan(self.x[4]).m, layer.plan(self.x[4]).n), (1, 37))
        for bad in (self.x[4, 1:], self.x[4, ::-1], self.x[4, 0]):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                layer(bad)
            self.assertEqual(caught.exception.argument, "x")
        with self.assertRaises(lowp.InvalidArgument) as caught:
            layer(self.x[4], np.empty((1, 37), np.int8))
        self.assertEqual(caught.exception.argument, "out")

    def test_values_of_errors(self):
        half = lowp.FixedPoint(multiplier="half_to_even")
        loose = lowp.FixedPoint(multiplier="unbounded")
        for argument, value, changes in (
            ("input_scale", -1.0, dict(input_scale=-1.0)),
            ("output_scale", np.inf, dict(output_scale=np.inf)),
            ("weight_scale", -2.0, dict(weight_scale=np.full(37, -2.0))),
            ("scale", 2.0, dict(input_scale=2, weight_scale=1, output_scale=1, arithmetic=half)),
            ("scale", 2.0**-40, dict(input_scale=2.0**-40, weight_scale=1, output_scale=1, arithmetic=loose)),
            ("scale", 2.0**-20, dict(input_scale=2.0**-20, weight_scale=1, output_scale=1, arithmetic=lowp.Shifts())),
            ("output_zero_point", 2**31, dict(output_zero_point=2**31)),
            ("output_zero_point", 3, dict(output_zero_point=3, output_scale=None)),
            ("input_scale", "array of shape (2,)", dict(input_scale=np.ones(2))),
            ("input_scale", "array of shape (2,)", dict(input_scale=[1.0, 2.0], output_scale=None, output_zero_point=0)),
        ):
            with self.subTest(changes), self.assertRaises(lowp.InvalidArgument) as caught:
                self.layer(**changes)
            self.assertEqual((caught.exception.argument, caught.exception.value), (argument, value))
        with self.assertRaisesRegex(TypeError, "input_scale is a str"):
            self.layer(input_scale="1")
        for number in (np.array(0.023, np.float32), np.array([0.023], np.float32)):
            np.testing.assert_array_equal(self.layer(input_scale=number)(self.x), self.layer()(self.x))
        for weight in (self.weight[0], self.weight[None], self.weight.astype(np.float32)):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.Linear(weight)
            self.assertEqual(caught.exception.argument, "weight")
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.Linear(self.weight, input_scale=1, weight_scale=1, clamp=(np.nan, 1))
        self.assertEqual(caught.exception.argument, "clamp")
        with self.assertRaises(lowp.InvalidArgument):
            lowp.Linear(self.weight, arithmetic="even")

    def test_refuses(self):
        for argument, changes in (
            ("weight_scale", dict(weight_scale=None)),
            ("input_scale", dict(input_scale=None)),
            ("weight_scale", dict(weight_scale=np.ones(36))),
            ("weight_zero_point", dict(weight_zero_point=np.zeros(36, np.int32))),
            ("out_dtype", dict(out_dtype=np.float32)),
            ("rounding", dict(arithmetic=lowp.FixedPoint("nearest"))),
            ("multiplier", dict(arithmetic=lowp.FixedPoint(multiplier="best"))),
            ("factor", dict(arithmetic=lowp.Real(factor="half"))),
            ("input_scale", dict(input_scale=-1.0)),
            ("output_scale", dict(output_scale=0.0)),
            ("weight_scale", dict(weight_scale=np.zeros(37))),
        ):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                self.layer(**changes)
            self.assertEqual(caught.exception.argument, argument)
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.Linear(self.weight, np.ones(37), input_scale=1, weight_scale=1, output_scale=1)
        self.assertIn("quantize_bias", caught.exception.problem)
        with self.assertRaises(lowp.InvalidArgument) as caught:
            self.layer()(self.x[:, :39])
        self.assertEqual(caught.exception.argument, "x")


class Values(unittest.TestCase):
    """quantize, dequantize, choose_parameters."""

    def setUp(self):
        rng = np.random.default_rng(3)
        halves = np.arange(-40, 40, dtype=np.float32) / 2 * np.float32(0.25)
        self.x = np.concatenate([halves, rng.normal(0, 9, 220).astype(np.float32)]).reshape(3, 4, 25)

    def test_quantize(self):
        for backend, rounding, dtype in itertools.product(
            lowp.backends(), lowp._quantize.ROUNDINGS, (np.int8, np.uint8, np.int16)
        ):
            with lowp.using(backend=backend):
                for zero_point in (0, 7):
                    np.testing.assert_array_equal(
                        lowp.quantize(self.x, 0.25, zero_point, dtype, rounding=rounding),
                        reference.quantized(self.x, 0.25, zero_point, dtype, rounding),
                    )

    def test_axes(self):
        for axis in (0, 1, 2, -1):
            n = self.x.shape[axis]
            scale = np.linspace(0.1, 0.3, n, dtype=np.float32)
            points = np.arange(n, dtype=np.int32)
            shape = [1, 1, 1]
            shape[axis] = n
            q = lowp.quantize(self.x, scale, points, np.uint8, axis=axis)
            np.testing.assert_array_equal(
                q, reference.quantized(self.x, scale.reshape(shape), points.reshape(shape), np.uint8, "even")
            )
            back = lowp.dequantize(q, scale, points, axis=axis)
            np.testing.assert_array_equal(
                back, (q.astype(np.int32) - points.reshape(shape)).astype(np.float32) * scale.reshape(shape)
            )
            np.testing.assert_array_equal(lowp.quantize(self.x, scale, 3, axis=axis),
                                          lowp.quantize(self.x, scale, np.full(n, 3), axis=axis))

    def test_dequantize(self):
        q = np.array([2**31 - 1, -(2**31), 16777217, 0], np.int32)
        np.testing.assert_array_equal(lowp.dequantize(q, 0.1), q.astype(np.float32) * np.float32(0.1))
        np.testing.assert_array_equal(
            lowp.dequantize(q, 0.1, precision="double"),
            (q * np.float64(np.float32(0.1))).astype(np.float32),
        )

    def test_any_layout(self):
        np.testing.assert_array_equal(lowp.quantize(self.x.T[::2], 0.1), lowp.quantize(self.x, 0.1).T[::2])
        self.assertEqual(lowp.quantize(self.x[:0], 0.1).shape, (0, 4, 25))
        self.assertEqual(lowp.quantize(1.0, 0.1), 10)
        for points in (2**31, -(2**70), [2**31, 0], [2**70, 0]):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.quantize(self.x, 0.1, points)
            self.assertEqual(caught.exception.argument, "zero_point")
        for points in (1.5, [1.5], "1", None):
            with self.assertRaisesRegex(TypeError, "zero_point"):
                lowp.dequantize(self.x.astype(np.int8), 0.1, points)

    def test_choose_parameters(self):
        scale, zero_point = lowp.choose_parameters(self.x, symmetric=True)
        self.assertEqual((np.float32(scale), zero_point), (np.abs(self.x).max() / np.float32(127), 0))
        scale, zero_point = lowp.choose_parameters(self.x, np.uint8)
        low, high = min(self.x.min(), 0), max(self.x.max(), 0)
        self.assertEqual(np.float32(scale), np.float32((high - low) / np.float32(255)))
        self.assertEqual(zero_point, np.rint(-low / np.float32(scale)))
        scales, points = lowp.choose_parameters(self.x, axis=1, symmetric=True)
        np.testing.assert_array_equal(scales, np.abs(self.x).max(axis=(0, 2)) / np.float32(127))
        self.assertEqual((points == 0).sum(), 4)

    def test_refuses(self):
        for call in (
            lambda: lowp.quantize(self.x, 0.0),
            lambda: lowp.quantize(self.x, 0.1, 128),
            lambda: lowp.quantize(self.x, 0.1, dtype=np.int32),
            lambda: lowp.quantize(self.x, 0.1, rounding="nearest"),
            lambda: lowp.quantize(self.x, [0.1, 0.2, 0.3]),
            lambda: lowp.quantize(self.x, [0.1, 0.2, 0.3, 0.4], axis=0),
            lambda: lowp.quantize(self.x, 0.1, axis=3),
            lambda: lowp.dequantize(self.x, 0.1),
            lambda: lowp.choose_parameters(self.x[:0]),
            lambda: lowp.choose_parameters(self.x, axis=3),
            lambda: lowp.choose_parameters(np.float32(1), axis=0),
        ):
            self.assertRaises(lowp.InvalidArgument, call)
        self.assertEqual(lowp.quantize(self.x, 0.1, 127).max(), 127)
        codes = self.x.astype(np.int8)
        for argument, value, call in (
            ("scale", -0.5, lambda: lowp.quantize(self.x, -0.5)),
            ("scale", np.inf, lambda: lowp.dequantize(codes, np.inf)),
            ("zero_point", 128, lambda: lowp.quantize(self.x, 0.1, 128)),
            ("x.max", np.inf, lambda: lowp.choose_parameters([1, np.inf])),
            ("x.min", -np.inf, lambda: lowp.choose_parameters([[0, 1], [-np.inf, 1]], axis=0)),
        ):
            with self.subTest(argument), self.assertRaises(lowp.InvalidArgument) as caught:
                call()
            self.assertEqual((caught.exception.argument, caught.exception.value), (argument, value))


if __name__ == "__main__":
    unittest.main()
