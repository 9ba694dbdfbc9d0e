#!/usr/bin/env python3
"""Computes the digests of doc/specification.md from that page alone, in exact integers, and compares them with
digests.txt. Needs nothing but Python; takes half a minute.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""
import math
import pathlib
import struct
import sys
from operator import mul as times

MIN, MAX = -2**31, 2**31 - 1
MASK64 = 2**64 - 1


# 1. Notation
def wrap(x):
    return (x + 2**31) % 2**32 - 2**31


def sat(x):
    return min(max(x, MIN), MAX)


def sat16(x):
    return min(max(x, -2**15), 2**15 - 1)


def shl(x, n):
    return sat(x << n)


def up(x, n):
    return x if n == 0 else (x + (1 << (n - 1))) >> n


def away(x, n):
    return up(x, n) if x >= 0 else -up(-x, n)


def mul(a, b):
    return sat(up(a * b, 31))


def mul16(a, b):
    return sat16(up(a * b, 15))


# 3. Scaling by fixed point
def double(x, m, e):
    return away(mul(shl(x, max(e, 0)), m), max(-e, 0))


def double_upward(x, m, e):
    return up(mul(shl(x, max(e, 0)), m), max(-e, 0))


def single_upward(x, m, e):
    return up(x * m, 31 - e)


def single_away(x, m, e):
    return away(x * m, 31 - e)


def single_upward_15_bits(x, m, e):
    return single_upward(x, min(up(m, 16), 2**15 - 1) << 16, e)


ROUNDINGS = [double, double_upward, single_upward, single_away, single_upward_15_bits]
OVERFLOWS = {"wrap": wrap, "saturate": sat}


def scale(x, m, e, z=0, rounding=double, over=wrap):
    return over(over(rounding(x, m, e)) + z)


# 5. exp, tanh, logistic
EXP_OF_BITS = {-2: 1672461947, -1: 1302514674, 0: 790015084, 1: 290630308, 2: 39332535, 3: 720401, 4: 242}


def exp(a, integer_bits):
    if a == 0:
        return MAX
    q = 1 << (29 - integer_bits)
    fraction = (a & (q - 1)) - q
    remainder = wrap(fraction - a)
    x = wrap(shl(fraction, integer_bits) + 2**28)
    x2 = mul(x, x)
    y = away(wrap(mul(wrap(away(mul(x2, x2), 2) + mul(x2, x)), 715827883) + x2), 1)
    result = wrap(1895147668 + mul(1895147668, wrap(x + y)))
    for e, factor in EXP_OF_BITS.items():
        if e < integer_bits and remainder >> (31 - integer_bits + e) & 1:
            result = mul(result, factor)
    return result


def two_over(a):
    d = (a + 2**31) >> 1
    x = wrap(1515870810 + mul(d, -1010580540))
    for _ in range(3):
        x = wrap(x + shl(mul(x, wrap(2**29 - mul(d, x))), 2))
    return x


def tanh(a, integer_bits):
    if a == 0:
        return 0
    t = shl(wrap(two_over(exp(wrap(-a) if a > 0 else a, integer_bits + 1)) - 2**29), 2)
    return t if a > 0 else -t


def logistic(a, integer_bits):
    if a == 0:
        return 2**30
    t = shl(two_over(exp(wrap(-a) if a > 0 else a, integer_bits)), 1)
    return t if a > 0 else MAX - t


# 4. Stages that calculate in integers; p has the stage's parameters.
def clamp(x, low, high):
    return min(max(x, low), high)


RANGES = {"uint8": (0, 255), "int8": (-128, 127), "int16": (-2**15, 2**15 - 1), "int32": (MIN, MAX)}


def leaky_relu(x, p):
    d = wrap(x - p["input"])
    m, e = p["alpha"] if d < 0 else p["identity"]
    return scale(d, m, e, p["z"], ROUNDINGS[p["rounding"]])


def sigmoid(x, p):
    d = wrap(x - p["input"])
    if d <= -p["radius"]:
        return p["min"]
    if d >= p["radius"]:
        return p["max"]
    return clamp(wrap(away(p["f"](scale(d, p["m"], p["e"]), 4), p["shift"]) + p["z"]), p["min"], p["max"])


def hard_swish(x, p):
    d = 128 * clamp(wrap(x - p["input"]), -255, 255)
    e = p["share_e"]
    if e > 0:
        r = sat16(2 * mul16(sat16(d << (e - 1)), p["share_m"]))
    else:
        r = away(mul16(d, p["share_m"]), -e)
    product = ((r + 2**15) >> 1) * mul16(d, p["m"])
    passed = abs(product) >> 15
    return wrap(away(passed if product >= 0 else -passed, -p["e"]) + p["z"])


def tanh_stage(x, p):
    z, a = p["zero"], p["amplitude"]
    if x <= sat(z - 8 * a):
        return sat(z - a)
    if x >= sat(z + 8 * a):
        return sat(z + a)
    h, exponent = math.frexp(a)
    w, n = math.frexp(1 / a)
    if a == 1:
        w, n = 1.0, 0
    inverse, amplitude = (min(math.floor(real * 2**31 + 0.5), MAX) for real in (w, h))
    argument = shl(mul(wrap(x - z), inverse), 28 + n)
    return z + (mul(tanh(argument, 3), amplitude) >> (31 - exponent))


def residual_addition(x, p, residual):
    rounding = ROUNDINGS[p["rounding"]]

    def finely(value, zero_point, m, e):
        return scale(wrap(wrap(value - zero_point) << p["left_shift"]), m, e, 0, rounding)

    both = finely(x, *p["input"]) + finely(residual, *p["residual"])
    m, e, z = p["result"]
    return scale(wrap(both), m, e, z, rounding)


# 6. Stages that calculate in floats. Sums, products and quotients of two floats, rounded to double and then to float,
# are those rounded to float at once.
def fl(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def db(x):
    return float(x)


def bits_of(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def round_away(x):
    whole = math.trunc(x)
    return whole + (1 if x > 0 else -1) if abs(x - whole) >= 0.5 else whole


FLOAT_ROUNDINGS = {
    "even": lambda x, to: round(x),
    "away": lambda x, to: round_away(x),
    "upward": lambda x, to: math.floor(to(x + 0.5)),
    "truncate": lambda x, to: math.trunc(x),
    "away_by_sum": lambda x, to: math.trunc(to(x - 0.5 if x < 0 else x + 0.5)),
}


def quantize(x, z, rounding, order, to=fl):
    highest = 2**31 - 128 if to is fl else MAX
    if order == "before":
        return clamp(rounding(to(x + to(z)), to), MIN, highest)
    return sat(clamp(rounding(x, to), MIN, highest) + z)


def dequantize(x, factor, to=fl):
    return to(to(x) * factor)


# 7. Conformance
def fnv(data, h=0xCBF29CE484222325):
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & MASK64
    return h


class Generator:
    def __init__(self, name):
        self.state = fnv(name.encode())

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK64
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
        return z ^ z >> 31

    def between(self, a, b):
        return a + self.bits() % (b - a + 1)

    def wild(self):
        v = wrap(self.bits() >> 32)
        return v >> (self.bits() % 32)

    def real(self):
        value = self.between(2**23, 2**24 - 1) * 2.0 ** self.between(-48, -18)
        return -value if self.bits() % 16 == 0 else value

    def entry(self, name):
        low, high = RANGES[name]
        value = self.bits() % (high - low + 1)
        return value if value <= high else value - (high - low + 1)

    def exponent(self):
        return self.between(-31, 31)


EDGES = [MIN, MIN + 1, -2**30, -1, 0, 1, 2**30 - 1, 2**30, MAX - 1, MAX]
SIZES = {"uint8": 1, "int8": 1, "int16": 2, "int32": 4, "float": 4}
SHAPES = [(1, 1, 1), (1, 300, 70), (3, 7, 5), (90, 9, 1), (17, 33, 65), (40, 128, 48), (60, 64, 30), (35, 517, 67)]


def encode(values, result):
    if result == "float":
        return struct.pack(f"<{len(values)}f", *values)
    size = SIZES[result]
    return b"".join((v % 256**size).to_bytes(size, "little") for v in values)


class Section:
    """A name, and a function that yields the bytes of its results."""

    def __init__(self, name, results):
        self.name, self.results = name, results

    def digest(self):
        h = fnv(b"")
        for data in self.results(Generator(self.name)):
            h = fnv(data, h)
        return h


def grids(stage, common=lambda g: {}, of_row=lambda g: {}, rows=8, count=8, result="int32", floats=False):
    """stage(x, p) for parameters p; common and of_row draw them."""

    def results(g):
        for _ in range(count):
            factor = g.real() if floats else None
            shared = common(g)
            parameters = [{**shared, **of_row(g)} for _ in range(rows)]
            xs = EDGES + [g.wild() for _ in range(256 - len(EDGES))]
            if floats:
                xs = [dequantize(x, factor) for x in xs]
            for p in parameters:
                yield encode([stage(x, p) for x in xs], result)

    return results


def integer_sections():
    for rounding in ROUNDINGS:
        for name, over in OVERFLOWS.items():
            yield Section(
                f"scale/{rounding.__name__}/{name}",
                grids(
                    lambda x, p, rounding=rounding, over=over: scale(x, p["m"], p["e"], p["z"], rounding, over),
                    lambda g: {"z": g.wild()},
                    lambda g: {"m": g.wild(), "e": g.exponent()},
                ),
            )
    yield Section(
        "quantize_down",
        grids(
            lambda x, p: away(wrap(wrap(x + p["offset"]) * p["m"]), p["shift"]),
            lambda g: {"shift": g.between(0, 31)},
            lambda g: {"offset": g.wild(), "m": g.wild()},
        ),
    )
    yield Section(
        "pre_and_post_shift",
        grids(
            lambda x, p: wrap(up(wrap((x >> p["pre"]) * p["m"]), p["post"]) + p["z"]),
            lambda g: {"z": g.wild()},
            lambda g: {"pre": g.between(0, 31), "m": g.wild(), "post": g.between(0, 31)},
        ),
    )
    yield Section("bias", grids(lambda x, p: wrap(x + p["b"]), of_row=lambda g: {"b": g.wild()}))
    yield Section(
        "clamp", grids(lambda x, p: clamp(x, p["low"], p["high"]), of_row=lambda g: {"low": g.wild(), "high": g.wild()})
    )
    for name in ("uint8", "int8", "int16"):
        yield Section(
            f"cast/{name}", grids(lambda x, p, name=name: clamp(x, *RANGES[name]), rows=1, count=1, result=name)
        )
    yield Section("cast/truncating", grids(lambda x, p: x % 256, rows=1, count=1, result="uint8"))


def activation_sections():
    yield Section(
        "tanh",
        grids(
            tanh_stage,
            of_row=lambda g: {
                "zero": g.between(-2**20, 2**20),
                "amplitude": 1 + g.between(0, 2 ** g.between(0, 26) - 1),
            },
        ),
    )
    yield Section(
        "leaky_relu",
        grids(
            leaky_relu,
            lambda g: {"input": g.wild(), "z": g.wild(), "rounding": g.between(0, 4)},
            lambda g: {"identity": (g.wild(), g.exponent()), "alpha": (g.wild(), g.exponent())},
        ),
    )
    for name, f in (("logistic_q4", logistic), ("tanh_q4", tanh)):
        yield Section(
            name,
            grids(
                sigmoid,
                lambda g, f=f: {
                    "f": f,
                    "input": g.between(-128, 127),
                    "radius": g.wild() % 2**31,
                    "shift": g.between(0, 31),
                    "z": g.wild(),
                    "min": -(g.wild() % 2**31),
                    "max": g.wild() % 2**31,
                },
                lambda g: {"m": g.wild(), "e": g.exponent()},
            ),
        )
    yield Section(
        "hard_swish",
        grids(
            hard_swish,
            of_row=lambda g: {
                "input": g.between(-128, 127),
                "m": g.between(-2**15, 2**15 - 1),
                "e": g.between(-31, 0),
                "share_m": g.between(-2**15, 2**15 - 1),
                "share_e": g.exponent(),
                "z": g.wild(),
            },
        ),
    )


INTEGERS = ("uint8", "int8", "int16", "int32")


def sums_of_grid(g):
    return EDGES + [g.wild() for _ in range(256 - len(EDGES))]


def table(g):
    for name in ("uint8", "int8"):
        entries = [g.entry(name) for _ in range(256)]
        yield encode([entries[clamp(x, *RANGES[name]) % 256] for x in sums_of_grid(g)], name)


def matrix_addition(g):
    for name in INTEGERS:
        line = [g.entry(name) for _ in range(256)]
        yield encode([wrap(x + a) for x, a in zip(sums_of_grid(g), line)], "int32")


def residual_additions(g):
    for group in range(8):
        line = [g.entry(INTEGERS[group % 4]) for _ in range(256)]
        p = {"left_shift": g.between(0, 30)}
        p["input"] = (g.wild(), g.wild(), g.exponent())
        p["residual"] = (g.wild(), g.wild(), g.exponent())
        p["result"] = (g.wild(), g.exponent(), g.wild())
        p["rounding"] = g.between(0, 4)
        yield encode([residual_addition(x, p, r) for x, r in zip(sums_of_grid(g), line)], "int32")


def dequantized_additions(g):
    for group in range(8):
        line = [g.entry(INTEGERS[group % 4]) for _ in range(256)]
        factor, zero_point, residual_scale = g.real(), g.wild(), g.real()
        yield encode(
            [
                fl(dequantize(x, factor) + dequantize(wrap(r - zero_point), residual_scale))
                for x, r in zip(sums_of_grid(g), line)
            ],
            "float",
        )


def float_sections():
    own = {"of_row": lambda g: {"f": g.real()}, "result": "float"}
    yield Section("dequantize", grids(lambda x, p: dequantize(x, p["f"]), **own))
    yield Section("float/bias", grids(lambda x, p: fl(x + p["f"]), floats=True, **own))
    yield Section("float/multiply", grids(lambda x, p: fl(x * p["f"]), floats=True, **own))
    yield Section("float/divide", grids(lambda x, p: fl(x / p["f"]), floats=True, **own))
    yield Section("float/leaky_relu", grids(lambda x, p: x if x > 0 else fl(x * p["f"]), floats=True, **own))
    yield Section(
        "float/clamp",
        grids(
            lambda x, p: clamp(x, p["low"], p["high"]),
            lambda g: {"low": g.real() * 1024, "high": g.real() * 1024},
            rows=1,
            result="float",
            floats=True,
        ),
    )
    for name, rounding in FLOAT_ROUNDINGS.items():
        for order in ("after", "before"):
            yield from quantizations(name, rounding, order)


def quantizations(name, rounding, order):
    z = {"common": lambda g: {"z": g.wild()}}
    yield Section(
        f"float/quantize/{name}/{order}",
        grids(lambda x, p: quantize(x, p["z"], rounding, order), rows=1, floats=True, **z),
    )
    for name_of_type, to, draw in (("float", fl, lambda g: g.real()), ("double", db, lambda g: g.real() / 3)):
        yield Section(
            f"scale_by_{name_of_type}/{name}/{order}",
            grids(
                lambda x, p, to=to: quantize(dequantize(x, p["f"], to), p["z"], rounding, order, to),
                of_row=lambda g, draw=draw: {"f": draw(g)},
                **z,
            ),
        )


# 2. Products
def draw_matrix(g, name, rows, cols, filling):
    if filling == "drawn":
        return [[g.entry(name) for _ in range(cols)] for _ in range(rows)]
    return [[RANGES[name][filling == "highest"]] * cols for _ in range(rows)]


def sums(lhs, rhs, p, q):
    columns = [[value + q[j] for value in column] for j, column in enumerate(zip(*rhs))]
    for i, row in enumerate(lhs):
        moved = [value + p[i] for value in row]
        yield [wrap(sum(map(times, moved, column))) for column in columns]


def products(lhs_type, rhs_type):
    def results(g):
        for filling in ("drawn", "lowest", "highest"):
            for m, k, n in SHAPES:
                lhs = draw_matrix(g, lhs_type, m, k, filling)
                rhs = draw_matrix(g, rhs_type, k, n, filling)
                p, q = [g.between(-255, 255)] * m, [g.wild()] * n
                for row in sums(lhs, rhs, p, q):
                    yield encode(row, "int32")
                p, q = [g.wild() for _ in range(m)], [g.between(-255, 255) for _ in range(n)]
                for row in sums(lhs, rhs, p, q):
                    yield encode(row, "int32")

    return results


def finish(x, column, result):
    x = wrap(x + column["bias"])
    if result == "float":
        return dequantize(x, column["scale"])
    if result == "int8":
        x = quantize(dequantize(x, column["scale"]), -3, FLOAT_ROUNDINGS["even"], "after")
    else:
        x = scale(x, column["m"], column["e"], 121)
    return clamp(clamp(x, -100, 220), *RANGES[result])


def layers(result):
    def results(g):
        for m, k, n in SHAPES + [(120, 400, 150)]:
            lhs = draw_matrix(g, "uint8", m, k, "drawn")
            rhs = draw_matrix(g, "int8", k, n, "drawn")
            columns = [
                {
                    "bias": g.between(-20000, 20000),
                    "m": g.between(2**30, MAX),
                    "e": g.between(-12, -7),
                    "scale": g.between(2**23, 2**24 - 1) * 2.0**-36,
                }
                for _ in range(n)
            ]
            p = -g.between(0, 255)
            for row in sums(lhs, rhs, [p] * m, [0] * n):
                yield encode([finish(x, column, result) for x, column in zip(row, columns)], result)

    return results


def all_sections():
    letters = {"uint8": "u8", "int8": "s8"}
    for lhs in letters:
        for rhs in letters:
            yield Section(f"product/{letters[lhs]}{letters[rhs]}", products(lhs, rhs))
    yield from integer_sections()
    yield from activation_sections()
    yield Section("table", table)
    yield Section("matrix_addition", matrix_addition)
    yield Section("residual_addition", residual_additions)
    yield Section("dequantized_addition", dequantized_additions)
    yield from float_sections()
    for result in ("uint8", "int8", "int16", "float"):
        yield Section(f"layer/{result}", layers(result))


def main():
    recorded = (pathlib.Path(__file__).parent / "digests.txt").read_text().splitlines()
    computed = []
    for section, line in zip(all_sections(), recorded):
        computed.append(f"{section.name:<36} {section.digest():016x}")
        if computed[-1] != line:
            print(f"computed {computed[-1]}\nrecorded {line}")
    if computed != recorded:
        sys.exit(f"{len(recorded)} sections are recorded, {len(computed)} are specified, and they differ")
    print(f"all {len(recorded)} digests are those of the specification")


if __name__ == "__main__":
    main()
