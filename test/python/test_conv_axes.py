"""Convolutions of 1 to 3 axes and transposed ones against their definition; layouts and roundings."""

import pickle
import tempfile
import unittest

import numpy as np

import lowp
import reference

CONVOLUTIONS = {
    (1, False): (lowp.conv1d, lowp.Conv1d),
    (2, False): (lowp.conv2d, lowp.Conv2d),
    (3, False): (lowp.conv3d, lowp.Conv3d),
    (1, True): (lowp.conv_transpose1d, lowp.ConvTranspose1d),
    (2, True): (lowp.conv_transpose2d, lowp.ConvTranspose2d),
    (3, True): (lowp.conv_transpose3d, lowp.ConvTranspose3d),
}

# Geometries of three axes, of which the last ones are taken.
GEOMETRIES = (
    dict(kernel=(1, 1, 1), channels=16, outputs=24),
    dict(kernel=(2, 3, 3), channels=5, outputs=7, padding=((1, 0), (1, 1), (2, 1))),
    dict(kernel=(2, 2, 3), channels=3, outputs=9, stride=(1, 2, 3), padding=((0, 1), (1, 1), (0, 2))),
    dict(kernel=(2, 3, 2), channels=6, outputs=4, groups=2, dilation=(2, 1, 3)),
    dict(kernel=(2, 2, 3), channels=6, outputs=6, groups=6, stride=(2, 1, 2), padding=((1, 1), (1, 0), (1, 1))),
    dict(kernel=(1, 3, 2), channels=4, outputs=8, groups=4, dilation=(1, 2, 2), stride=(2, 2, 2)),
)


