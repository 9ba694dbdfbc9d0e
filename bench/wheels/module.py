"""Libraries behind a module with the interface of entry.h: lowp, and the oneDNN of the onednn wheel.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import functools
import pathlib
import weakref

import numpy

from contestant import Absent, Contestant
from problem import Product, aligned

LOWP_PAIRS = {
    "u8*s8": {},
    "u8*u8": {"signed_weights": False},
    "s8*s8": {"signed_input": True},
    "int32": {"sums": True},
}


@functools.lru_cache(maxsize=None)
def load(file):
    if not pathlib.Path(file).exists():
        raise Absent(f"{pathlib.Path(file).name} was not built")
    try:
        module = ctypes.CDLL(file)
    except OSError as error:
        raise Absent(str(error)) from error
    module.LowpWheelsCreate.restype = ctypes.c_void_p
    module.LowpWheelsCreate.argtypes = [ctypes.c_char_p, ctypes.POINTER(Product)]
    module.LowpWheelsSeconds.restype = ctypes.c_double
    module.LowpWheelsSeconds.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32]
    module.LowpWheelsDestroy.restype = None
    module.LowpWheelsDestroy.argtypes = [ctypes.c_void_p]
    return module


class Entry:
    """A product in a module."""

    def __init__(self, module, name, problem, **request):
        self.problem = problem  # whose memory the module uses
        self.result = aligned((problem.rows, problem.cols), numpy.int32 if request.get("sums") else numpy.uint8)
        self.module = module
        self.made = module.LowpWheelsCreate(name.encode(), ctypes.byref(problem.product(**request)))
        if not self.made:
            raise Absent(f"{name} refuses the product")
        weakref.finalize(self, module.LowpWheelsDestroy, self.made)

    def seconds(self, calls):
        return self.module.LowpWheelsSeconds(self.made, self.result.ctypes.data, calls)

    def output(self):
        return self.result


def contestant(file, library, name, pair, tolerance, problem, **request):
    entry = Entry(load(file), library, problem, **request)
    return Contestant(name, pair, entry.seconds, entry.output, tolerance)


def lowp_contestants(file, backend, problem):
    """What makes each contestant."""
    return {
        f"lowp {pair}": functools.partial(contestant, file, backend, "lowp", pair, 0, problem, **request)
        for pair, request in LOWP_PAIRS.items()
    }


def lowp_result(file, backend, problem, **request):
    """What every other result is compared with."""
    entry = Entry(load(file), backend, problem, **request)
    entry.seconds(1)
    return entry.output()


def onednn_contestants(file, problem):
    return {"onednn": functools.partial(contestant, file, "onednn", "onednn", "u8*s8", 1, problem)}


def text(file, function):
    """What a function without arguments returns."""
    called = getattr(load(file), function)
    called.restype = ctypes.c_char_p
    return called().decode()
