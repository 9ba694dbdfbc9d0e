"""bfloat16, with ml_dtypes and without: conversions in numpy, and arrays that lend it by DLPack."""

import ctypes

import numpy as np


def to_bits(x):
    """The bits of float32 values rounded to bfloat16, ties to even, as uint16; NaN is 0x7fc0."""
    bits = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(x), np.uint16(0x7FC0), rounded)


def from_bits(bits):
    return (np.asarray(bits, np.uint16).astype(np.uint32) << 16).view(np.float32)


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class DlpackBfloat16:
    """A tensor as PyTorch lends it, over an array of the bits."""

    def __init__(self, bits, device=1):
        self.bits = bits
        self.device = device
        self.kept = []  # the structures, for as long as this object

    def __dlpack_device__(self):
        return self.device, 0

    def __dlpack__(self, **arguments):
        sizes = (ctypes.c_int64 * self.bits.ndim)(*self.bits.shape)
        strides = (ctypes.c_int64 * self.bits.ndim)(*(s // 2 for s in self.bits.strides))
        tensor = _Tensor(self.bits.ctypes.data, self.device, 0, self.bits.ndim, 4, 16, 1, sizes, strides, 0)
        managed = _Managed(tensor, None, None)
        self.kept.append((managed, sizes, strides))
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return make(ctypes.addressof(managed), b"dltensor", None)
