"""What Python adds to a call: with `out` no memory. overhead.py measures the time."""

import tracemalloc
import unittest

import numpy as np

import lowp
import overhead


class Overhead(unittest.TestCase):
    def peak(self, statement, names):
        """The bytes that are allocated at once while a statement is evaluated."""
        code = compile(statement, "call", "eval")
        for _ in range(3):
            eval(code, names)
        tracemalloc.start()
        try:
            peaks = []
            for _ in range(10):
                before = tracemalloc.get_traced_memory()[0]
                tracemalloc.reset_peak()
                eval(code, names)
                peaks.append(tracemalloc.get_traced_memory()[1] - before)
        finally:
            tracemalloc.stop()
        return min(peaks)

    def test_no_memory(self):
        nothing = self.peak("out", {"out": 1})
        for statement, names, _ in overhead.cases():
            names = {**vars(lowp), "np": np, **names}
            with self.subTest(statement):
                if "out" in statement:
                    self.assertIs(eval(statement, names), names["out"])
                    self.assertEqual(self.peak(statement, names), nothing)
                else:  # the array of the result
                    self.assertGreater(self.peak(statement, names), nothing)


if __name__ == "__main__":
    unittest.main()
