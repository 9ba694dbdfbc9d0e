"""ONNX Runtime (MLAS): models of one QLinearConv in NHWC.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import numpy

from contestant import Absent, Contestant, seconds_of
from problem import aligned, aligned_copy

try:
    import onnx
    import onnxruntime
except ImportError as error:
    onnxruntime = None
    REASON = str(error)


def model_of(layer):
    def scalar(name, value, dtype):
        return onnx.numpy_helper.from_array(numpy.array(value, dtype), name)

    constants = [
        scalar("x_scale", 1, numpy.float32),
        scalar("x_zero_point", layer.INPUT_ZERO_POINT + 128, numpy.uint8),
        onnx.numpy_helper.from_array(numpy.ascontiguousarray(layer.filter.transpose(0, 3, 1, 2)), "w"),
        onnx.numpy_helper.from_array(numpy.array(layer.scale), "w_scale"),
        onnx.numpy_helper.from_array(numpy.zeros(layer.outputs, numpy.int8), "w_zero_point"),
        scalar("y_scale", 1, numpy.float32),
        scalar("y_zero_point", layer.OUTPUT_ZERO_POINT + 128, numpy.uint8),
        onnx.numpy_helper.from_array(numpy.array(layer.bias), "b"),
    ]
    node = onnx.helper.make_node(
        "QLinearConv",
        ["x"] + [constant.name for constant in constants],
        ["y"],
        domain="com.microsoft",
        channels_last=1,
        group=layer.groups,
        strides=[layer.stride] * 2,
        dilations=[layer.dilation] * 2,
        kernel_shape=[layer.kernel] * 2,
        pads=[layer.pad_before] * 2 + [layer.pad_after] * 2,
    )
    byte = onnx.TensorProto.UINT8
    graph = onnx.helper.make_graph(
        [node],
        "layer",
        [onnx.helper.make_tensor_value_info("x", byte, layer.input.shape)],
        [onnx.helper.make_tensor_value_info("y", byte, layer.output_shape)],
        constants,
    )
    versions = [onnx.helper.make_opsetid("", 13), onnx.helper.make_opsetid("com.microsoft", 1)]
    return onnx.helper.make_model(graph, opset_imports=versions, ir_version=8).SerializeToString()


def onnxruntime_contestant(layer, threads):
    if onnxruntime is None:
        raise Absent(REASON)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(model_of(layer), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # of the binding, which has a type of its own for each
        raise Absent(str(error)) from error
    x = aligned_copy(layer.input.view(numpy.uint8) ^ 128)
    y = aligned(layer.output_shape, numpy.uint8)
    binding = session.io_binding()
    binding.bind_input("x", "cpu", 0, numpy.uint8, x.shape, x.ctypes.data)
    binding.bind_output("y", "cpu", 0, numpy.uint8, y.shape, y.ctypes.data)
    # What InferenceSession.run_with_iobinding calls, without what it does around it.
    run, bound = session._sess.run_with_iobinding, binding._iobinding
    call = seconds_of(lambda _kept=(session, binding, x): run(bound, None))
    return Contestant("onnxruntime", "s8", call, lambda: (y ^ 128).view(numpy.int8))
