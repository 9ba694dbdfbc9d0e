"""What lowp computes, in numpy's int64 and Python's integers, from its definitions."""

from fractions import Fraction

import numpy as np


def sums(a, b, a_zero_point=0, b_zero_point=0):
    """The int32 sums; zero points broadcast: (m, 1) and (n,)."""
    a = np.asarray(a).astype(np.int64) - a_zero_point
    b = np.asarray(b).astype(np.int64) - b_zero_point
    return (a @ b).astype(np.int32)


def clamp(x, dtype):
    limits = np.iinfo(dtype)
    return np.clip(x, limits.min, limits.max).astype(dtype)


def wrap(x):
    return np.asarray(x).astype(np.int64).astype(np.int32)


def scaled_by_float(x, scale, zero_point, dtype):
    scaled = np.rint(x.astype(np.float32) * np.asarray(scale, np.float32))
    return clamp(scaled.astype(np.float64) + zero_point, dtype)


def shift_away(x, n):
    """x / 2**n, ties away from zero."""
    half = (1 << n) >> 1
    return np.where(x >= 0, (x + half) >> n, -((-x + half) >> n))


def shift_up(x, n):
    return (x + ((1 << n) >> 1)) >> n


def fixed_point(x, multiplier, exponent, rounding):
    """x * multiplier * 2**(exponent - 31) for an array of sums and one multiplier."""
    x = x.astype(np.int64)
    if rounding.startswith("double"):
        limits = np.iinfo(np.int32)
        x = np.clip(x << max(exponent, 0), limits.min, limits.max)
        x = (x * multiplier + (1 << 30)) >> 31
        shift = shift_away if rounding == "double" else shift_up
        return shift(x, max(-exponent, 0))
    if rounding == "single_upward_15_bits":
        multiplier = min((multiplier + (1 << 15)) >> 16, (1 << 15) - 1) << 16
    s = 31 - exponent
    product = x * multiplier
    half = (1 << s) >> 1
    if rounding == "single_away":
        half = half - (product < 0)
    return (product + half) >> s


def round_to(value, ties):
    """A Fraction, which is not negative, as an integer."""
    low = value.numerator // value.denominator
    rest = value - low
    if rest == Fraction(1, 2):
        return low + {"away": 1, "zero": 0, "even": low % 2}[ties]
    return low + (rest > Fraction(1, 2))


def multiplier(real, how):
    """The 31 bits of a factor below 1, and the exponent."""
    real = Fraction(real)
    exponent = 0
    while real * Fraction(2) ** -exponent >= 1:
        exponent += 1
    while real * Fraction(2) ** -exponent < Fraction(1, 2):
        exponent -= 1
    ties = {"half_to_even": "even", "truncated": "zero"}.get(how, "away")
    bits = round_to(real * Fraction(2) ** (31 - exponent), ties)
    if bits == 1 << 31:
        return 1 << 30, exponent + 1
    return bits, exponent


def scaled_by_real(x, factor, zero_point, rounding, precision, order):
    real = np.float64 if precision == "double" else np.float32
    x = x.astype(real) * np.asarray(factor, real)
    if order == "before":
        x = x + real(zero_point)
        zero_point = 0
    half = real(0.5)
    rounded = {
        "even": np.rint,
        "away": lambda v: np.copysign(np.floor(np.abs(v.astype(np.float64)) + 0.5), v),
        "upward": lambda v: np.floor(v + half),
        "truncate": np.trunc,
        "away_by_sum": lambda v: np.trunc(v + np.copysign(half, v)),
    }[rounding](x)
    return rounded.astype(np.float64) + zero_point


def quantized(x, scale, zero_point, dtype, rounding):
    x = x.astype(np.float32)
    scale = np.asarray(scale, np.float32)
    one, zero = np.float32(1), np.asarray(zero_point, np.float32)
    away = lambda v: np.copysign(np.floor(np.abs(v.astype(np.float64)) + 0.5), v)
    wide = x.astype(np.float64) / scale.astype(np.float64)
    rounded = {
        "even": lambda: np.rint(x / scale) + zero_point,
        "even_by_reciprocal": lambda: np.rint(x * (one / scale)) + zero_point,
        "away": lambda: away(x / scale) + zero_point,
        "even_with_zero_point": lambda: np.rint(x / scale + zero),
        "away_with_zero_point_in_double": lambda: away(wide + zero_point),
        "truncated_with_zero_point": lambda: np.trunc(x / scale + zero),
        "away_in_double": lambda: away(wide) + zero_point,
    }[rounding]()
    return clamp(rounded, dtype)
