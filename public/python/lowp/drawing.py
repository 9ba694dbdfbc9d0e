"""Pictures, as SVG that is readable on light and on dark pages.

    lowp.plan(a, b).draw()                          # shows itself in a notebook
    lowp.drawing.bars("Speed", {"numpy": {"256": 10.0}, "lowp": {"256": 90.0}}, "GOP/s").save("speed.svg")
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from xml.sax.saxutils import escape

from ._core import Plan

# (background, text, faint text, lines) of light and of dark pages.
LIGHT = ("#ffffff", "#1f2328", "#59636e", "#b7bfc8")
DARK = ("#161b22", "#e6edf3", "#9aa4af", "#4b535d")
# Fills of bars and of threads, which stand out on both backgrounds.
COLOURS = ("#3b82c4", "#d9822b", "#4a9c5d", "#b5649b", "#8d7bd0", "#c0564c", "#2f9e9e", "#94862f")
NEUTRAL = "#8b949e"
MOST_FRAMES = 1024

_NAMES = ("back", "text", "faint", "line")


def _style():
    def rules(colours):
        back, text, faint, line = (f".lowp-{name}" for name in _NAMES)
        return (
            f"{back}{{fill:{colours[0]}}}{text}{{fill:{colours[1]}}}"
            f"{faint}{{fill:{colours[2]}}}{line}{{stroke:{colours[3]};fill:none}}"
        )

    return f"<style>{rules(LIGHT)}@media (prefers-color-scheme: dark){{{rules(DARK)}}}</style>"


class Svg(str):
    """The text of an SVG picture, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


class _Canvas:
    """Collects shapes; a picture of what they need."""

    def __init__(self):
        self.shapes = []
        self.width = self.height = 0

    def _extend(self, x, y):
        self.width, self.height = max(self.width, x), max(self.height, y)

    def rect(self, x, y, width, height, fill, opacity=1.0):
        self._extend(x + width, y + height)
        self.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"'
            + ("/>" if opacity == 1 else f' fill-opacity="{opacity}"/>')
        )

    def frame(self, x, y, width, height):
        self._extend(x + width, y + height)
        self.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" class="lowp-line"/>'
        )

    def line(self, x0, y0, x1, y1):
        self._extend(max(x0, x1), max(y0, y1))
        self.shapes.append(
            f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" class="lowp-line"/>'
        )

    def text(self, x, y, text, *, anchor="start", faint=False, bold=False, size=12):
        # Letters of a sans-serif face are some 0.56 of their size wide.
        width = 0.56 * size * len(text)
        self._extend(x + {"start": width, "middle": width / 2, "end": 0}[anchor], y + 4)
        weight = ' font-weight="bold"' if bold else ""
        kind = "faint" if faint else "text"
        self.shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{weight} '
            f'class="lowp-{kind}">{escape(text)}</text>'
        )

    def svg(self, label):
        width, height = round(self.width + 16), round(self.height + 16)
        return Svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" role="img" '
            f'aria-label="{escape(label, {chr(34): "&quot;"})}">\n'
            + _style()
            + '\n<rect width="100%" height="100%" rx="6" class="lowp-back"/>\n'
            + "\n".join(self.shapes)
            + "\n</svg>\n"
        )


def bars(title: str, series: Mapping[str, Mapping[str, float | None]], unit: str = "") -> Svg:
    """Horizontal bars: for each name of a series {label: value}, all with the same labels.

    A value of None has no bar, and the label "not measured".
    """
    canvas = _Canvas()
    canvas.text(16, 26, title, bold=True, size=15)
    x = 16
    for i, name in enumerate(series):
        canvas.rect(x, 38, 12, 10, COLOURS[i % len(COLOURS)])
        canvas.text(x + 18, 47, name)
        x += 18 + 0.6 * 12 * len(name) + 24
    labels = list(dict.fromkeys(label for values in series.values() for label in values))
    left = 24 + 0.6 * 12 * max((len(label) for label in labels), default=0)
    highest = max((v for values in series.values() for v in values.values() if v is not None), default=0) or 1
    y = 66
    for label in labels:
        middle = y + 7.5 * len(series) + 4
        canvas.text(left - 8, middle, label, anchor="end")
        for i, values in enumerate(series.values()):
            value = values.get(label)
            width = 0 if value is None else 420 * value / highest
            canvas.rect(left, y, width, 13, COLOURS[i % len(COLOURS)])
            number = "not measured" if value is None else f"{_digits(value)} {unit}".rstrip()
            canvas.text(left + width + 6, y + 11, number, faint=True, size=11)
            y += 15
        y += 10
    canvas.line(left, 60, left, y - 6)
    return canvas.svg(title)


