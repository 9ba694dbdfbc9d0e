"""What the wheel brings beside the module: lowp-conform, and types that mypy accepts."""

import importlib.util
import os
import subprocess
import sys
import sysconfig
import unittest

import lowp
import typed_sample

HERE = os.path.dirname(os.path.abspath(__file__))


class Conform(unittest.TestCase):
    program = os.path.join(sysconfig.get_path("scripts"), "lowp-conform")

    def digests(self, *arguments, **environment):
        return subprocess.run(
            [self.program, *arguments], env={**os.environ, **environment}, check=True, capture_output=True, text=True
        ).stdout

    def test_recorded(self):
        with open(os.path.join(HERE, "..", "..", "doc", "conform", "digests.txt")) as file:
            recorded = file.read()
        self.assertGreater(recorded.count("\n"), 10)
        self.assertEqual(self.digests("--all"), recorded)
        for backend in lowp.backends():
            self.assertEqual(self.digests(LOWP_BACKEND=backend), recorded)


class Types(unittest.TestCase):
    def test_sample_runs(self):
        typed_sample.main()

    def test_everything_has_types(self):
        """No public function or method of lowp lacks an annotation."""
        for name in lowp.__all__:
            value = getattr(lowp, name)
            if getattr(value, "__module__", "").startswith("lowp._core") or name == "drawing":
                continue  # in the stub, or a module
            members = vars(value).items() if isinstance(value, type) else [(name, value)]
            for member, function in members:
                function = function.fget if isinstance(function, property) else function
                code = getattr(function, "__code__", None)
                if code is None or member.startswith("_") and member not in ("__init__", "__call__"):
                    continue
                if not code.co_filename.startswith(os.path.dirname(lowp.__file__)):
                    continue  # of a dataclass
                function = getattr(function, "__wrapped__", function)
                given = set(function.__annotations__)
                code = function.__code__
                needed = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) - {"self"}
                self.assertLessEqual(needed | {"return"}, given, f"{name}.{member}")

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_mypy(self):
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", os.devnull, "typed_sample.py"],
            cwd=HERE, capture_output=True, text=True,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
