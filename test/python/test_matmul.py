"""lowp.matmul against numpy's int64."""

import ctypes
import itertools
import sys
import threading
import time
import unittest

import numpy as np

import lowp
import reference

TYPES = (np.uint8, np.int8)
SIZES = ((1, 1, 1), (1, 17, 33), (5, 1, 7), (7, 13, 33), (16, 64, 64), (33, 70, 129), (3, 5, 0))


def random(rng, shape, dtype, order="C"):
    info = np.iinfo(dtype)
    return np.asarray(rng.integers(info.min, info.max + 1, shape), dtype, order=order)


class DlpackOnly:
    """An array of another library."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Matmul(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(1)

    def operands(self, m, n, k, types=(np.uint8, np.int8)):
        return random(self.rng, (m, k), types[0]), random(self.rng, (k, n), types[1])

    def test_every_type_order_backend(self):
        for backend in lowp.backends():
            with lowp.using(backend=backend):
                for (m, n, k), types in itertools.product(SIZES, itertools.product(TYPES, TYPES)):
                    for orders in ("CC", "CF", "FC", "FF"):
                        a = random(self.rng, (m, k), types[0], orders[0])
                        b = random(self.rng, (k, n), types[1], orders[1])
                        np.testing.assert_array_equal(lowp.matmul(a, b), reference.sums(a, b))

    def test_extreme_values(self):
        for types in itertools.product(TYPES, TYPES):
            for ends in itertools.product(("min", "max"), repeat=2):
                a = np.full((9, 300), getattr(np.iinfo(types[0]), ends[0]), types[0])
                b = np.full((300, 65), getattr(np.iinfo(types[1]), ends[1]), types[1])
                np.testing.assert_array_equal(
                    lowp.matmul(a, b, a_zero_point=255, b_zero_point=-128),
                    reference.sums(a, b, 255, -128),
                )

    def test_strides(self):
        big_a = random(self.rng, (30, 100), np.uint8)
        big_b = random(self.rng, (100, 90), np.int8)
        a, b = big_a[2:19, 5:55], big_b[7:57, 11:75]
        expected = reference.sums(a, b)
        np.testing.assert_array_equal(lowp.matmul(a, b), expected)
        np.testing.assert_array_equal(lowp.matmul(a[::3], b), expected[::3])
        np.testing.assert_array_equal(lowp.matmul(b.T, a.T), expected.T)
        np.testing.assert_array_equal(lowp.matmul(a[:, :1], b[:1]), reference.sums(a[:, :1], b[:1]))
        np.testing.assert_array_equal(lowp.matmul(a[:1], b[:, 3:4]), expected[:1, 3:4])

    def test_nothing_is_copied(self):
        a = random(self.rng, (40, 100), np.uint8)
        for view in (a, a[3:, 7:50], a.T, a[::4], a[5:6], a.T[9:, 3:]):
            for lent in (view, DlpackOnly(view)):
                address, rows, cols, stride, row_major = lowp._core._operand(lent)
                self.assertEqual(address, view.ctypes.data)
                self.assertEqual((rows, cols), view.shape)
                if rows > 1 and cols > 1:
                    self.assertEqual(stride, max(view.strides))
                    self.assertEqual(row_major, view.strides[1] == 1)
        memory = bytearray(range(12))
        cast = memoryview(memory).cast("B", (3, 4))
        lent = lowp._core._operand(cast)
        self.assertEqual(lent[0], np.frombuffer(memory, np.uint8).ctypes.data)
        self.assertEqual(lent[1:], (3, 4, 4, True))

    def test_buffers_without_strides(self):
        rows = (ctypes.c_uint8 * 4 * 3).from_buffer_copy(bytes(range(12)))
        a = np.frombuffer(rows, np.uint8).reshape(3, 4)
        address, *rest = lowp._core._operand(rows)
        self.assertEqual((address, *rest), (ctypes.addressof(rows), 3, 4, 4, True))
        b = random(self.rng, (4, 5), np.int8)
        out = (ctypes.c_int32 * 5 * 3)()
        self.assertIs(lowp.matmul(rows, b, out=out), out)
        np.testing.assert_array_equal(np.frombuffer(out, np.int32).reshape(3, 5), reference.sums(a, b))
        for bad in ((ctypes.c_uint8 * 4)(), ctypes.c_uint8(1), np.datetime64("2026"), np.timedelta64(1)):
            with self.assertRaises(lowp.InvalidArgument):
                lowp.matmul(bad, b)

    def test_refuses_what_it_would_have_to_copy(self):
        a, b = self.operands(6, 5, 8)
        wide = random(self.rng, (6, 16), np.uint8)
        for bad in (wide[:, ::2], a[::-1], a[:, ::-1], np.broadcast_to(a[:1], a.shape)):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.matmul(bad, b)
            self.assertEqual(caught.exception.argument, "a")
            self.assertIn("ascontiguousarray", caught.exception.problem)

    def test_more_dimensions_are_rows(self):
        x = random(self.rng, (2, 3, 4, 20), np.int8)
        b = random(self.rng, (20, 9), np.int8)
        expected = reference.sums(x.reshape(-1, 20), b).reshape(2, 3, 4, 9)
        np.testing.assert_array_equal(lowp.matmul(x, b), expected)
        np.testing.assert_array_equal(lowp.matmul(x[:, :, 1:2], b), expected[:, :, 1:2])
        np.testing.assert_array_equal(lowp.matmul(x[1:, ..., 3:11], b[3:11]), reference.sums(x[1].reshape(-1, 20)[:, 3:11], b[3:11]).reshape(1, 3, 4, 9))
        with self.assertRaises(lowp.InvalidArgument):
            lowp.matmul(x[:, :2], b)

    def test_the_right_side_is_one_matrix(self):
        # numpy makes a batch of (1, 20, 9) and of (2, 10, 9): neither is a matrix of 20 rows.
        a = random(self.rng, (3, 20), np.int8)
        b = random(self.rng, (20, 9), np.int8)
        for batch in (b[None], b.reshape(2, 10, 9), b[0]):
            for refused, argument, problem in (
                (lambda: lowp.matmul(a, batch), "b", "dimensions"),
                (lambda: lowp.plan(a, batch), "b", "dimensions"),
                (lambda: lowp.Packed(batch), "matrix", "dimensions"),
                (lambda: lowp.Packed(batch, side="lhs"), "matrix", "dimensions"),
                (lambda: lowp.Linear(batch), "weight", "(out_features, in_features)"),
            ):
                with self.assertRaises(lowp.InvalidArgument) as caught:
                    refused()
                self.assertEqual(caught.exception.argument, argument)
                self.assertIn(problem, caught.exception.problem)
        packed = lowp.Packed(b)
        np.testing.assert_array_equal(lowp.matmul(a[None], packed), lowp.matmul(a, b)[None])

    def test_zero_points(self):
        a, b = self.operands(7, 11, 30)
        rows, cols = np.arange(7) * 40 - 100, np.arange(11) * 20 - 90
        expected = reference.sums(a, b, rows[:, None], cols)
        for dtype in (np.int16, np.int32, np.int64):
            r, c = rows.astype(dtype), cols.astype(dtype)
            np.testing.assert_array_equal(lowp.matmul(a, b, a_zero_point=r, b_zero_point=c), expected)
            np.testing.assert_array_equal(
                lowp.matmul(a, b, a_zero_point=r[:, None], b_zero_point=c[None]), expected
            )
        np.testing.assert_array_equal(
            lowp.matmul(a, b, a_zero_point=list(rows.tolist()), b_zero_point=tuple(cols.tolist())), expected
        )
        every_other = np.repeat(cols, 2)[::2]
        np.testing.assert_array_equal(lowp.matmul(a, b, b_zero_point=every_other), reference.sums(a, b, 0, cols))
        np.testing.assert_array_equal(
            lowp.matmul(a, b, a_zero_point=np.uint8(200), b_zero_point=np.array(-3)),
            reference.sums(a, b, 200, -3),
        )

    def test_scaled(self):
        a, b = self.operands(9, 20, 50)
        sums = reference.sums(a, b, 100, 3)
        cols = self.rng.uniform(1e-4, 1e-2, 20).astype(np.float32)
        rows = self.rng.uniform(1e-4, 1e-2, (9, 1)).astype(np.float32)
        bias = self.rng.integers(-9000, 9000, 20, np.int32)
        common = dict(a_zero_point=100, b_zero_point=3)
        for scale in (0.002, cols, cols[None], rows, cols.astype(np.float64), cols.tolist()):
            as_float = np.asarray(scale, np.float32)
            for dtype in (np.int8, np.uint8, np.int16):
                for zero_point in (0, 7):
                    result = lowp.matmul(
                        a, b, scale=scale, bias=bias, zero_point=zero_point, out_dtype=dtype, **common
                    )
                    self.assertEqual(result.dtype, dtype)
                    np.testing.assert_array_equal(
                        result, reference.scaled_by_float(reference.wrap(sums + bias), as_float, zero_point, dtype)
                    )
            real = lowp.matmul(a, b, scale=scale, **common)
            self.assertEqual(real.dtype, np.float32)
            np.testing.assert_array_equal(real, sums.astype(np.float32) * as_float)
            np.testing.assert_array_equal(
                lowp.matmul(a, b, scale=scale, bias=bias, **common),
                (sums + bias).astype(np.float32) * as_float,
            )
            float_bias = (bias / 8).astype(np.float32)
            np.testing.assert_array_equal(
                lowp.matmul(a, b, scale=scale, bias=float_bias, out_dtype="float32", **common),
                sums.astype(np.float32) * as_float + float_bias,
            )
            for integers in bias.tolist(), tuple(bias.tolist()):
                np.testing.assert_array_equal(
                    lowp.matmul(a, b, scale=scale, bias=integers, **common), (sums + bias).astype(np.float32) * as_float
                )
            np.testing.assert_array_equal(
                lowp.matmul(a, b, scale=scale, bias=float_bias.tolist(), **common),
                sums.astype(np.float32) * as_float + float_bias,
            )
        np.testing.assert_array_equal(lowp.matmul(a, b, bias=bias, **common), sums + bias)
        np.testing.assert_array_equal(
            lowp.matmul(a, b, bias=bias[:9, None], **common), sums + bias[:9, None]
        )

    def test_out(self):
        a, b = self.operands(6, 10, 20)
        expected = reference.sums(a, b)
        for out in (
            np.zeros((6, 10), np.int32),
            np.zeros((6, 10), np.int32, "F"),
            np.zeros((12, 30), np.int32)[::2, 4:14],
        ):
            self.assertIs(lowp.matmul(a, b, out=out), out)
            np.testing.assert_array_equal(out, expected)
        shared = np.zeros((6, 10), np.int32)
        lowp.matmul(a, b, out=DlpackOnly(shared))
        np.testing.assert_array_equal(shared, expected)
        read_only = np.zeros((6, 10), np.int32)
        read_only.setflags(write=False)
        lent = memoryview(bytes(240)).cast("i", (6, 10))
        for bad in (read_only, DlpackOnly(read_only), lent, np.zeros((6, 10), np.int64), np.zeros((10, 6), np.int32), np.zeros((6, 20), np.int32)[:, ::2]):
            with self.assertRaises(lowp.InvalidArgument) as caught:
                lowp.matmul(a, b, out=bad)
            self.assertEqual(caught.exception.argument, "out")
        memory = np.zeros(600, np.uint8)
        with self.assertRaises(lowp.InvalidArgument):
            lowp.matmul(memory[:36].reshape(6, 6), memory[36:72].reshape(6, 6), out=memory[64:208].view(np.int32).reshape(6, 6))

    def test_empty(self):
        a, b = self.operands(4, 6, 0)
        np.testing.assert_array_equal(lowp.matmul(a, b, a_zero_point=3), np.zeros((4, 6)))
        bias = np.arange(6, dtype=np.int32)
        np.testing.assert_array_equal(lowp.matmul(a, b, bias=bias), np.tile(bias, (4, 1)))
        np.testing.assert_array_equal(
            lowp.matmul(a, b, scale=0.5, zero_point=9, bias=bias, out_dtype=np.uint8),
            np.tile(np.rint(bias * 0.5) + 9, (4, 1)),
        )
        self.assertEqual(lowp.matmul(a[:0], b).shape, (0, 6))
        self.assertEqual(lowp.matmul(*self.operands(3, 0, 5)).shape, (3, 0))

    def test_packed(self):
        for backend in lowp.backends():
            with lowp.using(backend=backend):
                for types in itertools.product(TYPES, TYPES):
                    a, b = self.operands(19, 70, 45, types)
                    expected = reference.sums(a, b, 5, -7)
                    rhs, lhs = lowp.Packed(b), lowp.Packed(a, side="lhs")
                    points = dict(a_zero_point=5, b_zero_point=-7)
                    for x, y in ((a, rhs), (lhs, b), (lhs, rhs)):
                        np.testing.assert_array_equal(lowp.matmul(x, y, **points), expected)
                    np.testing.assert_array_equal(lowp.matmul(a, lowp.Packed(np.asfortranarray(b)), **points), expected)
        with self.assertRaises(lowp.InvalidArgument):
            lowp.matmul(rhs, rhs)

    def test_threads(self):
        a, b = self.operands(256, 700, 300)
        with lowp.using(threads=1):
            one = lowp.matmul(a, b, scale=0.01, out_dtype=np.int8)
        for threads in (2, 3, 0):
            with lowp.using(threads=threads):
                np.testing.assert_array_equal(lowp.matmul(a, b, scale=0.01, out_dtype=np.int8), one)
        with lowp.using(threads=2):
            self.assertEqual(lowp.threads(), 2)
            self.assertEqual(lowp.plan(a, b).threads, 2)

    def test_from_several_threads(self):
        a, b = self.operands(64, 300, 200)
        expected = reference.sums(a, b)
        wrong = []

        def multiply():
            for _ in range(20):
                if not np.array_equal(lowp.matmul(a, b), expected):
                    wrong.append(1)

        threads = [threading.Thread(target=multiply) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_lets_go_of_the_gil(self):
        a, b = self.operands(1200, 1200, 1200)
        ticks, stop = [0], threading.Event()

        def tick():
            while not stop.is_set():
                ticks[0] += 1
                time.sleep(0)

        thread = threading.Thread(target=tick)
        interval = sys.getswitchinterval()
        sys.setswitchinterval(10)  # nobody takes the GIL from one who keeps it
        try:
            thread.start()
            while ticks[0] == 0:
                time.sleep(0.001)
            before = ticks[0]
            for _ in range(5):
                lowp.matmul(a, b)
            self.assertGreater(ticks[0], before)
        finally:
            sys.setswitchinterval(interval)
            stop.set()
            thread.join()

    def test_plan(self):
        a, b = self.operands(40, 300, 64)
        plan = lowp.plan(a, lowp.Packed(b), scale=0.1, zero_point=3, out_dtype=np.uint8)
        self.assertEqual((plan.m, plan.n, plan.k), (40, 300, 64))
        self.assertEqual(plan.backend, lowp.backend())
        self.assertIn("kernel " + plan.kernel, str(plan))
        self.assertEqual(repr(plan), str(plan))


class Refusals(unittest.TestCase):
    """The last accepted and the first refused value of each argument."""

    def setUp(self):
        self.a = np.ones((3, 4), np.uint8)
        self.b = np.ones((4, 5), np.int8)

    def refused(self, argument, **arguments):
        call = {"a": self.a, "b": self.b, **arguments}
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.matmul(**call)
        error = caught.exception
        self.assertEqual(error.argument, argument)
        self.assertEqual(error.code, "invalid_argument")
        self.assertIsInstance(error, ValueError)
        self.assertIn(argument, str(error))
        return error

    def test_arrays(self):
        self.refused("a", a=self.a[0])
        self.refused("a", a=self.a.astype(np.int16))
        self.refused("a", a=self.a.astype(bool))
        self.refused("b", b=self.b.astype(np.float32))
        self.refused("a", a=self.a[:, :3])
        self.refused("a", a=np.ones((1,) * 9, np.uint8))
        self.assertEqual(lowp.matmul(np.ones((1,) * 8, np.uint8), self.b[:1]).shape, (1,) * 7 + (5,))
        for bad in ([[1]], None, 3, "ab", object()):
            with self.assertRaises(TypeError):
                lowp.matmul(bad, self.b)

    def test_zero_points(self):
        lowp.matmul(self.a, self.b, a_zero_point=2**31 - 1, b_zero_point=-(2**31))
        self.refused("a_zero_point", a_zero_point=2**31)
        self.refused("b_zero_point", b_zero_point=-(2**31) - 1)
        self.refused("a_zero_point", a_zero_point=2**100)
        self.refused("a_zero_point", a_zero_point=np.array([1, 2, 2**31]))
        self.refused("a_zero_point", a_zero_point=np.zeros(4, np.int32))
        self.refused("a_zero_point", a_zero_point=np.zeros((1, 4), np.int32))
        self.refused("b_zero_point", b_zero_point=np.zeros((4, 1), np.int32))
        self.refused("b_zero_point", b_zero_point=np.zeros(5, np.float32))
        with self.assertRaises(TypeError):
            lowp.matmul(self.a, self.b, a_zero_point=1.5)

    def test_scales(self):
        for bad in (np.nan, np.inf, 1e39):
            self.refused("scale", scale=bad)
        lowp.matmul(self.a, self.b, scale=3e38)
        self.refused("scale", scale=np.ones(3, np.float32))
        self.refused("scale", scale=np.ones((3, 5), np.float32))
        self.refused("bias", bias=np.ones(5, np.float32), scale=1.0, out_dtype=np.int8)
        self.refused("bias", bias=np.ones(5, np.float32))
        self.refused("bias", bias=np.ones(4, np.int32))
        self.refused("zero_point", zero_point=1)
        self.refused("zero_point", zero_point=1, scale=1.0)
        self.refused("out_dtype", out_dtype=np.int8)
        self.refused("out_dtype", out_dtype=np.int32, scale=1.0)
        self.refused("out_dtype", out_dtype=np.float64, scale=1.0)
        lowp.matmul(self.a, self.b, out_dtype=np.int32)
        with self.assertRaises(TypeError):
            lowp.matmul(self.a, self.b, scale="x")

    def test_settings(self):
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.set_backend("avx3")
        self.assertEqual((caught.exception.argument, caught.exception.value), ("backend", "avx3"))
        self.assertIn("scalar", caught.exception.problem)
        for name in set(lowp.backends(all=True)) - set(lowp.backends()):
            with self.assertRaises(lowp.Unsupported) as caught:
                lowp.set_backend(name)
            self.assertEqual(caught.exception.code, "unsupported")
        with self.assertRaises(lowp.InvalidArgument):
            lowp.set_threads(-1)

    def test_packed(self):
        with self.assertRaises(lowp.InvalidArgument):
            lowp.Packed(self.b, side="both")
        with self.assertRaises(lowp.InvalidArgument):
            lowp.Packed(self.b.astype(np.int32))
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.Packed(self.b, backend="none")
        self.assertEqual(caught.exception.argument, "backend")

    def test_nothing_is_written(self):
        out = np.full((3, 5), 77, np.int32)
        self.refused("a_zero_point", out=out, a_zero_point=np.zeros(4, np.int32))
        self.refused("zero_point", out=out, zero_point=3)
        self.assertTrue((out == 77).all())


if __name__ == "__main__":
    unittest.main()
