"""Times contestants turn by turn, as ../timer.cc and ../contest.cc do.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import math
import os
import random
import time

TURN_SECONDS = 2e-3
PAUSE_SECONDS = 30e-3
MAX_CALLS = 1 << 20
MAX_WARM_UP_CALLS = 8


def use_cpus(count):
    """Keeps this process on the last CPUs: oneDNN's driver takes all that there are, whatever it is told."""
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[-count:]))


def calls_per_turn(contestant):
    contestant.seconds(1)
    calls = 1
    while True:
        seconds = contestant.seconds(calls)
        if seconds >= TURN_SECONDS / 4 or calls >= MAX_CALLS:
            return min(max(math.ceil(calls * TURN_SECONDS / seconds), 1), MAX_CALLS)
        calls *= 4


def time_rounds(contestants, rounds, threads=1):
    """The seconds of a call in each round, by the contestant's key.

    Threads of the contestant before may look for work for a while, on the CPUs that this one needs: several threads pause
    before each turn.
    """
    calls = {contestant.key: calls_per_turn(contestant) for contestant in contestants}
    times = {contestant.key: [] for contestant in contestants}
    order = list(contestants)
    for _ in range(rounds):
        random.shuffle(order)
        for contestant in order:
            turn = calls[contestant.key]
            if threads > 1:
                time.sleep(PAUSE_SECONDS)
            contestant.seconds(min(turn, MAX_WARM_UP_CALLS))  # the one before has filled the caches
            times[contestant.key].append(contestant.seconds(turn) / turn)
    return times


def quantile(values, at):
    return sorted(values)[int(at * (len(values) - 1) + 0.5)]


def lower_quartile(values):
    return quantile(values, 0.25)


def ratios(slower, faster):
    """The ratios within the rounds: median, lowest and highest."""
    all_ratios = [a / b for a, b in zip(slower, faster)]
    return quantile(all_ratios, 0.5), min(all_ratios), max(all_ratios)


def ratio_cells(names, times, medians):
    """A table's cell for each name, how much slower it is than lowp, or "-" if it has no times; adds to its medians."""
    cells = []
    for name in names:
        if name not in times:
            cells.append("-")
            continue
        middle, low, high = ratios(times[name], times["lowp"])
        medians[name].append(middle)
        cells.append(f"{middle:.2f} ({low:.2f}..{high:.2f})")
    return cells


def geometric_mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))
