"""Who takes part in a product.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import dataclasses
import time
from collections.abc import Callable

import numpy


class Absent(Exception):
    """Why a wheel, or a contestant of it, does not take part."""


@dataclasses.dataclass
class Contestant:
    name: str
    pair: str  # the types of the operands, or "int32": the table in which it stands
    seconds: Callable[[int], float]  # how long that many calls take
    output: Callable[[], numpy.ndarray]  # of the last call: u8 or int32
    tolerance: int = 0
    with_bias: bool = True

    @property
    def key(self):
        return (self.name, self.pair)


def seconds_of(call):
    """Times the calls of something that Python calls."""

    def seconds(calls):
        repeated = range(calls)
        start = time.perf_counter()
        for _ in repeated:
            call()
        return time.perf_counter() - start

    return seconds
