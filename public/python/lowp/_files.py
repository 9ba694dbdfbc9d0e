"""Packed matrices, layers and arrays in a file, which can be mapped.

A file is a header, the description of its values in JSON, and their bytes, each
block at a multiple of 64:

    0   8 bytes   b"lowpFILE"
    8   uint32    version, 1
    12  uint32    CRC-32 of the text, or 0, which older versions wrote
    16  uint64    bytes of the JSON text that follows

Offsets count from the first multiple of 64 behind the text. Everything is
little-endian. Packed weights are blobs with a checksum of their own
(doc/packed_matrix.md); the bytes of arrays have none.
"""

from __future__ import annotations

import contextlib
import json
import mmap as mapping
import os
import secrets
import shutil
import struct
import zlib
from typing import Any

import numpy as np

from . import _arithmetic, _conv, _core
from ._checks import bool_of
from ._dynamic import DynamicLinear
from ._errors import DataLoss, InvalidArgument, Unsupported
from ._linear import Linear
from ._linear import _rebuilt as rebuilt_linear
from ._progress import reporter
from ._types import Progress

MAGIC = b"lowpFILE"
HEADER = struct.Struct("<8sIIQ")
ALIGNMENT = 64
PIECE = 1 << 24
DTYPES = ("int8", "uint8", "int16", "int32", "int64", "float32", "float64")