def _digits(value):
    """Three digits, or more if they stand before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _lengths(m, n, k):
    """Of the sides in a picture: roots, so that a long side leaves the others visible."""
    longest = max(m, n, k) ** 0.5
    return (50 + 230 * size**0.5 / longest for size in (m, n, k))


def shares(plan: Plan) -> list[tuple[int, int, int, int, int]]:
    """What each thread takes first: a list of (thread, first row, rows, first column, columns) of the result.

    As internal/gemm/product_run.cc shares a product out: each thread takes its own run of neighbours, one
    after another, and then helps with the other runs.
    """
    if plan.m == 0:
        return []
    step = plan.columns_per_task or plan.panels_per_task * plan.nr
    groups, blocks = -(-plan.n // step), plan.row_blocks
    by_panel = plan.b_source == "packed just in time"
    count, taken = groups * blocks, []
    # Above 16 threads some share a run (internal/runtime/shares.h).
    runs = min(plan.threads, 16)
    for run in range(runs):
        for share in range(count * run // runs, count * (run + 1) // runs):
            outer, inner = divmod(share, blocks if by_panel else groups)
            group, block = (outer, inner) if by_panel else (inner, outer)
            row, column = block * plan.row_block, group * step
            rows = plan.m - row if block == blocks - 1 else plan.row_block
            taken.append((run, row, rows, column, min(step, plan.n - column)))
    return taken


def _joined(taken):
    """Neighbours of one thread along a row as one, where there are too many to be seen."""
    if len(taken) <= MOST_FRAMES:
        return taken
    joined = []
    for share in sorted(taken, key=lambda s: (s[1], s[3])):
        last = joined[-1] if joined else None
        if last and last[:3] == share[:3] and last[3] + last[4] == share[3]:
            joined[-1] = (*last[:4], last[4] + share[4])
        else:
            joined.append(share)
    return joined


def plan(plan: Plan) -> Svg:
    """A lowp.Plan as a picture: A at the left, B above, the result, what each thread takes, the kernels."""
    canvas = _Canvas()
    canvas.text(16, 26, f"{plan.backend}: {plan.kernel or 'nothing to do'}", bold=True, size=15)
    if plan.m == 0:
        canvas.text(16, 48, "a dimension is zero", faint=True)
        return canvas.svg("A plan with nothing to do")
    height, width, depth = _lengths(plan.m, plan.n, plan.k)
    left, top = 16 + depth + 14, 44 + depth + 14
    _draw_operands(canvas, plan, (left, top), (height, width, depth))
    _draw_result(canvas, plan, (left, top), (height, width))
    # The texts start below what is drawn, at the right.
    _draw_texts(canvas, plan, left + width + 40)
    return canvas.svg(f"A product of {plan.m}, {plan.n} and {plan.k} on {plan.backend} by {plan.kernel}")


def _draw_operands(canvas, plan, corner, sizes):
    (left, top), (height, width, depth) = corner, sizes
    a, b = ("b", "a") if plan.b_side == "lhs" else ("a", "b")
    canvas.rect(16, top, depth, height, NEUTRAL, 0.25)
    canvas.rect(16, top, depth, max(2, height * min(1, plan.mr / plan.m)), NEUTRAL, 0.6)
    canvas.frame(16, top, depth, height)
    canvas.text(16, top + height + 16, f"A = {a}, {plan.a_source}", faint=True, size=11)
    canvas.text(16, top - 6, f"{plan.m} x {plan.k}", faint=True, size=11)
    canvas.rect(left, top - 14 - depth, width, depth, NEUTRAL, 0.25)
    canvas.rect(left, top - 14 - depth, _tile(plan, (height, width))[0], depth, NEUTRAL, 0.6)
    canvas.frame(left, top - 14 - depth, width, depth)
    name = f"B = {b}, {plan.b_source}"
    canvas.text(left + width + 6, top - 14 - depth + 11, name, faint=True, size=11)
    canvas.text(left + width + 6, top - 14 - depth + 26, f"{plan.k} x {plan.n}", faint=True, size=11)
    if plan.panels <= 64 and not plan.columns_per_task:
        for i in range(1, plan.panels):
            x = left + width * i * plan.nr / plan.n
            canvas.line(x, top - 14 - depth, x, top - 14)


def _draw_result(canvas, plan, corner, sizes):
    (left, top), (height, width) = corner, sizes
    taken = shares(plan)
    for thread, row, rows, column, columns in _joined(taken):
        place = (
            left + width * column / plan.n,
            top + height * row / plan.m,
            width * columns / plan.n,
            height * rows / plan.m,
        )
        canvas.rect(*place, COLOURS[thread % len(COLOURS)], 0.55)
        if len(taken) <= MOST_FRAMES:
            canvas.frame(*place)
    canvas.frame(left, top, width, height)
    canvas.shapes.append(
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{_tile(plan, sizes)[0]:.1f}" '
        f'height="{_tile(plan, sizes)[1]:.1f}" class="lowp-text" fill-opacity="0.8"/>'
    )
    tiles = f"{plan.mr} rows" if plan.columns_per_task else f"{plan.mr} x {plan.nr}"
    canvas.text(left, top + height + 16, f"result, tiles of {tiles}", faint=True, size=11)


def _tile(plan, sizes):
    """The width and the height of the kernel's tile; of a B in place it has no fixed width."""
    height, width = sizes
    columns = 0 if plan.columns_per_task else plan.nr
    return max(3, width * min(1, columns / plan.n)), max(2, height * min(1, plan.mr / plan.m))


