"""progress= of packing, saving and loading: same bytes, what is told, what raises, the bar."""

import io
import os
import tempfile
import unittest
from unittest import mock

import numpy as np

import lowp
from lowp import _files, _progress


class Stop(Exception):
    pass


class Heard(list):
    def __call__(self, done, total):
        self.append((done, total))


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Progress(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(3)
        self.matrix = rng.integers(-128, 128, (900, 1100)).astype(np.int8)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model.lowp")

    def check(self, heard, least):
        self.assertGreaterEqual(len(heard), least)
        dones = [done for done, _ in heard]
        self.assertEqual(dones, sorted(set(dones)))
        self.assertEqual({total for _, total in heard}, {dones[-1]})

    def test_packing(self):
        for backend in lowp.backends():
            for side in ("lhs", "rhs"):
                heard = Heard()
                packed = lowp.Packed(self.matrix, side=side, backend=backend, progress=heard)
                self.assertEqual(packed.tobytes(), lowp.Packed(self.matrix, side=side, backend=backend).tobytes())
                self.check(heard, 5)

        def stop(done, total):
            raise Stop(done)

        with self.assertRaises(Stop):
            lowp.Packed(self.matrix, progress=stop)
        with self.assertRaises(lowp.InvalidArgument) as caught:
            lowp.Packed(self.matrix, progress=3)
        self.assertEqual(caught.exception.argument, "progress")
        for progress in (None, False, True):
            lowp.Packed(self.matrix, progress=progress)

    def test_int4(self):
        rng = np.random.default_rng(4)
        n, k = 512, 1024
        values = rng.integers(0, 16, (n, k)).astype(np.uint8)
        scales = rng.uniform(0.1, 1, (n, k // 32)).astype(np.float32)
        half = scales.astype(np.float16)
        words = lambda *shape: rng.integers(-(2**31), 2**31, shape).astype(np.int32)
        zeros, rows, columns = words(k // 32, n // 8), words(k // 8, n), words(k, n // 8)
        blocks = np.zeros((n, k // 32, 18), np.uint8)
        blocks[..., 2:] = rng.integers(0, 256, (n, k // 32, 16))
        layer = lowp.Int4Linear
        for make in (
            lambda progress: layer.pack(values, scales, 32, progress=progress),
            lambda progress: layer.pack(values.view(np.int8) - 8, None, 0, progress=progress),
            lambda progress: layer.from_matmul_nbits(blocks[..., 2:].copy(), scales, progress=progress),
            lambda progress: layer.from_gguf_q4_0(blocks.reshape(n, -1), progress=progress),
            lambda progress: layer.from_gptq(rows, zeros, half.T.copy(), group=32, progress=progress),
            lambda progress: layer.from_awq(columns, zeros, half.T.copy(), group=32, progress=progress),
        ):
            heard = Heard()
            self.assertEqual(make(heard).tobytes(), make(None).tobytes())
            self.check(heard, 4)

            def stop(done, total):
                raise Stop

            with self.assertRaises(Stop):
                make(stop)

    def test_layers(self):
        for make in (lowp.Linear, lambda weight, progress: lowp.DynamicLinear(weight, 0.1, progress=progress)):
            heard = Heard()
            make(self.matrix, progress=heard)
            self.check(heard, 5)

    def test_files(self):
        model = {"packed": lowp.Packed(self.matrix), "table": self.matrix, "none": np.zeros(0, np.int8)}
        lowp.save(self.path, model)
        with open(self.path, "rb") as file:
            plain = file.read()
        heard = Heard()
        with mock.patch.object(_files, "PIECE", 100_000):
            lowp.save(self.path, model, progress=heard)
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), plain)
        self.check(heard, 10)
        self.assertEqual(heard[-1][0], model["packed"].nbytes + self.matrix.nbytes)
        for mmap in (True, False):
            heard = Heard()
            loaded = lowp.load(self.path, mmap=mmap, progress=heard)
            self.check(heard, 2)
            self.assertEqual(loaded["packed"].tobytes(), model["packed"].tobytes())
        for error in (Stop(), ValueError("mine"), KeyError("mine")):
            lowp.save(self.path, model)

            def stop(done, total):
                raise error

            for call in (lambda: lowp.load(self.path, progress=stop), lambda: lowp.save(self.path, model, progress=stop)):
                with self.assertRaises(type(error)) as caught:
                    call()
                self.assertIs(caught.exception, error)
        with mock.patch.object(_files, "PIECE", 100_000), self.assertRaises(KeyError):
            lowp.save(self.path, model, progress=stop)
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), plain)  # what was there
        self.assertEqual(os.listdir(os.path.dirname(self.path)), [os.path.basename(self.path)])
        for call in (lambda p: lowp.save(self.path, 1, progress=p), lambda p: lowp.load(self.path, progress=p)):
            call(True)
            with self.assertRaises(lowp.InvalidArgument) as caught:
                call("x")
            self.assertEqual(caught.exception.argument, "progress")

    def test_saves_what_goes_away(self):
        model = {name: lowp.Packed(self.matrix) for name in "abc"}
        blob = model["a"].tobytes()
        after = []

        def clear(done, total):
            model.clear()
            after.extend(np.full(len(blob), 7, np.uint8) for _ in range(3))

        with mock.patch.object(_files, "PIECE", 100_000):
            lowp.save(self.path, model, progress=clear)
        self.assertEqual([packed.tobytes() for packed in lowp.load(self.path).values()], [blob] * 3)

    def test_bar(self):
        now = [0.0]
        terminal = Terminal()
        bar = _progress.Bar("packing", terminal, clock=lambda: now[0])
        bar(1, 10)
        self.assertEqual(terminal.getvalue(), "")  # too soon
        now[0] = 1.0
        bar(5, 10)
        self.assertIn("packing [###############...............]  50%, 1 s left", terminal.getvalue())
        before = terminal.getvalue()
        now[0] = 1.05
        bar(6, 10)
        self.assertEqual(terminal.getvalue(), before)  # too soon after the last
        now[0] = 2.0
        bar(10, 10)
        self.assertTrue(terminal.getvalue().endswith(" \r"))
        quiet = Terminal()
        _progress.Bar("packing", quiet)(10, 10)
        self.assertEqual(quiet.getvalue(), "")

    def test_bar_is_for_terminals(self):
        with mock.patch("sys.stderr", Terminal()):
            self.assertIsInstance(_progress.reporter(True, "packing"), _progress.Bar)
            with mock.patch.object(_progress, "SOONEST", 0.0), mock.patch.object(_progress.time, "monotonic"):
                lowp.Packed(self.matrix, progress=True)
        with mock.patch("sys.stderr", io.StringIO()):
            self.assertIsNone(_progress.reporter(True, "packing"))
        with mock.patch("sys.stderr", None):
            self.assertIsNone(_progress.reporter(True, "packing"))


if __name__ == "__main__":
    unittest.main()
