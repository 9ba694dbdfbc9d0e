"""lowp.conv2d and lowp.Conv2d against their definition; layouts, what is refused."""

import unittest

import numpy as np

import lowp
import reference


class Conv2d(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(11)

    def bytes(self, dtype, *shape):
        limits = np.iinfo(dtype)
        return self.rng.integers(limits.min, limits.max + 1, shape).astype(dtype)

    def test_geometries(self):
        for backend in lowp.backends():
            for channels, outputs, kernel, given in (
                (5, 7, (3, 3), {}),
                (16, 24, (1, 1), {}),
                (3, 9, (5, 2), dict(stride=(2, 3), padding=((1, 3), (0, 3)))),
                (4, 6, (3, 3), dict(stride=2, padding=1, groups=2)),
                (6, 6, (3, 3), dict(padding=(2, 1), dilation=(2, 1), groups=6)),
                (4, 8, (2, 3), dict(padding=(1, 1), groups=4, dilation=2)),
            ):
                for dtypes in ((np.uint8, np.int8), (np.int8, np.uint8)):
                    x = self.bytes(dtypes[0], 2, 9, 11, channels)
                    weights = self.bytes(dtypes[1], outputs, *kernel, channels // given.get("groups", 1))
                    points = self.bytes(dtypes[1], outputs).astype(np.int32)
                    for zero_points in (
                        {},
                        dict(input_zero_point=17, weight_zero_point=3),
                        dict(input_zero_point=100, weight_zero_point=points),
                    ):
                        whole = lambda v: (v, v) if isinstance(v, int) else v
                        padding = tuple(whole(p) for p in whole(given.get("padding", 0)))
                        expected = reference.conv2d(
                            x, weights, whole(given.get("stride", 1)), padding, whole(given.get("dilation", 1)),
                            given.get("groups", 1), **zero_points,
                        )
                        with lowp.using(backend=backend), self.subTest(f"{backend} {given} {zero_points}"):
                            y = lowp.conv2d(x, weights, **given, **zero_points)
                            self.assertEqual(y.dtype, np.int32)
                            np.testing.assert_array_equal(y, expected)

    def test_same_padding_and_sizes(self):
        weights = self.bytes(np.int8, 6, 3, 4, 5)
        layer = lowp.Conv2d(weights, stride=(2, 1), padding="same", dilation=(1, 2), input_zero_point=9)
        for height, width in ((8, 9), (7, 9), (8, 9), (1, 1)):
            x = self.bytes(np.uint8, 1, height, width, 5)
            padding = (reference.same_padding(height, 3, 2, 1), reference.same_padding(width, 4, 1, 2))
            y = layer(x)
            self.assertEqual(y.shape, (1, -(-height // 2), width, 6))
            np.testing.assert_array_equal(
                y, reference.conv2d(x, weights, (2, 1), padding, (1, 2), input_zero_point=9)
            )
        signed = self.bytes(np.int8, 1, 8, 9, 5)
        padding = (reference.same_padding(8, 3, 2, 1), reference.same_padding(9, 4, 1, 2))
        np.testing.assert_array_equal(
            layer(signed), reference.conv2d(signed, weights, (2, 1), padding, (1, 2), input_zero_point=9)
        )

    def test_no_images(self):
        weights = self.bytes(np.int8, 6, 3, 4, 5)
        layer = lowp.Conv2d(weights, padding="same", input_zero_point=9)
        for kept in (0, 2, 0):
            y = layer(self.bytes(np.uint8, kept, 8, 9, 5))
            self.assertEqual(y.shape, (kept, 8, 9, 6))
        none = np.zeros((0, 8, 9, 5), np.uint8)
        self.assertIn("no images", layer.plan(none))
        self.assertEqual(layer(none, out=np.zeros((0, 8, 9, 6), np.int32)).shape, (0, 8, 9, 6))
        first = lowp.conv2d(
            np.zeros((0, 5, 8, 9), np.int8), np.moveaxis(weights, 3, 1).copy(), layout="OIHW", data_format="NCHW"
        )
        self.assertEqual(first.shape, (0, 6, 6, 6))
        self.assertEqual(lowp.conv1d(np.zeros((0, 9, 5), np.int8), weights[:, 0].copy()).shape, (0, 6, 6))

    def test_scaling(self):
        x, weights = self.bytes(np.uint8, 2, 6, 6, 8), self.bytes(np.int8, 10, 3, 3, 8)
        sums = reference.conv2d(x, weights, input_zero_point=128)
        bias = self.rng.integers(-9999, 9999, 10).astype(np.int32)
        scales = self.rng.uniform(1e-4, 1e-2, 10).astype(np.float32)
        given = dict(input_zero_point=128, bias=bias)
        np.testing.assert_array_equal(lowp.conv2d(x, weights, **given), sums + bias)
        for scale in (scales, 0.005):
            real = (sums + bias).astype(np.float32) * np.float32(scale)
            np.testing.assert_array_equal(lowp.conv2d(x, weights, scale=scale, **given), real)
            for dtype, zero_point in ((np.int8, -3), (np.uint8, 99), (np.int16, 1000)):
                np.testing.assert_array_equal(
                    lowp.conv2d(x, weights, scale=scale, zero_point=zero_point, out_dtype=dtype, **given),
                    reference.scaled_by_float(sums + bias, scale, zero_point, dtype),
                )
        real = sums.astype(np.float32) * scales + (bias / 7).astype(np.float32)
        given["bias"] = (bias / 7).astype(np.float32)
        np.testing.assert_array_equal(lowp.conv2d(x, weights, scale=scales, **given), real)

    def test_layouts_and_settings(self):
        wide = self.bytes(np.uint8, 2, 20, 20, 24)
        weights, scales = self.bytes(np.int8, 16, 3, 3, 8), self.rng.uniform(1e-4, 1e-2, 16).astype(np.float32)
        layer = lowp.Conv2d(weights, padding=1, scale=scales, out_dtype=np.int8)
        x = wide[..., 8:16]
        y = layer(x)
        np.testing.assert_array_equal(y, layer(np.ascontiguousarray(x)))
        out = np.full((2, 20, 20, 20), 5, np.int8)
        self.assertIs(layer(x, out=(part := out[..., 2:18])), part)
        np.testing.assert_array_equal(part, y)
        self.assertTrue((out[..., :2] == 5).all() and (out[..., 18:] == 5).all())
        with lowp.using(threads=3):
            np.testing.assert_array_equal(layer(x), y)
        scales[:] = 0
        weights[:] = 0
        np.testing.assert_array_equal(layer(x), y)
        self.assertEqual(layer.shape, (16, 3, 3, 8))
        self.assertIn("(16, 3, 3, 8)", repr(layer))
        self.assertGreater(len(layer.plan(x)), 20)

    def test_refuses(self):
        def refused(argument, function, *arguments, **named):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                function(*arguments, **named)
            self.assertEqual(caught.exception.argument, argument)

        x, weights = self.bytes(np.uint8, 1, 5, 6, 4), self.bytes(np.int8, 6, 3, 3, 4)
        for argument, named in (
            ("stride", dict(stride=(1, 2, 3))),
            ("height.stride", dict(stride=0)),
            ("width.dilation", dict(dilation=(1, 0))),
            ("padding", dict(padding="valid")),
            ("padding", dict(padding=((1, 2, 3), 1))),
            ("width.pad_after", dict(padding=(0, (0, -1)))),
            ("groups", dict(groups=0)),
            ("groups", dict(groups=4)),
            ("groups", dict(groups=2**31)),
            ("padding", dict(padding=2**31)),
            ("weight_zero_point", dict(weight_zero_point=np.zeros(5, np.int32))),
            ("weight_zero_point", dict(weight_zero_point=128)),
            ("weight_zero_point", dict(weight_zero_point=np.full(6, -129, np.int32))),
            ("input_zero_point", dict(input_zero_point=-1)),
            ("input_zero_point", dict(input_zero_point=256)),
            ("scale", dict(scale=np.ones(5))),
            ("bias", dict(bias=np.ones(7, np.int32))),
            ("zero_point", dict(zero_point=1)),
            ("out_dtype", dict(out_dtype=np.int8)),
            ("out", dict(out=np.empty((1, 3, 4, 5), np.int32))),
            ("out", dict(out=np.empty((1, 3, 4, 6), np.int8))),
        ):
            refused(argument, lowp.conv2d, x, weights, **named)
        lowp.conv2d(x, weights, input_zero_point=255, weight_zero_point=127)
        refused("x", lowp.conv2d, x[..., :3], weights)
        refused("x", lowp.conv2d, x[0], weights)
        refused("x", lowp.conv2d, x[:, :, ::-1], weights)
        refused("x", lowp.conv2d, x.astype(np.int32), weights)
        refused("weights", lowp.conv2d, x, weights[..., ::2])
        refused("weights", lowp.conv2d, x, weights[0])
        refused("height.input", lowp.conv2d, x[:, :2], weights)
        memory = np.zeros(400, np.uint8)
        refused("out", lowp.conv2d, memory[:120].reshape(1, 5, 6, 4), weights, scale=1.0, out_dtype=np.uint8,
                out=memory[100:172].reshape(1, 3, 4, 6))
        for bad in (dict(stride=1.5), dict(padding=("1", 1))):
            with self.assertRaises(TypeError):
                lowp.conv2d(x, weights, **bad)
        # A packed filter and its shape are a tuple, in files and pickles.
        for bad in ((), (weights,), (weights, weights), (None, weights.shape), (weights, weights.shape)):
            with self.assertRaisesRegex(TypeError, "weights is a tuple"):
                lowp.Conv2d(bad)


if __name__ == "__main__":
    unittest.main()
