"""Arguments of wrong types and values: each is refused by its name, by a ValueError or a TypeError."""

import os
import tempfile
import unittest
import warnings

import numpy as np

import lowp


class Refusals(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("error")  # numpy's casts that lose something
        self.addCleanup(warnings.resetwarnings)
        self.a = np.ones((3, 4), np.uint8)
        self.b = np.ones((4, 5), np.int8)
        self.weight = np.ones((5, 4), np.int8)
        self.x = np.ones((1, 6, 6, 3), np.uint8)
        self.filters = np.ones((5, 3, 3, 3), np.int8)
        self.scales = dict(input_scale=0.5, weight_scale=0.25)

    def refused(self, argument, function, *arguments, says="", kind=(ValueError, TypeError), **named):
        with self.subTest(f"{argument} {named}"), self.assertRaises(kind) as caught:
            function(*arguments, **named)
        text = str(caught.exception)
        self.assertTrue(text.startswith((argument, "." + argument)), text)
        self.assertIn(says, text)

    def test_zero_points_of_other_types(self):
        for bad, name in ((np.ones(5, ">i4"), ">i4"), (np.ones(5, bool), "bool"), (np.ones(5, np.uint16), "uint16"),
                          (np.ones(5), "float64"), (np.array(["a"] * 5), "<U1")):  # fmt: skip
            array = f"array {name}: its elements must be signed integers"
            self.refused("b_zero_point", lowp.matmul, self.a, self.b, b_zero_point=bad, says=array)
            self.refused("weight_zero_point", lowp.conv2d, self.x, self.filters, weight_zero_point=bad, says=array)
            if name not in (">i4", "uint16"):
                says = f"is an array of {name}, not made of integers"
                self.refused("weight_zero_point", lowp.Linear, self.weight, weight_zero_point=bad, says=says)
                values = np.ones((2, 5), np.float32)
                self.refused("zero_point", lowp.quantize, values, 0.5, bad, axis=1, says=says)
        for bad in ([2**70] * 5, [[1], [2, 3]], [0.5] * 5):
            self.refused("b_zero_point", lowp.matmul, self.a, self.b, b_zero_point=bad)
            self.refused("weight_zero_point", lowp.Linear, self.weight, weight_zero_point=bad)
        self.refused("a", lowp.matmul, np.ones((3, 4), ">i2"), self.b, says="array >i2")

    def test_none_is_no_number(self):
        for name in ("stride", "padding", "dilation", "output_padding", "groups", "input_zero_point",
                     "weight_zero_point", "zero_point"):  # fmt: skip
            self.refused(name, lowp.conv_transpose2d, self.x, self.filters, kind=TypeError, **{name: None})
        for name in ("a_zero_point", "b_zero_point", "zero_point"):
            self.refused(name, lowp.matmul, self.a, self.b, kind=TypeError, **{name: None})
        for name in ("input_zero_point", "weight_zero_point", "output_zero_point"):
            self.refused(name, lowp.Linear, self.weight, **self.scales, kind=TypeError, **{name: None})

    def test_what_older_files_say_is_read(self):
        layer = lowp.Linear(self.weight)
        conv = lowp.Conv2d(self.filters)
        layer._arguments["weight_zero_point"] = None
        conv._arguments.update(padding=None, zero_point=None)
        path = os.path.join(tempfile.mkdtemp(), "model")
        lowp.save(path, {"layer": layer, "conv": conv})
        model = lowp.load(path)
        np.testing.assert_array_equal(model["layer"](self.a), layer(self.a))
        np.testing.assert_array_equal(model["conv"](self.x), conv(self.x))

    def test_clamp(self):
        layer = dict(**self.scales, output_scale=1.0)
        for bad in ((5, 2), [1, 0], (-1.5, -2.0), ("a", 1), ([1, 2], 3)):
            self.refused("clamp", lowp.Linear, self.weight, **self.scales, clamp=bad)
            self.refused("clamp", lowp.Linear, self.weight, **layer, clamp=bad)
            self.refused("clamp", lowp.conv2d, self.x, self.filters, scale=0.5, out_dtype=np.int8, clamp=bad)
        self.assertEqual(set(lowp.Linear(self.weight, **layer, clamp=(2, 2))(self.a).flat), {2})
        wide = dict(input_dtype=np.int16, arithmetic=lowp.FixedPoint("single_upward_15_bits"))
        x = self.x.astype(np.int16)
        for bad in ((5, 2), np.zeros(2)):
            self.refused("clamp", lowp.conv2d, x, self.filters, **wide, scale=0.5, out_dtype=np.int8, clamp=bad)
            self.refused("clamp", lowp.conv2d, x, self.filters, input_dtype=np.int16, clamp=bad)

    def test_bytes_in_place(self):
        for packed, kind in ((lowp.Packed(self.b), lowp.Packed),
                             (lowp.Int4Linear.pack(np.ones((4, 16), np.int8), None, 16), lowp.Int4Linear)):  # fmt: skip
            saved = packed.tobytes()
            memory = np.zeros(len(saved) + 128, np.uint8)
            start = -memory.ctypes.data % 64
            memory[start + 1 : start + 1 + len(saved)] = np.frombuffer(saved, np.uint8)
            shifted = memory[start + 1 : start + 1 + len(saved)]
            says = "no multiple of 64, which copy=False needs"
            self.refused("data", kind.from_bytes, shifted, copy=False, says=says)
            kind.from_bytes(shifted)
            self.refused("data", kind.from_bytes, saved[:-1])
            self.refused("data", kind.from_bytes, "ab")
            self.refused("copy", kind.from_bytes, saved, copy=None)

    def test_names_and_flags(self):
        values = np.ones((2, 32), np.int8)
        nibbles = lowp.Int4Linear.pack(values, None, 16)
        for argument, function, arguments, named in (
            ("side", lowp.Packed, (self.b,), dict(side=3)),
            ("all", lowp.backends, (), dict(all=2)),
            ("count", lowp.set_threads, ("2",), {}),
            ("backend", lowp.set_backend, (3,), {}),
            ("group", lowp.Int4Linear.pack, (values, None, "16"), {}),
            ("group", lowp.Int4Linear.pack, (values, None, 2**40), {}),
            ("fused", nibbles, (values,), dict(fused="no")),
            ("low", lowp.DynamicLinear, (self.weight, 0.5), dict(low="0")),
            ("arithmetic", lowp.DynamicLinear, (self.weight, 0.5), dict(arithmetic=3)),
            ("symmetric", lowp.choose_parameters, (values,), dict(symmetric=None)),
            ("axis", lowp.choose_parameters, (values,), dict(axis=0.5)),
            ("rounding", lowp.quantize, (values, 0.5), dict(rounding=np.ones(2))),
            ("dtype", lowp.quantize, (values, 0.5), dict(dtype="int9")),
            ("out_dtype", lowp.matmul, (self.a, self.b), dict(out_dtype="int9")),
            ("out_dtype", lowp.Linear, (self.weight,), dict(out_dtype=3)),
            ("input_dtype", lowp.Conv2d, (self.filters,), dict(input_dtype=3)),
            ("layout", lowp.Conv2d, (self.filters,), dict(layout=np.ones(2))),
            ("data_format", lowp.Conv2d, (self.filters,), dict(data_format=np.ones(2))),
            ("output_padding", lowp.Conv2d, (self.filters,), dict(output_padding=np.ones(2))),
            ("groups", lowp.Conv2d, (self.filters,), dict(groups="1")),
            ("weights", lowp.Conv2d, ((1, 2),), dict(clamp=(0, 1))),
            ("weights", lowp.Conv2d, (self.filters[0],), dict(input_dtype=np.int16, bias=np.ones(5, int))),
            ("a", lowp.matmul, (None, self.b), {}),
            ("b", lowp.matmul, (self.a, lowp.Packed.__new__(lowp.Packed)), {}),  # never initialised
            ("x", lowp.Linear(self.weight), (None,), {}),
        ):
            self.refused(argument, function, *arguments, **named)
        for argument, bad in (("threads", -1), ("threads", "1"), ("backend", 3)):
            with self.assertRaisesRegex((TypeError, ValueError), f"^{argument}"), lowp.using(**{argument: bad}):
                pass

    def test_numbers(self):
        words, complexes, ragged = np.array(["1.5", "2"]), np.ones(2, np.complex64), [[1], [2, 3]]
        for bad in (words, complexes, ragged, "1"):
            self.refused("x", lowp.quantize, bad, 0.5)
            self.refused("x", lowp.choose_parameters, bad)
            self.refused("scale", lowp.quantize, np.ones((2, 2)), bad, axis=0)
            self.refused("scale", lowp.dequantize, np.ones((2, 2), np.int8), bad, axis=0)
            self.refused("bias", lowp.quantize_bias, bad, 0.5, 0.5)
            self.refused("weight_scale", lowp.quantize_bias, 1.0, 0.5, bad)
            self.refused("weight_scale", lowp.Linear, self.weight[:2], input_scale=1, weight_scale=bad)
            self.refused("scales", lowp.DynamicLinear, self.weight[:2], bad)
        for bad in ([0.5, 0.0], [0.5, np.nan]):
            self.refused("scale = 1:", lowp.quantize, np.ones((2, 2)), bad, axis=0)
            self.refused("scale = 1:", lowp.dequantize, np.ones((2, 2), np.int8), bad, axis=0)
        self.refused("zero_point = 128:", lowp.quantize, np.ones((2, 2)), 0.5, [0, 128], axis=0)
        for bad in (0, -1.0, np.inf, np.nan, [0.5, 0.0]):
            self.refused("input_scale", lowp.quantize_bias, [1.0, 2.0], bad, 0.5)
            self.refused("weight_scale", lowp.quantize_bias, [1.0, 2.0], 0.5, bad)

    def test_a_wide_bias_does_not_wrap(self):
        x = self.x.astype(np.int16)
        for bad in (2**63, np.full(5, 2**63, np.uint64), 2**70):
            self.refused("bias", lowp.conv2d, x, self.filters, input_dtype=np.int16, bias=bad)
        largest = np.uint64(2**46 - 1)
        self.assertEqual(lowp.conv2d(x, self.filters, input_dtype=np.int16, bias=largest).max(), 2**46 + 26)

    def test_more_dimensions(self):
        x = np.ones((1,) * 12, np.float32)
        self.assertEqual(lowp.quantize(x, 0.5).shape, x.shape)
        self.assertEqual(lowp.dequantize(lowp.quantize(x, 0.5), 0.5).shape, x.shape)

    def test_files(self):
        path = os.path.join(tempfile.mkdtemp(), "value")
        lowp.save(path, self.a)
        self.refused("mmap", lowp.load, path, mmap="yes")
        for bad in (2**20, True, None, ""):  # numbers are open files to open()
            self.refused("path", lowp.load, bad, kind=TypeError)
            self.refused("path", lowp.save, bad, self.a, kind=TypeError)
        self.refused("value", lowp.save, path, [np.ones(2)])


if __name__ == "__main__":
    unittest.main()
