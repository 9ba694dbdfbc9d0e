"""The types of arguments, for checkers such as mypy."""

from collections.abc import Callable, Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

Array = Any  # a numpy array, or another with a buffer or DLPack
Integers = Union[int, "np.integer[Any]", Sequence[int], "npt.NDArray[Any]"]
Reals = Union[float, "np.floating[Any]", Sequence[float], "npt.NDArray[Any]"]
Progress = Union[bool, Callable[[int, int], object]]
# A number, or one for each axis.
PerAxis = Union[int, Sequence[int]]
# "same", a number, or one or a pair for each axis.
Padding = Union[str, int, Sequence[Union[int, Sequence[int]]]]
Clamp = tuple[Union[float, None], Union[float, None]]
