"""The exceptions of lowp. Each carries what a C++ Status has."""

from __future__ import annotations


class Error(Exception):
    """An argument was refused; nothing has been written.

    Attributes:
        argument: the argument's name, for example "a" or "b.stride".
        value: its value, an int, a float or a str.
        problem: what is wrong with it.
        code: the name of the status: "invalid_argument", "unsupported",
            "resource_exhausted" or "data_loss".
    """

    code: str = "invalid_argument"

    def __init__(self, argument: str, value: int | float | str, problem: str) -> None:
        super().__init__(argument, value, problem)
        self.argument = argument
        self.value = value
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.argument} = {self.value}: {self.problem}"


class InvalidArgument(Error, ValueError):
    """An argument contradicts itself or another one."""


class Unsupported(Error, RuntimeError):
    """The request is sound, but this machine or this build cannot serve it."""

    code = "unsupported"


class ResourceExhausted(Error, MemoryError):
    """The system refused memory."""

    code = "resource_exhausted"


class DataLoss(Error, ValueError):
    """Saved bytes are damaged, truncated, or something else."""

    code = "data_loss"
