"""Times small calls from Python, beside numpy's: nanoseconds of the thread's own time."""

import time
import timeit

import numpy as np

import lowp


def nanoseconds(statement, names):
    timer = timeit.Timer(statement, timer=time.thread_time, globals={**names, "np": np, "lowp": lowp})
    count = 5000
    return sorted(timer.repeat(41, count))[20] / count * 1e9


def main():
    lowp.set_threads(1)
    names = dict(
        a=np.ones((4, 4), np.uint8), b=np.ones((4, 4), np.int8), out=np.empty((4, 4), np.int32)
    )
    names["packed"] = lowp.Packed(names["b"])
    for statement in (
        "lowp.matmul(a, b)",
        "lowp.matmul(a, b, out=out)",
        "lowp.matmul(a, packed, out=out)",
        "lowp.matmul(a, b, a_zero_point=3, scale=0.1, zero_point=5, out_dtype=np.uint8)",
        "np.matmul(a, b)",
        "np.empty((4, 4), np.int32)",
    ):
        print(f"{nanoseconds(statement, names):6.0f} ns  {statement}")


if __name__ == "__main__":
    main()
