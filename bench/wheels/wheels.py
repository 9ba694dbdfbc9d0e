"""Compares lowp with current wheels of PyPI in one process, on one thread; ./dev bench wheels builds and starts it.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import argparse
import functools
import importlib.metadata
import os
import pathlib
import platform
import re
import sys

# Before any library starts threads: then each takes one CPU as all there is.
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import numpy

import litert_peer
import module
import onnxruntime_peer
from contestant import Absent
from problem import Problem, default_shapes, parse_shape
from report import OVERHEAD_SHAPE, Series, print_report
from timing import time_rounds

WHEELS = ("onnxruntime", "onednn", "ai-edge-litert", "onnx", "flatbuffers", "numpy")

NOTE = """\
All take u8 or s8 activations with a zero point and s8 weights from -127 to 127 (or both operands moved by 128), packed
before the clock starts, and scale by one positive factor to bytes with a zero point; all but QLinearMatMul add a bias.
Those in the int32 table yield the sums. Every result is compared with lowp's, whose four pairs must agree to the bit;
a peer that scales in float may differ by one. `x` marks a wrong result.

lowp and oneDNN are called by a loop in C, and this oneDNN runs each call as a task of SYCL; ONNX Runtime and LiteRT
are interpreters, called from Python. So a call has an overhead, which counts in small products and in those of one
row. What a call takes for 4x4x4 stands among the means. "Less the calls" are the means with that time taken off both
sides, which favours the peers, because it contains work that a larger product needs too."""


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench wheels", description=__doc__.split(";")[0] + ".")
    parser.add_argument("--shape", action="append", metavar="RxCxD", help="rows, columns and depth; repeat for more")
    parser.add_argument("--rounds", type=int, default=9, help="turns of each contestant (9)")
    parser.add_argument("--backend", help="of lowp; default: what it takes by itself")
    parser.add_argument("--modules", required=True, type=pathlib.Path, help=argparse.SUPPRESS)  # their folder
    arguments = parser.parse_args()
    try:
        arguments.shapes = [parse_shape(shape) for shape in arguments.shape or ()] or default_shapes()
    except ValueError as error:
        parser.error(str(error))
    if arguments.rounds < 1:
        parser.error("--rounds: cannot be below 1")
    return arguments


class Contest:
    """Measures shapes; remembers who was absent and why."""

    def __init__(self, arguments):
        self.rounds = arguments.rounds
        self.lowp = str(arguments.modules / "lowp.so")
        self.onednn = str(arguments.modules / "onednn.so")
        self.backend = arguments.backend or module.text(self.lowp, "LowpWheelsBestBackend")
        self.absent = {}
        self.lowp_is_wrong = False

    def contestants(self, problem):
        found = [make() for make in module.lowp_contestants(self.lowp, self.backend, problem).values()]
        peers = {
            "onednn": functools.partial(module.onednn_contestants, self.onednn),
            "onnxruntime": onnxruntime_peer.contestants,
            "litert": litert_peer.contestants,
        }
        for wheel, contestants_of in peers.items():
            try:
                makers = contestants_of(problem)
            except Absent as reason:
                self.absent[wheel] = str(reason)
                continue
            for name, make in makers.items():
                try:
                    contestant = make()
                    contestant.seconds(1)
                    found.append(contestant)
                # Whatever a wheel throws: the others still take part.
                except Exception as reason:
                    self.absent[name] = str(reason)
        return found

    def wrong(self, contestants, problem):
        """The keys of those whose last result is not lowp's."""
        result = functools.partial(module.lowp_result, self.lowp, self.backend, problem)
        bytes_of = {with_bias: result(with_bias=with_bias).astype(int) for with_bias in (True, False)}
        sums = result(sums=True)
        wrong = set()
        for contestant in contestants:
            expected = sums if contestant.pair == "int32" else bytes_of[contestant.with_bias]
            off = int(numpy.abs(expected.astype(numpy.int64) - contestant.output()).max())
            if off > contestant.tolerance:
                print(f"{contestant.name} {contestant.pair} is wrong by up to {off}", file=sys.stderr)
                wrong.add(contestant.key)
        return wrong

    def measure(self, shape):
        problem = Problem(shape)
        contestants = self.contestants(problem)
        times = time_rounds(contestants, self.rounds)
        series = Series(shape, times, self.wrong(contestants, problem))
        self.lowp_is_wrong |= any(name == "lowp" for name, _ in series.wrong)
        print(f"measured {series.name}", file=sys.stderr)
        return series


def processor():
    found = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return found.group(1) if found else platform.machine()


def print_head(contest):
    versions = []
    for wheel in WHEELS:
        try:
            versions.append(f"{wheel} {importlib.metadata.version(wheel)}")
        except importlib.metadata.PackageNotFoundError:
            contest.absent.setdefault(wheel, "is not installed: pip failed")
    try:
        versions.append(f"its oneDNN {module.text(contest.onednn, 'LowpWheelsVersion')}")
    except Absent:
        pass
    print("## lowp beside wheels\n")
    print(f"lowp's backend {contest.backend}; {processor()}; one thread, tied to one CPU; {contest.rounds} rounds.")
    print("Versions: " + ", ".join(versions) + ".\n")
    print(NOTE)
    for name, reason in contest.absent.items():
        print(f"\n**Absent: {name}** ({reason})")


def main():
    arguments = parse_arguments()
    contest = Contest(arguments)
    overhead = contest.measure(OVERHEAD_SHAPE)
    results = [contest.measure(shape) for shape in arguments.shapes]
    print_head(contest)
    print_report(results, overhead)
    return 1 if contest.lowp_is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
