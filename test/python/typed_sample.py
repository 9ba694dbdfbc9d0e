"""What users write, for `mypy --strict`, which reads it and lowp's stubs. It runs, too."""

import os
import tempfile
from typing import Any

import numpy as np
import numpy.typing as npt

import lowp


def layer(weight: npt.NDArray[np.float32], x: npt.NDArray[np.float32]) -> lowp.Linear:
    scales, zero_points = lowp.choose_parameters(weight, np.int8, axis=0, symmetric=True)
    assert not zero_points.any()
    scale, zero_point = lowp.choose_parameters(x, np.uint8)
    return lowp.Linear(
        lowp.quantize(weight, scales, axis=0),
        lowp.quantize_bias(np.zeros(len(weight)), scale, scales),
        input_scale=scale,
        input_zero_point=zero_point,
        weight_scale=scales,
        output_scale=0.5,
        out_dtype=np.int8,
        arithmetic=lowp.FixedPoint("single_upward"),
        clamp=(0, None),
        progress=lambda done, total: print(done / total) if done < 0 else None,
    )


def products(a: npt.NDArray[np.uint8], b: npt.NDArray[np.int8]) -> list[Any]:
    packed: lowp.Packed = lowp.Packed(b, side="rhs", progress=True)
    plan: lowp.Plan = lowp.plan(a, packed, scale=0.1, out_dtype="int8")
    names: tuple[str, ...] = lowp.backends()
    picture: lowp.drawing.Svg = plan.draw()
    kernels = [kernel for kernel, cycles, reason in plan.passed_over if cycles is not None or reason]
    with lowp.using(threads=1, backend=names[0]):
        results = [
            lowp.matmul(a, b, a_zero_point=3, bias=[1, 2, 3], scale=np.float32(0.5)),
            lowp.matmul(a, packed, b_zero_point=np.arange(3)),
            lowp.DynamicLinear(b.T, 0.1, bias=[0.5, 1, 2], low=0)(a.astype(np.float16), out_dtype="float16"),
            lowp.Int4Linear.pack(np.zeros((3, 16), np.int8), None, 16)(np.zeros((1, 16), np.int8)),
        ]
    image, kernel = np.ones((1, 6, 6, 4), np.uint8), np.ones((8, 3, 3, 4), np.int8)
    conv = lowp.Conv2d(kernel, padding=((0, 1), 1), stride=2, scale=0.1, zero_point=3, out_dtype=np.uint8)
    results += [conv(image), lowp.conv_transpose2d(image, kernel, stride=(2, 1), output_padding=(1, 0))]
    assert picture.startswith("<svg") and isinstance(kernels, list) and len(conv.shape) == 4
    return results


def files(value: lowp.Linear) -> lowp.Linear:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.lowp")
        lowp.save(path, {"layer": value}, progress=True)
        loaded: lowp.Linear = lowp.load(path, mmap=False)["layer"]
    return loaded


def refused() -> str:
    try:
        lowp.set_threads(-1)
    except lowp.InvalidArgument as error:
        return f"{error.argument}: {error.code}, {error.problem}"
    return ""


def main() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(0, 1, (5, 8)).astype(np.float32)
    made = layer(rng.normal(0, 1, (3, 8)).astype(np.float32), x)
    codes = lowp.quantize(x, 0.1, 128, np.uint8)
    assert np.array_equal(files(made)(codes), made(codes))
    assert len(products(codes, rng.integers(-9, 9, (8, 3)).astype(np.int8))) == 6
    assert refused().startswith("count: invalid_argument")
    assert lowp.dequantize(codes, 0.1, 128).dtype == np.float32


if __name__ == "__main__":
    main()
