"""Prints what was measured as Markdown.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import dataclasses
import math

from timing import geometric_mean, lower_quartile, ratios

PAIRS = ("u8*s8", "u8*u8", "s8*s8", "int32")
TITLES = {"int32": "u8\\*s8, int32 sums as the result"}
OVERHEAD_SHAPE = (4, 4, 4)


@dataclasses.dataclass
class Series:
    """A shape's times of a call in each round, by contestant, and whose results were wrong."""

    shape: tuple
    times: dict
    wrong: set

    @property
    def name(self):
        return "x".join(str(size) for size in self.shape)

    def gops(self, key):
        return 2e-9 * math.prod(self.shape) / lower_quartile(self.times[key])

    def ratio(self, peer, overheads=None):
        """How many times as fast as the peer lowp is with the same operands, less both calls' overheads if given."""
        slower, faster = self.times[peer], self.times[("lowp", peer[1])]
        if overheads:
            slower = [max(seconds - overheads.get(peer, 0), 0) for seconds in slower]
            faster = [max(seconds - overheads[("lowp", peer[1])], 1e-12) for seconds in faster]
        return ratios(slower, faster)


def number(value):
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def spread(ratio):
    return f"{ratio[0]:.2f} ({ratio[1]:.2f}..{ratio[2]:.2f})"


def print_table(title, rows):
    widths = [max(3, *(len(row[i]) for row in rows)) for i in range(len(rows[0]))]
    print(f"\n### {title}\n")
    for r, row in enumerate(rows):
        cells = [cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths))]
        print("| " + " | ".join(cells) + " |")
        if r == 0:
            rules = [":" + "-" * (width + 1) if i == 0 else "-" * (width + 1) + ":" for i, width in enumerate(widths)]
            print("|" + "|".join(rules) + "|")


def peers_of(results, pair=None):
    """The peers' keys, in the order in which they came."""
    keys = dict.fromkeys(key for series in results for key in series.times)
    return [key for key in keys if key[0] != "lowp" and pair in (None, key[1])]


def print_pair(results, pair):
    peers = peers_of(results, pair)
    rows = [["rows x cols x depth", "lowp"] + [name for name, _ in peers] + [f"to {name}" for name, _ in peers]]
    for series in results:
        row = [series.name, number(series.gops(("lowp", pair)))]
        present = [peer in series.times for peer in peers]
        wrong = [" x" if peer in series.wrong else "" for peer in peers]
        row += [number(series.gops(p)) + x if there else "-" for p, x, there in zip(peers, wrong, present)]
        row += [spread(series.ratio(p)) + x if there else "-" for p, x, there in zip(peers, wrong, present)]
        rows.append(row)
    print_table(TITLES.get(pair, pair.replace("*", "\\*")) + ": GOPS, and how many times as fast lowp is", rows)


def mean_and_worst(results, ratio_of):
    """The cells: the geometric mean, the lowest ratio and its shape."""
    found = [(ratio_of(series), series.name) for series in results]
    # Where nothing is left of a peer's time there is no ratio.
    found = [(ratio, name) for ratio, name in found if ratio > 0]
    if not found:
        return ["-", "-"]
    worst = min(found)
    return [f"{geometric_mean([ratio for ratio, _ in found]):.2f} of {len(found)}", f"{worst[0]:.2f} {worst[1]}"]


def best_right_peer(series):
    """The quickest of those whose results are bytes and right."""
    right = [p for p in peers_of([series]) if p not in series.wrong and p[1] != "int32"]
    return min(right, key=lambda peer: lower_quartile(series.times[peer]), default=None)


def ratio_to_best(series, overheads=None):
    """That of lowp's u8*s8, whatever operands the best right peer takes."""
    best = best_right_peer(series)
    own, other = ("lowp", "u8*s8"), ("lowp", best[1])
    stand_in = Series(series.shape, {**series.times, other: series.times[own]}, set())
    return stand_in.ratio(best, overheads and {**overheads, other: overheads[own]})


def print_best(results):
    rows = [["rows x cols x depth", "lowp u8*s8", "best right peer", "its operands", "GOPS", "to it"]]
    for series in results:
        name, pair = best = best_right_peer(series)
        rows.append([series.name, number(series.gops(("lowp", "u8*s8"))), name, pair])
        rows[-1] += [number(series.gops(best)), spread(ratio_to_best(series))]
    print_table("The best right peer of any operands", [[cell.replace("*", "\\*") for cell in row] for row in rows])


def print_means(results, overhead):
    """overhead: the series of OVERHEAD_SHAPE."""
    costs = {key: lower_quartile(times) for key, times in overhead.times.items()}
    head = ["geometric means", "operands", f"call of {overhead.name}", "lowp's", "lowp to it", "worst"]
    rows = [head + ["less the calls", "worst", "wrong in"]]
    for peer in peers_of(results):
        with_peer = [series for series in results if peer in series.times]
        row = [peer[0], peer[1].replace("*", "\\*")]
        row += [f"{1e6 * costs[key]:.2f} us" if key in costs else "-" for key in (peer, ("lowp", peer[1]))]
        row += mean_and_worst(with_peer, lambda series: series.ratio(peer)[0])
        row += mean_and_worst(with_peer, lambda series: series.ratio(peer, costs)[0])
        rows.append(row + [str(sum(peer in series.wrong for series in with_peer))])
    with_best = [series for series in results if best_right_peer(series)]
    best = ["best right peer", "any", "", ""]
    best += mean_and_worst(with_best, lambda series: ratio_to_best(series)[0])
    best += mean_and_worst(with_best, lambda series: ratio_to_best(series, costs)[0])
    print_table("Means, and the overhead of a call", rows + [best + [""]])


def print_report(results, overhead):
    for pair in PAIRS:
        if peers_of(results, pair):
            print_pair(results, pair)
    with_best = [series for series in results if best_right_peer(series)]
    if with_best:
        print_best(with_best)
    if peers_of(results):
        print_means(results, overhead)
