"""Convolutions of int16 inputs: exact int64 sums, and TensorFlow Lite's scaling of them."""

import pickle
import unittest

import numpy as np

import lowp
import reference

ARITHMETIC = lowp.FixedPoint("single_upward_15_bits")


class Int16(unittest.TestCase):
    def setUp(self):
        rng = self.rng = np.random.default_rng(31)
        self.x = rng.integers(-(2**15), 2**15, (2, 7, 6, 8)).astype(np.int16)
        self.x[0] = -(2**15)
        self.weights = rng.integers(-128, 128, (12, 3, 2, 4)).astype(np.int8)
        self.weights[0] = -128
        self.given = dict(stride=(2, 1), padding=(1, 0), groups=2)
        self.geometry = dict(stride=(2, 1), padding=((1, 1), (0, 0)), dilation=(1, 1), groups=2)
        self.bias = rng.integers(-(2**40), 2**40, 12)

    def scaled(self, sums, scale, zero_point, dtype):
        result = np.empty(sums.shape, dtype)
        limits = np.iinfo(dtype)
        for o in range(sums.shape[-1]):
            multiplier, exponent = reference.multiplier(scale[o], "nearest")
            r, t = min((multiplier + 2**15) >> 16, 2**15 - 1), 15 - exponent
            exact = sums[..., o].astype(object)
            rounded = (exact * r + (1 << (t - 1))) // (1 << t) + zero_point
            wrapped = (rounded + 2**31) % 2**32 - 2**31
            result[..., o] = np.clip(wrapped, limits.min, limits.max).astype(np.int64)
        return result

    def test_sums(self):
        for backend in lowp.backends():
            with lowp.using(backend=backend):
                for points in ({}, dict(input_zero_point=-77, weight_zero_point=np.arange(12) - 5)):
                    expected = reference.conv(self.x, self.weights, **self.geometry, **points, wrapped=False)
                    y = lowp.conv2d(self.x, self.weights, input_dtype=np.int16, **self.given, **points)
                    self.assertEqual(y.dtype, np.int64)
                    np.testing.assert_array_equal(y, expected)
                    for bias in (self.bias, -(2**45)):
                        y = lowp.conv2d(self.x, self.weights, input_dtype="int16", bias=bias, **self.given, **points)
                        np.testing.assert_array_equal(y, expected + bias)

    def test_axes(self):
        for axes, transposed, function in (
            (1, False, lowp.conv1d), (3, False, lowp.conv3d), (1, True, lowp.conv_transpose1d),
            (2, True, lowp.conv_transpose2d), (3, True, lowp.conv_transpose3d),
        ):  # fmt: skip
            x = self.rng.integers(-(2**15), 2**15, (1, *(4, 5, 6)[-axes:], 4)).astype(np.int16)
            weights = self.rng.integers(0, 256, (6, *(2, 3, 2)[-axes:], 4)).astype(np.uint8)
            expected = reference.conv(
                x, weights, (2,) * axes, ((1, 1),) * axes, (1,) * axes, wrapped=False,
                output_padding=(1,) * axes if transposed else None,
            )
            more = {"output_padding": 1} if transposed else {}
            padding = 1 if axes > 1 else (1, 1)
            y = function(x, weights, input_dtype=np.int16, stride=2, padding=padding, **more)
            np.testing.assert_array_equal(y, expected)

    def test_scaled(self):
        for shift, scales in ((7, 1e-7), (15, 1e-4)):  # biases beyond int32, and sums that vary
            for dtype, zero_point, clamp, part in (
                (np.int16, 0, None, 1), (np.int8, -3, (-50, None), 1 / 250), (np.uint8, 100, (101, 200), 1 / 250),
            ):  # fmt: skip
                bias = self.bias >> shift
                scale = self.rng.uniform(scales, 4 * scales, 12) * part
                self.check_scaled(bias, scale, dtype, zero_point, clamp, least=60 if shift == 15 else 8)

    def check_scaled(self, bias, scale, dtype, zero_point, clamp, least):
        sums = reference.conv(self.x, self.weights, **self.geometry, wrapped=False) + bias
        given = dict(
            input_dtype=np.int16, bias=bias, arithmetic=ARITHMETIC, out_dtype=dtype, zero_point=zero_point,
            clamp=clamp, **self.given,
        )  # fmt: skip
        expected = self.scaled(sums, scale, zero_point, dtype)
        self.assertGreater(len(np.unique(expected)), least)  # few are saturated
        if clamp is not None:
            limits = np.iinfo(dtype)
            low, high = (d if v is None else v for v, d in zip(clamp, (limits.min, limits.max)))
            expected = np.clip(expected, low, high)
        for backend in lowp.backends():
            with lowp.using(backend=backend):
                layer = lowp.Conv2d(self.weights, scale=scale, **given)
                np.testing.assert_array_equal(layer(self.x), expected)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(layer))(self.x), expected)
        out = np.empty(expected.shape, dtype)
        self.assertIs(layer(self.x, out=out), out)
        np.testing.assert_array_equal(out, expected)
        in_three = {**given, "arithmetic": lowp.FixedPoint("single_upward_15_bits", factor="double"), "clamp": None}
        np.testing.assert_array_equal(
            lowp.conv2d(self.x, self.weights, input_scale=0.5, weight_scale=scale, output_scale=0.5, **in_three),
            self.scaled(sums, scale.astype(np.float32).astype(float), zero_point, dtype),
        )

    def test_refuses(self):
        for argument, named in (
            ("x", dict()),
            ("input_dtype", dict(input_dtype=np.int32)),
            ("out_dtype", dict(input_dtype=np.int16, out_dtype=np.int32)),
            ("out_dtype", dict(input_dtype=np.int16, out_dtype=np.float32, scale=1e-5, arithmetic=ARITHMETIC)),
            ("out_dtype", dict(input_dtype=np.int16, scale=1e-5, arithmetic=ARITHMETIC)),
            ("arithmetic", dict(input_dtype=np.int16, out_dtype=np.int16, scale=1e-5)),
            ("arithmetic", dict(input_dtype=np.int16, out_dtype=np.int16, scale=1e-5, arithmetic=lowp.Real())),
            ("arithmetic", dict(input_dtype=np.int16, out_dtype=np.int16, scale=1e-5,
                                arithmetic=lowp.FixedPoint("single_upward_15_bits", overflow="saturate"))),
            ("clamp", dict(input_dtype=np.int16, clamp=(0, 1))),
            ("zero_point", dict(input_dtype=np.int16, zero_point=1)),
            ("bias", dict(input_dtype=np.int16, bias=0.5)),
            ("bias", dict(input_dtype=np.int16, bias=np.zeros(11, np.int64))),
            ("bias", dict(input_dtype=np.int16, bias=2**46)),
            ("scale", dict(input_dtype=np.int16, out_dtype=np.int16, scale=np.ones(5), arithmetic=ARITHMETIC)),
            ("input_zero_point", dict(input_dtype=np.int16, input_zero_point=2**15)),
        ):  # fmt: skip
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.conv2d(self.x, self.weights, **self.given, **named)
            self.assertEqual(caught.exception.argument, argument, named)
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.conv2d(self.x.astype(np.int8), self.weights, input_dtype=np.int16, **self.given)
        self.assertEqual(caught.exception.argument, "x")
        deep = np.zeros((2, 1, 1, 70000), np.int8)
        with self.assertRaises(lowp.Unsupported):
            lowp.conv2d(np.zeros((1, 1, 1, 70000), np.int16), deep, input_dtype=np.int16)


if __name__ == "__main__":
    unittest.main()
