"""lowp.Int4Linear: products against their definition, importers, files, what is refused."""

import os
import pickle
import tempfile
import unittest

import numpy as np

import lowp
import reference


def nibbles(values, axis=-1):
    """Pairs of values along an axis as bytes, the first in the low half."""
    values = np.moveaxis(values, axis, -1).astype(np.uint8)
    if values.shape[-1] % 2:
        values = np.concatenate([values, np.zeros_like(values[..., :1])], axis=-1)
    return np.moveaxis(values[..., ::2] | values[..., 1::2] << 4, -1, axis)


def words(values, axis, order=range(8)):
    """Eights of values along an axis as int32, value i in the order[i]-th half byte."""
    values = np.moveaxis(values, axis, -1).astype(np.uint32)
    values = values.reshape(*values.shape[:-1], -1, 8)
    packed = sum(values[..., i] << np.uint32(4 * place) for i, place in enumerate(order))
    return np.ascontiguousarray(np.moveaxis(packed.astype(np.uint32), -1, axis)).view(np.int32)


class Int4Linear(unittest.TestCase):
    def setUp(self):
        rng = self.rng = np.random.default_rng(7)
        self.n, self.k, self.group = 40, 96, 32
        self.values = rng.integers(0, 16, (self.n, self.k)).astype(np.uint8)
        self.scales = rng.normal(0, 0.1, (self.n, 3)).astype(np.float32)
        self.points = rng.integers(0, 16, (self.n, 3)).astype(np.uint8)
        self.x = rng.integers(-128, 128, (7, self.k)).astype(np.int8)
        self.x_scale = rng.uniform(0.01, 0.1, 7).astype(np.float32)
        self.x_point = rng.integers(-128, 128, 7).astype(np.int32)
        self.bias = rng.normal(0, 3, self.n).astype(np.float32)

    def expected(self, scales=None, points=None, x_point=0, **given):
        s = reference.int4_sums(self.x, self.values, self.group, x_point, self.points if points is None else points)
        return reference.int4_linear(s, self.scales if scales is None else scales, **given)

    def test_products(self):
        for backend in lowp.backends():
            with lowp.using(backend=backend):
                layer = lowp.Int4Linear.pack(self.values, self.scales, self.group, self.points)
                for fused in (False, True):
                    y = layer(self.x, self.x_scale, self.x_point, bias=self.bias, fused=fused)
                    np.testing.assert_array_equal(
                        y,
                        self.expected(x_point=self.x_point, x_scale=self.x_scale, bias=self.bias, fused=fused),
                        backend,
                    )
                np.testing.assert_array_equal(layer(self.x), self.expected(), backend)
                np.testing.assert_array_equal(
                    layer(self.x, 0.5, -3, bias=2.0), self.expected(x_point=-3, x_scale=0.5, bias=2.0)
                )
                with lowp.using(threads=3):
                    np.testing.assert_array_equal(layer(self.x), self.expected(), backend)

    def test_types_and_layouts(self):
        half = self.scales.astype(np.float16)
        layer = lowp.Int4Linear.pack(self.values, half, self.group)
        self.assertEqual(layer.scale_dtype, np.float16)
        expected = self.expected(half, 8)
        np.testing.assert_array_equal(layer(self.x), expected)
        np.testing.assert_array_equal(layer(self.x, out_dtype=np.float16), expected.astype(np.float16))
        signed = (self.values.astype(np.int16) - 8).astype(np.int8)
        columns = np.asfortranarray
        for values, scales in ((signed, half), (columns(signed), columns(half)), (signed, np.repeat(half, 2, 1)[:, ::2])):
            again = lowp.Int4Linear.pack(values, scales, self.group)
            np.testing.assert_array_equal(again(self.x), expected)
        points = (self.points.astype(np.int16) - 8).astype(np.int8)
        again = lowp.Int4Linear.pack(signed, self.scales, self.group, np.asfortranarray(points))
        np.testing.assert_array_equal(again(self.x), self.expected())
        self.x = (self.x.astype(np.int16) + 128).astype(np.uint8)
        np.testing.assert_array_equal(again(self.x, 1, 200), self.expected(x_point=200))

    def test_one_group(self):
        layer = lowp.Int4Linear.pack(self.values, self.scales[:, :1], 0)
        self.group = self.k
        np.testing.assert_array_equal(layer(self.x), self.expected(self.scales[:, :1], 8))
        self.assertEqual(layer.group, self.k)

    def test_integers(self):
        scales = self.rng.integers(-1000, 1000, (self.n, 3)).astype(np.int32)
        s = reference.int4_sums(self.x, self.values, self.group, self.x_point, self.points)
        layer = lowp.Int4Linear.pack(self.values, scales, self.group, self.points)
        y = layer(self.x, x_zero_point=self.x_point)
        self.assertEqual(y.dtype, np.int64)
        np.testing.assert_array_equal(y, np.einsum("rgn,ng->rn", s, scales.astype(np.int64)))
        layer = lowp.Int4Linear.pack(self.values, None, self.group, self.points)
        np.testing.assert_array_equal(layer(self.x, None, self.x_point, out_dtype=np.int64), s.sum(axis=1))
        self.assertIsNone(layer.scale_dtype)
        for argument, given in (
            ("x_scale", dict(x_scale=1.0)),
            ("bias", dict(bias=self.bias)),
            ("fused", dict(fused=True)),
            ("out_dtype", dict(out_dtype=np.float32)),
        ):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                layer(self.x, **given)
            self.assertEqual(caught.exception.argument, argument)

    def test_shapes(self):
        layer = lowp.Int4Linear.pack(self.values, self.scales, self.group, self.points)
        whole = layer(self.x)
        self.assertEqual(layer(self.x.reshape(7, 1, self.k)).shape, (7, 1, self.n))
        np.testing.assert_array_equal(layer(self.x[3]), whole[3])
        np.testing.assert_array_equal(layer(self.x[::2]), whole[::2])
        self.assertEqual(layer(self.x[:0]).shape, (0, self.n))
        out = np.empty((7, self.n + 5), np.float16)[:, 2:-3]
        self.assertIs(layer(self.x, out=out), out)
        np.testing.assert_array_equal(out, whole.astype(np.float16))
        self.assertEqual((layer.in_features, layer.out_features, layer.group), (self.k, self.n, self.group))
        self.assertIn("96 -> 40, groups of 32", repr(layer))

    def test_matmul_nbits(self):
        b = nibbles(self.values).reshape(self.n, 3, 16)
        for scales in (self.scales, self.scales.astype(np.float16)):
            layer = lowp.Int4Linear.from_matmul_nbits(b, scales, nibbles(self.points))
            np.testing.assert_array_equal(layer(self.x), self.expected(scales))
        layer = lowp.Int4Linear.from_matmul_nbits(b.reshape(self.n, -1), self.scales.reshape(-1), block_size=32)
        np.testing.assert_array_equal(layer(self.x), self.expected(points=8))

    def test_gguf(self):
        half = self.scales.astype(np.float16)
        grouped = self.values.reshape(self.n, 3, 2, 16)
        blocks = np.concatenate(
            [half.reshape(self.n, 3, 1).view(np.uint8), grouped[:, :, 0] | grouped[:, :, 1] << 4], axis=2
        )
        layer = lowp.Int4Linear.from_gguf_q4_0(blocks.reshape(self.n, -1))
        np.testing.assert_array_equal(layer(self.x), self.expected(half, 8))

    def test_gptq(self):
        half = self.scales.astype(np.float16)
        scales = np.ascontiguousarray(half.T)
        qweight = words(self.values.T, 0)
        self.points %= 15
        for version, stored in ((1, self.points), (2, self.points + 1)):
            layer = lowp.Int4Linear.from_gptq(
                qweight, words(stored.T, 1), scales, group=32, version=version,
                g_idx=np.arange(self.k, dtype=np.int32) // 32,
            )
            np.testing.assert_array_equal(layer(self.x), self.expected(half, self.points + 1))
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.Int4Linear.from_gptq(
                qweight, words(self.points.T, 1), scales, group=32, g_idx=np.arange(self.k, dtype=np.int32) % 3
            )
        self.assertEqual(caught.exception.argument, "g_idx")

    def test_awq(self):
        half = self.scales.astype(np.float16)
        order = (0, 4, 1, 5, 2, 6, 3, 7)
        arguments = [words(self.values.T, 1, order), words(self.points.T, 1, order), np.ascontiguousarray(half.T)]
        layer = lowp.Int4Linear.from_awq(*arguments, group=32)
        np.testing.assert_array_equal(layer(self.x), self.expected(half))
        one = lowp.Int4Linear.from_awq(*(a[:1] if i else a for i, a in enumerate(arguments)), group=-1)
        self.group = self.k
        np.testing.assert_array_equal(one(self.x), self.expected(half[:, :1], self.points[:, :1]))

    def test_files_and_pickles(self):
        layer = lowp.Int4Linear.pack(self.values, self.scales, self.group, self.points)
        y = layer(self.x)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(layer))(self.x), y)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layer.lowp")
            lowp.save(path, {"layer": layer})
            for mmap in (True, False):
                again = lowp.load(path, mmap=mmap)["layer"]
                np.testing.assert_array_equal(again(self.x), y)
                self.assertEqual(again.tobytes(), layer.tobytes())
                del again
        data = bytearray(layer.tobytes())
        data[-1] ^= 1
        with self.assertRaises(lowp.DataLoss):
            lowp.Int4Linear.from_bytes(bytes(data))

    def test_refuses(self):
        def refused(argument, function, *arguments, **named):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                function(*arguments, **named)
            self.assertEqual(caught.exception.argument, argument)

        int4, v, s, z = lowp.Int4Linear, self.values, self.scales, self.points
        for group in (-16, 8, 24, 64):
            refused("group", int4.pack, v, s, group)
        refused("values", int4.pack, v[0], s, 32)
        refused("values", int4.pack, v.astype(np.int32), s, 32)
        refused("values.data", int4.pack, v + 1, s, 32)
        refused("scales", int4.pack, v, s[:, :2], 32)
        refused("scales", int4.pack, v, s.astype(np.float64), 32)
        refused("scales.data", int4.pack, v, np.full_like(s, np.inf), 32)
        refused("zero_points", int4.pack, v, s, 32, z.T)
        refused("zero_points", int4.pack, v, s, 32, z.astype(np.int8))
        refused("zero_points.data", int4.pack, v, s, 32, z + 17)
        b = nibbles(v)
        refused("block_size", int4.from_matmul_nbits, b, s, block_size=0)
        refused("block_size", int4.from_matmul_nbits, b, s, block_size=-1)
        refused("b", int4.from_matmul_nbits, b[:, ::2], s)
        refused("b", int4.from_matmul_nbits, b.view(np.int8), s)
        refused("scales", int4.from_matmul_nbits, b, s[:, :2].copy())
        refused("scales", int4.from_matmul_nbits, b, s.astype(np.int32))
        refused("zero_points", int4.from_matmul_nbits, b, s, z)
        refused("blocks", int4.from_gguf_q4_0, np.zeros((4, 19), np.uint8))
        refused("blocks", int4.from_gguf_q4_0, np.zeros(18, np.uint8))
        q, p, h = words(v.T, 0), words(z.T, 1), np.ascontiguousarray(s.T.astype(np.float16))
        refused("version", int4.from_gptq, q, p, h, group=32, version=3)
        refused("group", int4.from_gptq, q, p, h)
        refused("qzeros", int4.from_gptq, q, p[:2], h, group=32)
        refused("scales", int4.from_gptq, q, p, h[:2], group=32)
        refused("g_idx", int4.from_gptq, q, p, h, group=32, g_idx=np.zeros(95, np.int32))
        refused("scales", int4.from_awq, words(v.T, 1), p, h.astype(np.float32), group=32)
        with self.assertRaises(TypeError):
            int4.pack(None, s, 32)
        with self.assertRaises(TypeError):
            int4.from_gptq(q, None, h, group=32)

        layer = int4.pack(v, s, 32, z)
        refused("x", layer, self.x[:, :95])
        refused("x", layer, self.x.T)
        refused("x", layer, self.x.astype(np.int16))
        refused("x_scale", layer, self.x, np.ones(6))
        refused("x_scale", layer, self.x, np.inf)
        refused("x_zero_point", layer, self.x, 1, np.zeros(6, np.int32))
        refused("x_zero_point", layer, self.x, 1, 128)
        layer(self.x, 1, 127)
        refused("bias", layer, self.x, bias=np.ones(41))
        refused("out_dtype", layer, self.x, out_dtype=np.int64)
        refused("out", layer, self.x, out=np.empty((7, 39), np.float32))
        refused("out", layer, self.x, out=np.empty((7, 40), np.int64))


if __name__ == "__main__":
    unittest.main()
