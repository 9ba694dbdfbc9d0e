"""Pictures: valid SVG, all of what a plan says, readable on both kinds of pages."""

import itertools
import os
import re
import tempfile
import unittest
import xml.etree.ElementTree

import numpy as np

import lowp
from lowp import drawing


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    """As WCAG 2 defines it."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class Drawing(unittest.TestCase):
    def plans(self):
        for (m, n, k), threads in itertools.product(
            ((1, 1000, 700), (3, 1000, 300), (300, 1000, 700), (5000, 90, 400), (7, 5, 3), (64, 5000, 2000)), (1, 2, 5, 40)
        ):
            a, b = np.ones((m, k), np.uint8), np.ones((k, n), np.int8)
            for left, right in ((a, b), (a, np.asfortranarray(b)), (a, lowp.Packed(b)), (lowp.Packed(a, side="lhs"), b)):
                for scaling in ({}, dict(scale=0.1, out_dtype=np.int8)):
                    with lowp.using(threads=threads):
                        yield lowp.plan(left, right, **scaling)

    def check(self, svg):
        self.assertIsInstance(svg, drawing.Svg)
        root = xml.etree.ElementTree.fromstring(svg)
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        width, height = float(root.get("width")), float(root.get("height"))
        for shape in root.iter():
            if shape.tag.endswith("rect") and shape.get("width") != "100%":
                x, y, w, h = (float(shape.get(name)) for name in ("x", "y", "width", "height"))
                self.assertTrue(0 <= x and 0 <= y and 0 <= w and 0 <= h)
                self.assertTrue(x + w <= width and y + h <= height)
            if shape.tag.endswith("text"):
                self.assertLess(float(shape.get("x")), width)
        return root

    def test_plans(self):
        for plan in self.plans():
            svg = plan.draw()
            self.assertEqual(plan._repr_svg_(), svg)
            root = self.check(svg)
            text = "\n".join(t.text for t in root.iter("{http://www.w3.org/2000/svg}text"))
            for said in (
                plan.backend, plan.kernel, plan.epilogue, f"{plan.m} x {plan.k}", f"{plan.k} x {plan.n}",
                f"{plan.row_blocks} of {plan.row_block} rows", f"{plan.workspace_bytes:,}", plan.threads_reason,
                plan.a_source, plan.b_source,
                *(kernel for kernel, _, _ in plan.passed_over),
            ):
                self.assertIn(said, text)
            self.assertLess(len(svg), 400_000)

    def test_shares_are_the_result(self):
        for plan in self.plans():
            covered = np.zeros((plan.m, plan.n), np.int8)
            owners = []
            for thread, row, rows, column, columns in drawing.shares(plan):
                covered[row : row + rows, column : column + columns] += 1
                owners.append(thread)
            self.assertTrue((covered == 1).all())
            self.assertEqual(owners, sorted(owners))
            self.assertLess(max(owners), plan.threads)
            if plan.threads <= 16:
                self.assertEqual(len(set(owners)), plan.threads)

    def test_nothing_to_do(self):
        plan = lowp.plan(np.ones((0, 4), np.uint8), np.ones((4, 5), np.int8))
        self.assertIn("zero", plan.draw())
        self.check(plan.draw())
        self.assertEqual(drawing.shares(plan), [])

    def test_words(self):
        plan = lowp.plan(np.ones((30, 70), np.uint8), np.ones((70, 40), np.int8))
        names = [plan.kernel] + [kernel for kernel, _, _ in plan.passed_over]
        for name in names:
            self.assertIn(name, str(plan))
        cycles = [c for _, c, _ in plan.passed_over if c is not None]
        self.assertEqual(cycles, sorted(cycles))
        self.assertGreater(plan.cycles, 0)
        self.assertLessEqual(plan.cycles, min(cycles, default=plan.cycles))
        for _, c, reason in plan.passed_over:
            self.assertEqual(c is None, reason != "")

    def test_bars(self):
        series = {"a <b> & \"c\"": {"x": 3.0, "y": 0.0}, "d": {"x": 1234.5, "y": None}}
        svg = drawing.bars("Title < & >", series, "GOP/s")
        text = [t.text for t in self.check(svg).iter("{http://www.w3.org/2000/svg}text")]
        for said in ("Title < & >", "a <b> & \"c\"", "d", "x", "y", "3 GOP/s", "1,234 GOP/s", "not measured"):
            self.assertIn(said, text)
        self.check(drawing.bars("", {}))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bars.svg")
            svg.save(path)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), svg)

    def test_readable(self):
        for back, text, faint, line in (drawing.LIGHT, drawing.DARK):
            self.assertGreater(contrast(back, text), 7)
            self.assertGreater(contrast(back, faint), 4.5)
            self.assertGreater(contrast(back, line), 1.5)
            for colour in drawing.COLOURS + (drawing.NEUTRAL,):
                self.assertGreater(contrast(back, colour), 2.5, colour)
        svg = drawing.bars("t", {"a": {"x": 1.0}})
        self.assertIn("@media (prefers-color-scheme: dark)", svg)
        # The picture has its own background, and every text has one of its colours.
        self.assertIn('class="lowp-back"', svg)
        for text in re.findall(r"<text [^>]*>", svg):
            self.assertRegex(text, 'class="lowp-(text|faint)"')


if __name__ == "__main__":
    unittest.main()
