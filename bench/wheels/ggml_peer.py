"""llama.cpp's product of a Q4_0 matrix with rows of floats, by the functions of its library ggml.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import concurrent.futures
import ctypes

import numpy

from contestant import Absent, Contestant, seconds_of

F32, Q4_0 = 0, 2  # enum ggml_type


class Parameters(ctypes.Structure):
    """ggml_init_params"""

    _fields_ = [("mem_size", ctypes.c_size_t), ("mem_buffer", ctypes.c_void_p), ("no_alloc", ctypes.c_bool)]


class Library:
    """The functions, of which all but a few return pointers."""

    def __init__(self, folder):
        try:
            self.files = [ctypes.CDLL(str(folder / f"lib{name}.so"), ctypes.RTLD_GLOBAL)
                          for name in ("ggml-base", "ggml-cpu", "ggml")]
        except OSError as error:
            raise Absent(str(error)) from error

    def call(self, name, *arguments, restype=ctypes.c_void_p):
        for file in self.files:
            try:
                function = getattr(file, name)
            except AttributeError:
                continue
            function.restype = restype
            return function(*arguments)
        raise Absent(f"no {name}")

    def context(self):
        return pointer(self.call("ggml_init", Parameters(1 << 20, None, True)))

    def buffer_types(self):
        """Those in which weights may lie, the best for this processor first."""
        registry = pointer(self.call("ggml_backend_cpu_reg"))
        device = pointer(self.call("ggml_backend_reg_dev_get", registry, ctypes.c_size_t(0)))
        address = self.call("ggml_backend_reg_get_proc_address", registry, b"ggml_backend_dev_get_extra_bufts")
        if address:
            types = ctypes.CFUNCTYPE(ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)(address)(device)
            for each in iter_to_null(types):
                yield pointer(each)
        yield pointer(self.call("ggml_backend_cpu_buffer_type"))


def pointer(value):
    return ctypes.c_void_p(value)


def iter_to_null(array):
    i = 0
    while array and array[i]:
        yield array[i]
        i += 1


def blocks_of(layer):
    """block_q4_0: a half, and bytes with value i in the low and value i + 16 in the high half."""
    values = layer.values.reshape(layer.n, -1, 32)
    scales = numpy.repeat(layer.scales, layer.group // 32, axis=1).astype(numpy.float16)
    halves = values[:, :, :16] | (values[:, :, 16:] << 4)
    return numpy.concatenate([scales[:, :, None].view(numpy.uint8), halves], axis=2)


def tensor(ggml, context, kind, columns, rows):
    return pointer(ggml.call("ggml_new_tensor_2d", context, ctypes.c_int(kind), ctypes.c_int64(columns),
                             ctypes.c_int64(rows)))


def fill(ggml, made, values):
    ggml.call("ggml_backend_tensor_set", made, pointer(values.ctypes.data), ctypes.c_size_t(0),
              ctypes.c_size_t(values.nbytes), restype=None)


def runs_on(ggml, backend, node):
    return ggml.call("ggml_backend_supports_op", backend, node, restype=ctypes.c_bool)


def contestant(folder, layer, x, threads):
    if folder is None:
        raise Absent("llama-cpp-python is not installed")
    ggml = Library(folder)
    backend = pointer(ggml.call("ggml_backend_cpu_init"))
    ggml.call("ggml_backend_cpu_set_n_threads", backend, ctypes.c_int(threads), restype=None)
    blocks = blocks_of(layer)
    for kind in ggml.buffer_types():
        weights_context, context = ggml.context(), ggml.context()
        weights = tensor(ggml, weights_context, Q4_0, layer.k, layer.n)
        rows = tensor(ggml, context, F32, layer.k, len(x))
        product = pointer(ggml.call("ggml_mul_mat", context, weights, rows))
        if not ggml.call("ggml_backend_alloc_ctx_tensors_from_buft", weights_context, kind):
            continue
        if runs_on(ggml, backend, product):
            break
    else:
        raise Absent("no buffer for the weights")
    ggml.call("ggml_backend_alloc_ctx_tensors", context, backend)
    fill(ggml, weights, blocks)
    fill(ggml, rows, x)
    graph = pointer(ggml.call("ggml_new_graph", context))
    ggml.call("ggml_build_forward_expand", graph, product, restype=None)
    compute = next(getattr(file, "ggml_backend_graph_compute") for file in ggml.files
                   if hasattr(file, "ggml_backend_graph_compute"))

    def output():
        y = numpy.empty((len(x), layer.n), numpy.float32)
        ggml.call("ggml_backend_tensor_get", product, pointer(y.ctypes.data), ctypes.c_size_t(0),
                  ctypes.c_size_t(y.nbytes), restype=None)
        return y

    # On a thread of its own: it takes the configuration of a thread's AMX tiles for one that nobody else changes.
    thread = concurrent.futures.ThreadPoolExecutor(1)
    seconds = seconds_of(lambda: compute(backend, graph))
    return Contestant("llama.cpp", "float", lambda calls: thread.submit(seconds, calls).result(), output)
