"""Settings for a block of code."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from . import _core
from ._checks import int32_of
from ._errors import InvalidArgument


@contextlib.contextmanager
def using(*, threads: int | None = None, backend: str | None = None) -> Iterator[None]:
    """Sets the number of threads or the backend within a `with` block.

    with lowp.using(threads=1, backend="avx2"):
        lowp.matmul(a, b)

    The settings are those of the process: other threads see them too.
    """
    if threads is not None and int32_of("threads", threads) < 0:
        raise InvalidArgument("threads", threads, "is negative")
    old_threads, old_backend = _core._settings()
    try:
        if threads is not None:
            _core.set_threads(threads)
        if backend is not None:
            _core.set_backend(backend)
        yield
    finally:
        _core.set_threads(old_threads)
        _core.set_backend(old_backend)
