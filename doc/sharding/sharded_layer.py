#!/usr/bin/env python3
"""One quantized layer over several unlike machines, with dask.distributed.

    sharded_layer.py <command of a worker>...

Each command runs shard.cc, for instance "LOWP_BACKEND=avx2 ./shard" or "qemu-aarch64 ./shard-aarch64": a machine of its
own kind. A worker of dask is started for each. The columns of the weights are cut into shards; a worker is killed while
it computes, and dask restarts its shard elsewhere, on another instruction set. The bytes that come back are hashed, and
so are those of the whole layer by each command alone and by numpy: one digest, since the bytes of a product depend on
no machine.
"""
import asyncio
import hashlib
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")

import numpy as np
from distributed import Client, Scheduler, get_worker

ROWS, DEPTH, COLUMNS, SHARDS = 48, 512, 768, 12
ZERO_POINT = 121


def layer():
    """Activations, weights and what ends the products of one layer."""
    random = np.random.default_rng(29)
    return {"lhs": random.integers(0, 256, (ROWS, DEPTH), np.uint8),
            "weights": random.integers(-128, 128, (DEPTH, COLUMNS), np.int8),
            "bias": random.integers(-50000, 50000, COLUMNS, np.int32),
            "multiplier": random.integers(1 << 30, 1 << 31, COLUMNS, np.int64).astype(np.int32),
            "exponent": random.integers(-12, -8, COLUMNS, np.int32)}


def columns(whole, first, last):
    """The part of a layer that has some columns of the result."""
    part = {name: np.ascontiguousarray(values[..., first:last]) for name, values in whole.items() if name != "lhs"}
    return {"lhs": whole["lhs"], **part}


def multiply(part, command):
    """Runs a command, as this worker's machine."""
    environment = dict(os.environ)
    words = shlex.split(command)
    while "=" in words[0]:
        name, value = words.pop(0).split("=", 1)
        environment[name] = value
    (rows, depth), width = part["lhs"].shape, part["bias"].shape[0]
    header = np.array([rows, depth, width, ZERO_POINT], "<i4")
    names = ("lhs", "weights", "bias", "multiplier", "exponent")
    given = header.tobytes() + b"".join(part[name].tobytes() for name in names)
    done = subprocess.run(words, input=given, stdout=subprocess.PIPE, env=environment, check=True)
    return np.frombuffer(done.stdout, np.uint8).reshape(rows, width)


def run_shard(part, log, victim):
    """A task: computes on whatever worker has it. The victim is killed in the middle of its first one."""
    name = get_worker().name
    with open(log, "a") as file:
        file.write(f"{part['first']} {name}\n")
    if name == victim:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.3)  # so that every worker gets some
    return multiply(part, os.environ["LOWP_COMMAND"])


def reference(whole):
    """By the definition, in numpy: LOWP_STAGE_SCALE with LOWP_ROUNDING_DOUBLE."""
    sums = (whole["lhs"].astype(np.int64) - ZERO_POINT) @ whole["weights"].astype(np.int64) + whole["bias"]
    assert np.abs(sums).max() < 1 << 31
    scaled = (sums * whole["multiplier"].astype(np.int64) + (1 << 30)) >> 31
    shift = -whole["exponent"].astype(np.int64)
    rounded = np.sign(scaled) * ((np.abs(scaled) + (1 << (shift - 1))) >> shift)
    return np.clip(rounded + 128, 0, 255).astype(np.uint8)


def digest(result):
    return hashlib.sha256(np.ascontiguousarray(result).tobytes()).hexdigest()[:16]


def start_worker(scheduler, index, command):
    """A process of its own, which nobody starts again when it dies: like a machine."""
    environment = {**os.environ, "LOWP_COMMAND": command, "DASK_LOGGING__DISTRIBUTED": "error"}
    return subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_worker", scheduler, "--no-nanny",
                             "--no-dashboard", "--nthreads", "1", "--host", "127.0.0.1", "--name", f"machine-{index}"],
                            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


async def sharded(whole, commands, log):
    """The layer by all workers, of which the first one dies."""
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        workers = [start_worker(scheduler.address, i, command) for i, command in enumerate(commands)]
        try:
            async with Client(scheduler.address, asynchronous=True) as client:
                await client.wait_for_workers(len(workers), timeout=120)
                width = COLUMNS // SHARDS
                parts = [{"first": i * width, **columns(whole, i * width, (i + 1) * width)} for i in range(SHARDS)]
                futures = [client.submit(run_shard, part, log, "machine-0", pure=False) for part in parts]
                results = await client.gather(futures)
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()
    return np.concatenate(results, axis=1)


def main():
    commands = sys.argv[1:]
    if len(commands) < 2:
        sys.exit(__doc__)
    whole = layer()
    expected = digest(reference(whole))
    print(f"{expected}  numpy, by the definition")
    for command in commands:
        one = digest(multiply(whole, command))
        print(f"{one}  one machine: {command}")
        if one != expected:
            sys.exit("another digest")
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        together = digest(asyncio.run(sharded(whole, commands, log)))
        with open(log) as file:
            tries = [line.split() for line in file]
    workers = {name for _, name in tries}
    lost = [first for first, name in tries if name == "machine-0"]
    again = [name for first, name in tries if first in lost and name != "machine-0"]
    print(f"{together}  {SHARDS} shards on {len(workers)} machines; machine-0 was killed over the shard of column "
          f"{', '.join(lost)}, which {', '.join(again)} computed")
    if together != expected:
        sys.exit("another digest")
    if not lost or not again or len(workers) < len(commands):
        sys.exit("no worker was killed, or some did nothing")


if __name__ == "__main__":
    main()
