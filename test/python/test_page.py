"""Executes doc/python.md: its Python blocks are one program, and print what follows them."""

import contextlib
import io
import os
import re
import shutil
import unittest
import xml.etree.ElementTree

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "doc", "python.md")
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


class Page(unittest.TestCase):
    def test_page(self):
        with open(PAGE) as file:
            page = file.read()
        names = {}
        blocks = list(BLOCK.finditer(page))
        self.assertGreater(len(blocks), 5)
        for block in blocks:
            code, expected = block.group(1), block.group(2) or ""
            line = page.count("\n", 0, block.start()) + 2
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * (line - 1) + code, PAGE, "exec"), names)
            self.assertEqual(printed.getvalue(), expected, f"line {line}")
        for name in os.listdir(names["pictures"]):
            xml.etree.ElementTree.parse(os.path.join(names["pictures"], name))
            self.assertIn(f"]({name})", page)
            if "LOWP_PICTURES" in os.environ:  # a folder that receives them
                shutil.copy(os.path.join(names["pictures"], name), os.environ["LOWP_PICTURES"])


if __name__ == "__main__":
    unittest.main()