class Axes(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(13)

    def bytes(self, dtype, *shape):
        limits = np.iinfo(dtype)
        return self.rng.integers(limits.min, limits.max + 1, shape).astype(dtype)

    def check(self, geometry, axes, transposed, dtypes, zero_points):
        last = lambda name, default: tuple(geometry.get(name, (default,) * 3)[-axes:])
        groups = geometry.get("groups", 1)
        stride, dilation = last("stride", 1), last("dilation", 1)
        padding = last("padding", (0, 0))
        x = self.bytes(dtypes[0], 2, *(4, 6, 9)[-axes:], geometry["channels"])
        weights = self.bytes(dtypes[1], geometry["outputs"], *last("kernel", 1), geometry["channels"] // groups)
        given = dict(stride=stride, padding=padding, dilation=dilation, groups=groups, **zero_points)
        if axes == 1:  # numbers, and a pair, mean the one axis
            given.update(stride=stride[0], padding=padding[0])
        for more in (0, 1) if transposed else (None,):
            if more is not None:
                # Fewer than the larger of stride and dilation.
                more = tuple(min(more, max(s, d) - 1) for s, d in zip(stride, dilation))
                given["output_padding"] = more
            expected = reference.conv(
                x, weights, stride, padding, dilation, groups, **zero_points, output_padding=more
            )
            y = CONVOLUTIONS[axes, transposed][0](x, weights, **given)
            self.assertEqual(y.dtype, np.int32)
            np.testing.assert_array_equal(y, expected)

    def test_geometries(self):
        for backend in lowp.backends():
            for axes, transposed in CONVOLUTIONS:
                for i, geometry in enumerate(GEOMETRIES):
                    dtypes = ((np.uint8, np.int8), (np.int8, np.uint8))[i % 2]
                    points = self.bytes(dtypes[1], geometry["outputs"]).astype(np.int32)
                    for zero_points in (
                        {},
                        dict(input_zero_point=17, weight_zero_point=3),
                        dict(input_zero_point=100, weight_zero_point=points),
                    ):
                        with lowp.using(backend=backend), self.subTest(f"{backend} {axes} {transposed} {i}"):
                            self.check(geometry, axes, transposed, dtypes, zero_points)

    def test_layouts(self):
        for (axes, transposed), (function, _) in CONVOLUTIONS.items():
            letters = "DHW"[-axes:]
            groups = 2
            weights = self.bytes(np.int8, 6, *(2, 3, 2)[-axes:], 5)  # O, taps, I of a group
            x = self.bytes(np.uint8, 1, *(5, 5, 6)[-axes:], 5 * groups)
            expected = function(x, weights, groups=groups)
            taps = tuple(range(1, axes + 1))
            # All inputs, outputs of a group: (g, o), taps, i -> (g, i), o, taps.
            split = weights.reshape(groups, 3, *weights.shape[1:])
            inputs_first = np.moveaxis(split, -1, 1).reshape(5 * groups, 3, *weights.shape[1:-1])
            for layout, given in (
                (f"O{letters}I", weights),
                (f"OI{letters}", weights.transpose(0, axes + 1, *taps)),
                (f"{letters}IO", weights.transpose(*taps, axes + 1, 0)),
                (f"IO{letters}", inputs_first),
            ):
                y = function(x, np.ascontiguousarray(given), groups=groups, layout=layout)
                np.testing.assert_array_equal(y, expected, layout)
            with self.assertRaises(lowp.InvalidArgument) as caught:
                function(x, weights, groups=groups, layout="NCHW")
            self.assertEqual(caught.exception.argument, "layout")

    def test_data_formats(self):
        for (axes, transposed), (function, kind) in CONVOLUTIONS.items():
            letters = "DHW"[-axes:]
            formats = last, first = f"N{letters}C", f"NC{letters}"
            ordered = lambda array, name: array if name == last else np.moveaxis(array, -1, 1)
            weights = self.bytes(np.int8, 10, *(2, 2, 3)[-axes:], 8)
            x = self.bytes(np.uint8, 2, *(4, 5, 6)[-axes:], 8)
            given = dict(scale=0.01, out_dtype=np.int8, padding=1)
            expected = kind(weights, **given)(x)
            for of_x, of_y in ((a, b) for a in formats for b in formats):
                layer = kind(weights, data_format=(of_x, of_y), **given)
                of_layer = np.ascontiguousarray(ordered(x, of_x))
                y = layer(of_layer)
                np.testing.assert_array_equal(y, ordered(expected, of_y))
                self.assertTrue(y.flags["C_CONTIGUOUS"])
                copy = pickle.loads(pickle.dumps(layer))
                np.testing.assert_array_equal(copy(of_layer), y)
                with lowp.using(threads=3):
                    np.testing.assert_array_equal(layer(of_layer), y)
            np.testing.assert_array_equal(
                function(np.ascontiguousarray(ordered(x, first)), weights, data_format=first, **given),
                ordered(expected, first),
            )
            # Slices of the channels of wider arrays, of several images and of one.
            layer = kind(weights, data_format=first, **given)
            for n in (2, 1):
                wide = np.full((n, 11, *x.shape[1:-1]), 9, np.uint8)
                wide[:, 2:10] = ordered(x, first)[:n]
                out = np.full((n, 20, *expected.shape[1:-1]), 5, np.int8)
                part = out[:, 3:13]
                self.assertIs(layer(wide[:, 2:10], out=part), part)
                np.testing.assert_array_equal(part, ordered(expected, first)[:n])
                self.assertTrue((out[:, :3] == 5).all() and (out[:, 13:] == 5).all())
            for argument, refused in (
                ("data_format", lambda: kind(weights, data_format="NCXY")),
                ("data_format", lambda: kind(weights, data_format=(first, "NC"))),
                ("data_format", lambda: kind(weights, data_format=(first,))),
                ("x", lambda: layer(x)),
                ("x", lambda: layer(ordered(x, first))),
                ("x", lambda: layer(np.ascontiguousarray(ordered(x, first))[:, ::-1])),
                ("out", lambda: layer(wide[:, 2:10], out=np.empty((1, 10, 1, 1, 1)[: axes + 2], np.int8))),
            ):
                with self.assertRaises(lowp.InvalidArgument) as caught:
                    refused()
                self.assertEqual(caught.exception.argument, argument)

    def test_out_and_slices(self):
        for (axes, transposed), (_, kind) in CONVOLUTIONS.items():
            wide = self.bytes(np.uint8, 2, *(4, 5, 6)[-axes:], 24)
            layer = kind(self.bytes(np.int8, 10, *(2, 2, 3)[-axes:], 8), scale=0.01, out_dtype=np.int8)
            x = wide[..., 8:16]
            y = layer(np.ascontiguousarray(x))
            out = np.full(y.shape[:-1] + (20,), 5, np.int8)
            part = out[..., 3:13]
            self.assertIs(layer(x, out=part), part)
            np.testing.assert_array_equal(part, y)
            self.assertTrue((out[..., :3] == 5).all() and (out[..., 13:] == 5).all())
            with lowp.using(threads=3):
                np.testing.assert_array_equal(layer(x), y)
            self.assertGreater(len(layer.plan(x)), 20)
            self.assertIn(f"lowp.{kind.__name__} ", repr(layer))

    def test_same_padding(self):
        weights = self.bytes(np.int8, 4, 4, 3)
        for width, stride, dilation in ((9, 1, 1), (9, 2, 1), (8, 3, 2), (1, 1, 1)):
            x = self.bytes(np.uint8, 1, width, 3)
            padding = (reference.same_padding(width, 4, stride, dilation),)
            np.testing.assert_array_equal(
                lowp.conv1d(x, weights, stride=stride, dilation=dilation, padding="same"),
                reference.conv(x, weights, (stride,), padding, (dilation,)),
            )

    def test_saved(self):
        arithmetic = lowp.FixedPoint("single_upward", factor="float")
        for (axes, transposed), (_, kind) in CONVOLUTIONS.items():
            weights, x = self.bytes(np.int8, 6, *(2, 2, 3)[-axes:], 4), self.bytes(np.int8, 1, *(4, 5, 6)[-axes:], 8)
            given = dict(stride=2, padding=1, groups=2, bias=np.arange(6, dtype=np.int32))
            layers = (
                kind(weights, **given, **({"output_padding": 1} if transposed else {})),
                kind(weights, **given, input_scale=0.1, weight_scale=np.linspace(0.1, 0.2, 6), output_scale=3.5,
                     zero_point=4, arithmetic=arithmetic, clamp=(-100, None), out_dtype=np.int8),
            )
            for layer in layers:
                with tempfile.NamedTemporaryFile() as file:
                    lowp.save(file.name, {"layer": layer})
                    loaded = lowp.load(file.name)["layer"]
                    for copy in (loaded, pickle.loads(pickle.dumps(layer))):
                        self.assertIs(type(copy), kind)
                        np.testing.assert_array_equal(copy(x), layer(x))
                        self.assertEqual(copy(x).dtype, layer(x).dtype)


class Roundings(unittest.TestCase):
    """Each arithmetic gives what lowp.Linear gives, which test_linear compares with the definitions."""

    def setUp(self):
        rng = self.rng = np.random.default_rng(17)
        self.x = rng.integers(0, 256, (2, 9, 8)).astype(np.uint8)
        self.weights = rng.integers(-128, 128, (12, 3, 8)).astype(np.int8)
        self.bias = rng.integers(-20000, 20000, 12).astype(np.int32)
        self.scales = rng.uniform(0.002, 0.02, 12).astype(np.float32)
        # Windows of x as the rows of a matrix.
        windows = np.lib.stride_tricks.sliding_window_view(self.x, 3, axis=1)
        self.rows = np.ascontiguousarray(windows.transpose(0, 1, 3, 2)).reshape(14, 24)

    def test_each(self):
        arithmetics = [lowp.Shifts(), lowp.Shifts(factor="double")]
        for factor in ("double", "float_product", "float"):
            for rounding in ("double", "double_upward", "single_upward", "single_away", "single_upward_15_bits"):
                for overflow in ("wrap", "saturate"):
                    arithmetics.append(lowp.FixedPoint(rounding, "nearest", factor, overflow))
            for multiplier in ("unbounded", "saturating", "half_to_even", "truncated", "of_float"):
                arithmetics.append(lowp.FixedPoint("single_upward", multiplier, factor))
            for rounding in ("even", "away", "upward", "truncate", "away_by_sum"):
                for precision in ("float", "double"):
                    for order in ("after", "before"):
                        arithmetics.append(lowp.Real(rounding, precision, order, factor))
        for arithmetic in arithmetics:
            for dtype, clamp in ((np.int8, None), (np.uint8, (3, 200)), (np.int16, (None, 999))):
                given = dict(
                    input_scale=0.02, weight_scale=self.scales, output_scale=0.3, out_dtype=dtype,
                    arithmetic=arithmetic, clamp=clamp, input_zero_point=121,
                )
                y = lowp.conv1d(self.x, self.weights, bias=self.bias, zero_point=7, **given)
                linear = lowp.Linear(self.weights.reshape(12, 24), self.bias, output_zero_point=7, **given)
                self.assertEqual(y.dtype, dtype)
                np.testing.assert_array_equal(y.reshape(14, 12), linear(self.rows), str(arithmetic))

    def test_scale_in_one(self):
        sums = reference.conv(self.x, self.weights, (1,), ((0, 0),), (1,), input_zero_point=9) + self.bias
        given = dict(bias=self.bias, input_zero_point=9, out_dtype=np.uint8, zero_point=100)
        scale = self.rng.uniform(1e-4, 1e-2, 12)
        plain = lowp.conv1d(self.x, self.weights, scale=scale, **given)
        np.testing.assert_array_equal(plain, lowp.conv1d(self.x, self.weights, scale=scale, arithmetic=lowp.Real(), **given))
        np.testing.assert_array_equal(
            lowp.conv1d(self.x, self.weights, scale=scale, clamp=(101, 180), **given), np.clip(plain, 101, 180)
        )
        expected = np.empty(sums.shape, np.uint8)
        for o in range(12):
            multiplier, exponent = reference.multiplier(scale[o], "nearest")
            scaled = reference.fixed_point(sums[..., o], multiplier, exponent, "single_upward")
            expected[..., o] = np.clip(scaled + 100, 0, 255)
        np.testing.assert_array_equal(
            lowp.conv1d(self.x, self.weights, scale=scale, arithmetic=lowp.FixedPoint("single_upward"), **given),
            expected,
        )
        del given["out_dtype"], given["zero_point"]
        real = sums.astype(np.float32) * scale.astype(np.float32)
        np.testing.assert_array_equal(
            lowp.conv1d(self.x, self.weights, scale=scale, clamp=(-1, 2), **given), np.clip(real, -1, 2)
        )
        np.testing.assert_array_equal(
            lowp.conv1d(self.x, self.weights, clamp=(-5, 7), **given), np.clip(sums, -5, 7)
        )
        float_bias = (self.bias / 9).astype(np.float32)
        real = (sums - self.bias).astype(np.float32) * (np.float32(0.02) * self.scales) + float_bias
        given["bias"] = float_bias
        np.testing.assert_array_equal(
            lowp.conv1d(self.x, self.weights, input_scale=0.02, weight_scale=self.scales, **given), real
        )


class Refusals(unittest.TestCase):
    def refused(self, argument, function, *arguments, **named):
        with self.assertRaises(lowp.InvalidArgument) as caught:
            function(*arguments, **named)
        error = caught.exception
        self.assertEqual(error.argument, argument)
        self.assertEqual(error.code, "invalid_argument")

    def test_arguments(self):
        for (axes, transposed), (function, _) in CONVOLUTIONS.items():
            x, weights = np.ones((1, *(6,) * axes, 4), np.uint8), np.ones((6, *(3,) * axes, 4), np.int8)
            bad = [
                ("stride", dict(stride=(1,) * (axes + 1))),
                ("width.stride", dict(stride=0)),
                ("width.dilation", dict(dilation=(1,) * (axes - 1) + (0,))),
                ("padding", dict(padding="valid")),
                ("padding", dict(padding=(0,) * (axes - 1) + ((1, 2, 3),))),
                ("width.pad_after", dict(padding=((0, 0),) * (axes - 1) + ((0, -1),))),
                ("groups", dict(groups=0)),
                ("groups", dict(groups=4)),
                ("groups", dict(groups=2**31)),
                ("layout", dict(layout="OHW")),
                ("weight_zero_point", dict(weight_zero_point=np.zeros(5, np.int32))),
                ("input_zero_point", dict(input_zero_point=256)),
                ("scale", dict(scale=np.ones(5))),
                ("bias", dict(bias=np.ones(7, np.int32))),
                ("out", dict(out=np.empty((1, *(4,) * axes, 5), np.int32))),
                ("weight_scale", dict(input_scale=0.1)),
                ("input_scale", dict(weight_scale=0.1)),
                ("output_scale", dict(output_scale=0.1)),
                ("input_scale", dict(input_scale=0.1, weight_scale=1.0, scale=0.1)),
                ("weight_scale", dict(input_scale=0.1, weight_scale=np.ones(5), output_scale=0.1)),
                ("arithmetic", dict(arithmetic=lowp.FixedPoint())),
                ("arithmetic", dict(arithmetic="even", scale=1.0)),
                ("zero_point", dict(scale=1.0, clamp=(0, 1), zero_point=1)),
                ("clamp", dict(scale=1.0, clamp=3)),
                ("out_dtype", dict(input_scale=0.1, weight_scale=1.0, out_dtype=np.int8)),
            ]
            if axes > 1:
                bad.append(("height.stride", dict(stride=(1,) * (axes - 2) + (0, 1))))
            if axes > 2:
                bad.append(("depth.stride", dict(stride=(0, 1, 1))))
            if transposed:
                bad.append(("padding", dict(padding="same")))
                bad.append(("width.output_padding", dict(output_padding=(0,) * (axes - 1) + (1,))))
                bad.append(("width.output_padding", dict(output_padding=-1)))
            else:
                bad.append(("output_padding", dict(output_padding=1)))
            for argument, named in bad:
                if argument.endswith("stride") and axes > 1 and named["stride"] == 0:
                    argument = "depth.stride" if axes == 3 else "height.stride"
                if argument == "width.output_padding" and named["output_padding"] == -1 and axes > 1:
                    argument = "depth.output_padding" if axes == 3 else "height.output_padding"
                with self.subTest(f"{axes} {transposed} {argument} {named}"):
                    self.refused(argument, function, x, weights, **named)
            self.refused("x", function, x[..., :3], weights)
            self.refused("x", function, x[0], weights)
            self.refused("x", function, x.astype(np.int32), weights)
            self.refused("weights", function, x, weights[..., ::2])
            self.refused("weights", function, x, weights[0])
            if not transposed:
                self.refused("width.input", function, np.ascontiguousarray(x[..., :2, :]), weights)


if __name__ == "__main__":
    unittest.main()