def _draw_texts(canvas, plan, x):
    y = 100
    for text in (
        f"columns: {plan.columns_per_task} a task"
        if plan.columns_per_task
        else f"panels: {plan.panels} of {plan.nr} columns, {plan.panels_per_task} a task",
        f"blocks: {plan.row_blocks} of {plan.row_block} rows",
        f"epilogue: {plan.epilogue}",
        f"workspace: {plan.workspace_bytes:,} bytes",
        f"threads: {plan.threads}, {plan.threads_reason}",
    ):
        canvas.text(x, y, text)
        y += 18
    if plan.threads > 1:
        for thread in range(min(plan.threads, len(COLOURS))):
            canvas.rect(x + 26 * thread, y - 6, 12, 10, COLOURS[thread], 0.55)
            canvas.text(x + 26 * thread + 14, y + 3, str(thread), faint=True, size=10)
        canvas.text(x + 26 * thread + 32, y + 3, "take first what has their colour", faint=True, size=10)
        y += 18
    canvas.text(x, y + 14, "kernels, by estimated cycles", bold=True)
    y += 22
    fitting = [(plan.kernel, plan.cycles)] + [(k, c) for k, c, _ in plan.passed_over if c is not None]
    longest = max(cycles for _, cycles in fitting) or 1
    for i, (kernel, cycles) in enumerate(fitting):
        canvas.rect(x, y, 150 * cycles / longest, 11, COLOURS[0] if i == 0 else NEUTRAL)
        canvas.text(x + 156, y + 10, f"{kernel}: {cycles:,.0f}", faint=i > 0, size=11)
        y += 15
    for kernel, cycles, reason in plan.passed_over:
        if cycles is None:
            canvas.text(x, y + 10, f"{kernel}: {reason}", faint=True, size=10)
            y += 14
