"""ONNX Runtime (MLAS): models of one operator, with the weights as a constant, which is packed ahead.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import functools

import numpy

from contestant import Absent, Contestant, seconds_of
from problem import INPUT_ZERO_POINT, OUTPUT_ZERO_POINT, aligned

try:
    import onnx
    import onnxruntime
except ImportError as error:
    onnxruntime = None
    REASON = str(error)


def scalar(name, value, dtype):
    return onnx.numpy_helper.from_array(numpy.array(value, dtype), name)


def model_of(problem, op, signed_weights, domain=""):
    """The operator on the input; QGemm alone has a bias, MatMulInteger alone yields int32."""
    weights = problem.weights if signed_weights else problem.weights_u8
    weights_type = numpy.int8 if signed_weights else numpy.uint8
    constants = [
        onnx.numpy_helper.from_array(numpy.ascontiguousarray(weights.T), "weights"),
        onnx.numpy_helper.from_array(problem.bias, "bias"),
        scalar("scale", problem.scale, numpy.float32),
        scalar("one", 1, numpy.float32),
        scalar("input_zero_point", INPUT_ZERO_POINT, numpy.uint8),
        scalar("weights_zero_point", 0 if signed_weights else 128, weights_type),
        scalar("output_zero_point", OUTPUT_ZERO_POINT, numpy.uint8),
    ]
    lhs = ["input", "scale", "input_zero_point"]
    rhs = ["weights", "one", "weights_zero_point"]
    result = ["one", "output_zero_point"]
    inputs = {
        "QLinearMatMul": lhs + rhs + result,
        "QGemm": lhs + rhs + ["bias"] + result,
        "MatMulInteger": ["input", "weights", "input_zero_point", "weights_zero_point"],
    }[op]
    tensors = onnx.TensorProto
    output_type = tensors.INT32 if op == "MatMulInteger" else tensors.UINT8
    tensor = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node(op, inputs, ["output"], domain=domain)],
        "product",
        [tensor("input", tensors.UINT8, (problem.rows, problem.depth))],
        [tensor("output", output_type, (problem.rows, problem.cols))],
        [constant for constant in constants if constant.name in inputs],
    )
    versions = [onnx.helper.make_opsetid("", 13), onnx.helper.make_opsetid("com.microsoft", 1)]
    return onnx.helper.make_model(graph, opset_imports=versions, ir_version=8)


def contestant(problem, pair, op, signed_weights, domain="", exact=False):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    model = model_of(problem, op, signed_weights, domain).SerializeToString()
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    output = aligned((problem.rows, problem.cols), numpy.int32 if exact else numpy.uint8)
    binding = session.io_binding()
    binding.bind_input("input", "cpu", 0, numpy.uint8, problem.input.shape, problem.input.ctypes.data)
    binding.bind_output("output", "cpu", 0, output.dtype, output.shape, output.ctypes.data)
    # What InferenceSession.run_with_iobinding calls, without what it does around it.
    run, bound = session._sess.run_with_iobinding, binding._iobinding
    return Contestant(
        f"onnxruntime {op}",
        pair,
        # The session and the problem must live as long as the call.
        seconds_of(lambda _kept=(session, binding, problem): run(bound, None)),
        lambda: output,
        tolerance=0 if exact else 1,
        with_bias=op == "QGemm",
    )


def contestants(problem):
    """What makes each contestant."""
    if onnxruntime is None:
        raise Absent(REASON)
    make = functools.partial(functools.partial, contestant, problem)
    return {
        "onnxruntime QLinearMatMul u8*s8": make("u8*s8", "QLinearMatMul", True),
        "onnxruntime QGemm u8*s8": make("u8*s8", "QGemm", True, "com.microsoft"),
        "onnxruntime QLinearMatMul u8*u8": make("u8*u8", "QLinearMatMul", False),
        "onnxruntime MatMulInteger": make("int32", "MatMulInteger", True, exact=True),
    }
