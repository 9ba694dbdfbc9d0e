"""What Python adds to a call: the same call from Python and by the engine alone, in nanoseconds.

Both are the best of interleaved repetitions, on one thread; numpy's calls stand beside them.
"""

import time
import timeit

import numpy as np

import lowp

COUNT = 500


def cases():
    """(statement, names, the engine's seconds of so many calls)"""
    a, b = np.ones((4, 4), np.uint8), np.ones((4, 4), np.int8)
    out, bytes_out = np.empty((4, 4), np.int32), np.empty((4, 4), np.uint8)
    packed = lowp.Packed(b)
    scaled = dict(a_zero_point=3, scale=0.1, zero_point=5, out_dtype=np.uint8)
    native = lowp._core._matmul_seconds
    yield "matmul(a, b)", dict(a=a, b=b), lambda n: native(n, a, b, out=out)
    yield "matmul(a, b, out=out)", dict(a=a, b=b, out=out), lambda n: native(n, a, b, out=out)
    yield "matmul(a, packed, out=out)", dict(a=a, packed=packed, out=out), lambda n: native(n, a, packed, out=out)
    yield (
        "matmul(a, packed, a_zero_point=3, scale=0.1, zero_point=5, out_dtype=np.uint8, out=out)",
        dict(a=a, packed=packed, out=bytes_out),
        lambda n: native(n, a, packed, **scaled, out=bytes_out),
    )
    linear = lowp.Linear(
        b, np.ones(4, np.int32), input_scale=0.1, weight_scale=0.1, output_scale=0.3, out_dtype=np.uint8
    )
    yield "linear(a, out)", dict(linear=linear, a=a, out=bytes_out), lambda n: linear._layer._seconds(n, a, bytes_out)
    x, y = np.ones((4, 4), np.float32), np.empty((4, 4), np.float32)
    dynamic = lowp.DynamicLinear(b, 0.1)
    yield "dynamic(x, out)", dict(dynamic=dynamic, x=x, out=y), lambda n: dynamic._layer._seconds(n, x, y)
    image, sums = np.ones((1, 4, 4, 4), np.uint8), np.empty((1, 2, 2, 4), np.int32)
    conv = lowp.Conv2d(np.ones((4, 3, 3, 4), np.int8))
    yield "conv(image, out)", dict(conv=conv, image=image, out=sums), lambda n: conv._convolution._seconds(n, image, sums)


def measure(repetitions=200):
    """(statement, nanoseconds from Python, those of the engine alone)"""
    results = []
    with lowp.using(threads=1):
        for statement, names, native in cases():
            timer = timeit.Timer(statement, timer=time.perf_counter, globals={**vars(lowp), "np": np, **names})
            python = engine = float("inf")
            for _ in range(repetitions):
                python = min(python, timer.timeit(COUNT))
                engine = min(engine, native(COUNT))
            results.append((statement, python / COUNT * 1e9, engine / COUNT * 1e9))
    return results


def main():
    print("  Python  engine   added")
    for statement, python, engine in measure():
        print(f"{python:5.0f} ns{engine:5.0f} ns{python - engine:5.0f} ns  {statement}")
    names = dict(a=np.ones((4, 4), np.uint8), b=np.ones((4, 4), np.int8))
    for statement in ("np.matmul(a, b)", "np.empty((4, 4), np.int32)"):
        timer = timeit.Timer(statement, timer=time.perf_counter, globals={**names, "np": np})
        print(f"{min(timer.repeat(200, COUNT)) / COUNT * 1e9:5.0f} ns{'':16}  {statement}")


if __name__ == "__main__":
    main()
