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


def fma(a, b, c):
    """a * b + c of float32, rounded once: in double, rounded to odd first."""
    product = np.asarray(a, np.float64) * np.asarray(b, np.float64)
    c = np.asarray(c, np.float64)
    total = product + c
    part = total - product
    error = (product - (total - part)) + (c - part)
    is_even = (total.view(np.int64) & 1) == 0
    odd = np.nextafter(total, np.copysign(np.inf, error))
    return np.where((error != 0) & is_even, odd, total).astype(np.float32)


def dynamic_parameters(x, arithmetic):
    """(scale, inverse, zero point) for all values of x, as an arithmetic chooses them."""
    f = np.float32
    if arithmetic == "symmetric_rows":
        most = np.abs(x).max()
        return most / f(127), f(127) / most, 0
    low, high = np.minimum(x.min(), f(0)), np.maximum(x.max(), f(0))
    if arithmetic.startswith("reciprocal_tensor"):
        top = 255 if arithmetic.endswith("full_range") else 127
        scale = (float(high) - float(low)) / top
        below, above = float(low) / scale, float(high) / scale
        chosen = -below if 0 - abs(below) < top - abs(above) else top - above
        return f(scale), f(1) / f(scale), int(np.clip(np.rint(chosen), 0, top))
    least = 0 if arithmetic == "onnx_tensor" else -128
    if arithmetic.startswith("asymmetric_rows_by_inverse"):
        inverse = f(255) / (high - low)
        at_low, at_high = low * inverse, high * inverse
        chosen = f(least) - at_low if (f(least) + at_low) + (f(127) + at_high) > 0 else f(127) - at_high
        return f(1) / inverse, inverse, int(np.rint(np.clip(chosen, least, least + 255)))
    scale = (high - low) / f(255)
    return scale, f(1) / scale, int(np.rint(np.clip(f(least) - low / scale, least, least + 255)))


def dynamic_linear(x, weights, scales, arithmetic, bias=None, zero_points=0, factors=None, low=-np.inf, high=np.inf):
    """lowp.DynamicLinear in float32, for x of two dimensions."""
    x = x.astype(np.float32)
    if factors is not None:
        x = x * np.asarray(factors, np.float32)
    groups = [x] if "tensor" in arithmetic else [x[i : i + 1] for i in range(len(x))]
    scales = np.broadcast_to(np.asarray(scales, np.float32), len(weights))
    results = []
    for rows in groups:
        scale, inverse, zero_point = dynamic_parameters(rows, arithmetic)
        if arithmetic.startswith("reciprocal"):
            codes = np.clip(np.rint(rows * inverse) + zero_point, 0, 255)
        elif arithmetic in ("asymmetric_rows", "onnx_tensor"):
            least = 0 if arithmetic == "onnx_tensor" else -128
            codes = np.clip(np.rint(rows / scale) + zero_point, least, least + 255)
        else:
            least = -127 if arithmetic == "symmetric_rows" else -128
            codes = np.clip(np.rint(rows * inverse) + zero_point, least, 127)
        acc = sums(codes, weights.T, zero_point, zero_points).astype(np.float32)
        if "inverse" in arithmetic:
            a, b = acc * scale, scales
        elif arithmetic.endswith("_rows"):
            a, b = acc * scales, scale
        else:
            a, b = acc, scale * scales
        if bias is None:
            y = a * b
        elif arithmetic in ("asymmetric_rows_by_inverse", "reciprocal_tensor", "reciprocal_tensor_full_range"):
            y = fma(a, b, bias)
        else:
            y = a * b + np.asarray(bias, np.float32)
        results.append(np.minimum(np.maximum(y, np.float32(low)), np.float32(high)))
    return np.concatenate(results)


def int4_sums(x, values, group, x_zero_point=0, zero_points=0):
    """S of lowp.Int4Linear: (rows, groups, out_features)."""
    x = x.astype(np.int64) - np.reshape(x_zero_point, (-1, 1))
    n, k = values.shape
    groups = k // group
    zero_points = np.broadcast_to(zero_points, (n, groups)).astype(np.int64)
    w = values.astype(np.int64).reshape(n, groups, group) - zero_points[:, :, None]
    return np.einsum("rgl,ngl->rgn", x.reshape(len(x), groups, group), w)


def int4_linear(sums_of_groups, scales, x_scale=1, bias=0, fused=False):
    rows, groups, n = sums_of_groups.shape
    total = np.zeros((rows, n), np.float32)
    for g in range(groups):
        s, scale = sums_of_groups[:, g].astype(np.float32), scales[:, g].astype(np.float32)
        total = fma(s, scale, total) if fused else total + s * scale
    return total * np.asarray(x_scale, np.float32).reshape(-1, 1) + np.asarray(bias, np.float32)


def conv(x, weights, stride, padding, dilation, groups=1, input_zero_point=0, weight_zero_point=0,
         output_padding=None, wrapped=True):
    """The int32 sums of a convolution of any number of axes; with output_padding of a transposed one.

    weights have shape (outputs, taps along each axis, inputs of a group). stride, dilation and output_padding
    have one number for each axis, padding a pair. Without wrapped they are int64.
    """
    x = x.astype(np.int64) - input_zero_point
    outputs, *kernel, channels = weights.shape
    axes = len(kernel)
    w = weights.astype(np.int64) - np.reshape(weight_zero_point, (-1,) + (1,) * (axes + 1))
    extents = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    if output_padding is None:
        x = np.pad(x, ((0, 0), *padding, (0, 0)))
        sizes = [(n - e) // s + 1 for n, e, s in zip(x.shape[1:-1], extents, stride)]
    else:
        sizes = [(n - 1) * s + e + o for n, e, s, o in zip(x.shape[1:-1], extents, stride, output_padding)]
    result = np.zeros((x.shape[0], *sizes, outputs), np.int64)
    share = outputs // groups
    moving = sizes if output_padding is None else x.shape[1:-1]
    for g in range(groups):
        ins, outs = slice(g * channels, (g + 1) * channels), slice(g * share, (g + 1) * share)
        for taps in np.ndindex(*kernel):
            met = tuple(
                slice(t * d, t * d + (n - 1) * s + 1, s) for t, d, n, s in zip(taps, dilation, moving, stride)
            )
            filters = w[(outs, *taps)].T
            if output_padding is None:
                result[..., outs] += x[(slice(None), *met, ins)] @ filters
            else:
                result[(slice(None), *met, outs)] += x[..., ins] @ filters
    if output_padding is not None:
        kept = tuple(slice(before, n - after) for n, (before, after) in zip(sizes, padding))
        result = result[(slice(None), *kept)]
    return wrap(result) if wrapped else result


def conv2d(x, weights, stride=(1, 1), padding=((0, 0), (0, 0)), dilation=(1, 1), groups=1,
           input_zero_point=0, weight_zero_point=0):
    """The int32 sums of lowp.conv2d."""
    return conv(x, weights, stride, padding, dilation, groups, input_zero_point, weight_zero_point)


def same_padding(size, kernel, stride, dilation):
    total = max((-(-size // stride) - 1) * stride + (kernel - 1) * dilation + 1 - size, 0)
    return total // 2, total - total // 2