def _aligned(size):
    return -(-size // ALIGNMENT) * ALIGNMENT


def packed_from_bytes(data):
    """For pickle, which finds functions by their names."""
    return _core.Packed.from_bytes(data)


def int4_from_bytes(data):
    return _core.Int4Linear.from_bytes(data)


def filter_from_bytes(data):
    return _core._Filter.from_bytes(data)


def _is_plain(value):
    """Whether JSON has it."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(name, str) and _is_plain(item) for name, item in value.items())
    return value is None or isinstance(value, (bool, int, float, str))


class _Writer:
    """Collects blocks while values are described."""

    def __init__(self):
        self.blocks = []
        self.owners = []  # of blocks: a view of packed weights does not keep them
        self.size = 0
        self.bytes = 0  # without what aligns blocks

    def _block(self, view):
        at = self.size
        self.blocks.append(view)
        self.size += _aligned(view.nbytes)
        self.bytes += view.nbytes
        return {"at": at, "size": view.nbytes}

    def _weights(self, kind, weights):
        self.owners.append(weights)
        return {"type": kind, **self._block(weights._view())}

    def describe(self, value):
        if isinstance(value, _core.Packed):
            return self._weights("packed", value)
        if isinstance(value, _core.Int4Linear):
            return self._weights("int4_linear", value)
        if isinstance(value, _core._Filter):
            return self._weights("filter", value)
        if _conv.name_of(value) is not None:
            return {
                "type": _conv.name_of(value),
                "filter": self.describe(value._convolution.filter),
                "shape": list(value.shape),
                "arguments": self.describe(value._arguments),
            }
        if isinstance(value, DynamicLinear):
            return {
                "type": "dynamic_linear",
                "weights": self.describe(value.weights),
                "arguments": self.describe(value._arguments),
            }
        if isinstance(value, Linear):
            return {
                "type": "linear",
                "weight": self.describe(value.weight),
                "arithmetic": _arithmetic.described(value.arithmetic),
                "arguments": self.describe(value._arguments),
            }
        if isinstance(value, dict):
            for name in value:
                if not isinstance(name, str):
                    raise InvalidArgument("value", repr(name), "is no name: names are strings")
            return {"type": "dict", "items": {k: self.describe(v) for k, v in value.items()}}
        if isinstance(value, np.ndarray):
            if value.dtype.name not in DTYPES:
                raise InvalidArgument("value", f"array {value.dtype}", "is of a type that files have not")
            array = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
            view = memoryview(array.reshape(-1).view(np.uint8))
            return {
                "type": "array",
                "dtype": value.dtype.name,
                "shape": list(value.shape),
                **self._block(view),
            }
        if isinstance(value, np.generic):
            value = value.item()
        if _is_plain(value):
            return {"type": "plain", "value": value}
        raise InvalidArgument("value", type(value).__name__, "is nothing that a file can hold")


def save(path: str | os.PathLike[str], value: Any, *, progress: Progress | None = None) -> None:
    """Writes a Packed, a layer, an array, or a dict of such values to a file.

    lowp.save("model.lowp", {"first": linear, "table": array})

    progress is called as progress(done, total), in bytes, after each piece of at
    most 16 MiB, or is True for a bar on the terminal. What it raises ends the
    writing. The path gets the new file when that is whole; until then, and if
    writing fails, it has the one that was there. So what load() mapped from a path
    can be saved there again.
    """
    report = reporter(progress, "saving")
    writer = _Writer()
    text = json.dumps(writer.describe(value)).encode()
    with _replaced(path) as file:
        file.write(HEADER.pack(MAGIC, 1, zlib.crc32(text), len(text)))
        file.write(text)
        file.write(bytes(_aligned(file.tell()) - file.tell()))
        done = 0
        for block in writer.blocks:
            for start in range(0, block.nbytes, PIECE):
                piece = block[start : start + PIECE]
                file.write(piece)
                done += piece.nbytes
                if report is not None and done < writer.bytes:
                    report(done, writer.bytes)
            file.write(bytes(_aligned(block.nbytes) - block.nbytes))
    if report is not None:
        report(writer.bytes, writer.bytes)


def _named(path):
    """The name of a file."""
    if not isinstance(path, (str, bytes, os.PathLike)) or not path:
        raise TypeError(f"path is {path!r}, which names no file")
    return path


@contextlib.contextmanager
def _replaced(path):
    """A file to write, which takes the place of the one at `path` when it is whole.

    What is mapped from there, and may be what is being written, keeps its bytes.
    """
    path = os.path.realpath(os.fsdecode(_named(path)))
    if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe
        with open(path, "wb") as file:
            yield file
        return
    part = f"{path}.{secrets.token_hex(4)}.part"
    try:
        with open(part, "xb") as file:
            yield file
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(path, part)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)
        raise


class _Reader:
    """Rebuilds values; refuses whatever a file cannot contain."""

    def __init__(self, memory, start, copy, report):
        self.memory = memory
        self.start = start
        self.copy = copy
        self.report = report
        self.done = 0
        self.total = max(len(memory) - start, 0)

    def _tell(self, size):
        """Reports `size` more bytes as read; load() reports the end."""
        self.done += _aligned(size)
        if self.done < self.total:
            self.report(self.done, self.total)

    def _block(self, value):
        at, size = value["at"], value["size"]
        if not (
            isinstance(at, int)
            and isinstance(size, int)
            and at >= 0
            and size >= 0
            and at % ALIGNMENT == 0
            and self.start + at + _aligned(size) <= len(self.memory)
        ):
            raise DataLoss("file", f"{at}, {size}", "says that a block lies outside the file")
        return self.memory[self.start + at : self.start + at + size]

    def rebuild(self, value):
        made = self._rebuild(value)
        if "at" in value:
            self._tell(value["size"])
        return made

    def _rebuild(self, value):
        kind = value["type"]
        if kind == "packed":
            return _core.Packed.from_bytes(self._block(value), copy=self.copy)
        if kind == "int4_linear":
            return _core.Int4Linear.from_bytes(self._block(value), copy=self.copy)
        if kind == "filter":
            return _core._Filter.from_bytes(self._block(value), copy=self.copy)
        if kind in _conv.CONVOLUTIONS:
            return _conv.rebuilt_layer(
                self.rebuild(value["filter"]), value["shape"], self.rebuild(value["arguments"]), kind
            )
        if kind == "dynamic_linear":
            return DynamicLinear(self.rebuild(value["weights"]), **self.rebuild(value["arguments"]))
        if kind == "linear":
            return rebuilt_linear(
                self.rebuild(value["weight"]),
                self.rebuild(value["arguments"]),
                _arithmetic.rebuilt(value["arithmetic"]),
            )
        if kind == "dict":
            return {name: self.rebuild(item) for name, item in value["items"].items()}
        if kind == "array":
            return self._array(value)
        if kind == "plain":
            return value["value"]
        raise DataLoss("file", str(kind), "is no type of values")

    def _array(self, value):
        if value["dtype"] not in DTYPES:
            raise DataLoss("file", str(value["dtype"]), "is no type of arrays")
        dtype = np.dtype(value["dtype"]).newbyteorder("<")
        array = np.frombuffer(self._block(value), dtype)
        if any(not isinstance(size, int) or size < 0 for size in value["shape"]):
            raise DataLoss("file", str(value["shape"]), "is no shape")
        array = array.reshape(value["shape"])
        return array.copy() if self.copy else array


class _Guarded:
    """Calls a caller's function, or None, and knows whether it has raised."""

    def __init__(self, function):
        self.function = function
        self.raised = False

    def __call__(self, done, total):
        if self.function is not None:
            self.raised = True
            self.function(done, total)
            self.raised = False


def load(path: str | os.PathLike[str], *, mmap: bool = True, progress: Progress | None = None) -> Any:
    """Reads what save() wrote.

    With mmap=True the file is mapped, not read: packed weights and arrays are
    used where the system has them, shared by all processes, and must not be
    overwritten in place meanwhile; save() does not. Checksums are compared once. progress is called as
    progress(done, total), in bytes, after each block, or is True for a bar on the
    terminal.

    Raises lowp.DataLoss if the file is truncated or of another kind, or if its
    packed weights or its description are damaged, and lowp.Unsupported if it has
    another version, or its weights are packed for a backend that this machine
    cannot run. The bytes of arrays have no checksum.
    """
    is_mapped = bool_of("mmap", mmap)
    # Not a number, which open() takes as an open file.
    with open(_named(path), "rb") as file:
        head = file.read(HEADER.size)
        if len(head) < HEADER.size or head[:8] != MAGIC:
            raise DataLoss("file", str(path), "is not a file of lowp's")
        _, version, checksum, length = HEADER.unpack(head)
        if version != 1:
            raise Unsupported("version", version, "is not that of this library, 1")
        file.seek(0)
        if is_mapped:
            memory = memoryview(mapping.mmap(file.fileno(), 0, access=mapping.ACCESS_READ))
        else:
            memory = memoryview(file.read())
    start = _aligned(HEADER.size + length)
    if start > len(memory):
        raise DataLoss("file", length, "is a text that is longer than the file")
    text = bytes(memory[HEADER.size : HEADER.size + length])
    if checksum not in (0, zlib.crc32(text)):
        raise DataLoss("file", checksum, "is not the checksum of its description")
    report = _Guarded(reporter(progress, "loading"))
    reader = _Reader(memory, start, not is_mapped, report)
    try:
        value = reader.rebuild(json.loads(text))
        report(reader.total, reader.total)
        return value
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, DataLoss) or report.raised:
            raise
        raise DataLoss("file", str(path), f"does not describe its values: {error}") from error
