"""Networks by lowp beside LiteRT (XNNPACK) and ONNX Runtime, in one run on one machine.

  compare.py MODULE FOLDER [--threads=1,2] [--rounds=200] [--layers] [NAME...]

MODULE is the runner as a shared library, FOLDER what make_models.py wrote. First every tensor of each network is compared
with TensorFlow Lite's reference kernels: one byte that differs is a failure. Then the contestants take turns: a turn is
calls for some milliseconds, after a pause if there are several threads, and the shortest turn counts. All are called
from Python. With --layers every layer is a network of its own, which lowp and LiteRT run.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import argparse
import math
import pathlib
import sys
import tempfile
import time

import numpy
from ai_edge_litert import interpreter as litert

import reference
import single_layers
from contestants import Runner, litert_call, lowp_call, onnxruntime_call

TURN_SECONDS = 0.003
PAUSE_SECONDS = 0.03


def check(runner, path, values):
    """The first tensor that differs from the reference kernels', on any backend, or None; and how many were compared."""
    wanted = litert.Interpreter(model_content=path.read_bytes(), experimental_preserve_all_tensors=True,
                                experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF)
    wanted.allocate_tensors()
    reference.run(wanted, values)
    compared, backends = 0, runner.backends()
    for backend in backends:
        opened = runner.open(path, backend, 2, keeps_tensors=True)
        runner.set(opened, wanted.get_input_details()[0]["index"], values[0])
        runner.run(opened)
        for position, operator in enumerate(wanted._get_ops_details()):
            for index in operator["outputs"]:
                tensor = wanted.get_tensor(int(index))
                differ = int((runner.get(opened, int(index), tensor) != tensor).sum())
                compared += tensor.size
                if differ:
                    return f"{backend}: {differ} of {tensor.size} values of operator {position}, {operator['op_name']}"
        runner.library.lowp_network_close(opened)
    return f"the reference kernels' bytes in all {compared} values of {len(backends)} backends"


def seconds_a_call(call, calls):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def contest(contestants, rounds, pause):
    """The shortest turn of each."""
    calls, best = {}, {}
    for name, call in contestants.items():
        time.sleep(pause)
        call()
        calls[name] = max(1, round(TURN_SECONDS / seconds_a_call(call, 3)))
    for _ in range(rounds):
        for name, call in contestants.items():
            time.sleep(pause)
            call()
            best[name] = min(best.get(name, math.inf), seconds_a_call(call, calls[name]))
    return best


def row(name, threads, best):
    ours, text = best["lowp"], f"| {name} | {threads} | {1e6 * best['lowp']:.2f} |"
    for peer in ("LiteRT", "ONNX Runtime"):
        text += f" {1e6 * best[peer]:.2f} | {best[peer] / ours:.2f} |" if peer in best else " | |"
    return text


def compare_network(runner, path, values, options):
    """Rows of the table."""
    for threads in map(int, options.threads.split(",")):
        pause = PAUSE_SECONDS if threads > 1 else 0
        calls = {"lowp": lowp_call(runner, path, values, threads), "LiteRT": litert_call(path, values, threads),
                 "ONNX Runtime": onnxruntime_call(path, values, threads)}
        yield row(path.stem, threads, contest({name: call for name, call in calls.items() if call}, options.rounds, pause))


def compare_layers(runner, path, options):
    generator = numpy.random.default_rng(1)
    for words, model in single_layers.layers_of(path.read_bytes()):
        with tempfile.NamedTemporaryFile(suffix=".tflite") as file:
            one = pathlib.Path(file.name)
            one.write_bytes(model)
            details = reference.interpreter(model).get_input_details()
            if any(detail["dtype"] != numpy.int8 for detail in details):
                continue
            values = [generator.integers(-128, 128, detail["shape"]).astype(numpy.int8) for detail in details]
            for threads in map(int, options.threads.split(",")):
                calls = {"lowp": lowp_call(runner, one, values, threads), "LiteRT": litert_call(one, values, threads)}
                pause = PAUSE_SECONDS if threads > 1 else 0
                yield row(f"{path.stem}: {words}", threads, contest(calls, options.rounds, pause))


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--layers", action="store_true")
    return parser.parse_intermixed_args()


def main():
    options, rows, failed = arguments(), [], False
    runner = Runner(options.module.resolve())
    for path in sorted(options.folder.glob("*.tflite")):
        if options.names and path.stem not in options.names:
            continue
        values = [numpy.load(path.with_suffix(".input.npy"))]
        verdict = check(runner, path, values)
        failed = failed or not verdict.startswith("the reference")
        print(f"{path.stem}: {verdict}")
        rows += compare_layers(runner, path, options) if options.layers else compare_network(runner, path, values, options)
    print("\n| network | threads | lowp, us | LiteRT, us | times lowp's | ONNX Runtime, us | times lowp's |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
