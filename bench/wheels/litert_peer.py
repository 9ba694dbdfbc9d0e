"""LiteRT: a model of one fully connected layer of s8, by its XNNPACK delegate and by its own kernels, which call ruy.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import functools

import numpy

from contestant import Absent, Contestant, seconds_of
from problem import INPUT_ZERO_POINT, OUTPUT_ZERO_POINT

try:
    import flatbuffers
    from ai_edge_litert import interpreter as litert
    from ai_edge_litert import schema_py_generated as schema
except ImportError as error:
    litert = None
    REASON = str(error)

INPUT, WEIGHTS, BIAS, OUTPUT = range(4)


def tensor(shape, dtype, buffer, scales, zero_point=0):
    made = schema.TensorT()
    made.shape = list(shape)
    made.type = dtype
    made.buffer = buffer
    made.name = f"tensor{buffer}"
    made.quantization = schema.QuantizationParametersT()
    made.quantization.scale = list(scales)
    made.quantization.zeroPoint = [zero_point] * len(scales)
    return made


def buffer(array=None):
    made = schema.BufferT()
    if array is not None:
        made.data = array.reshape(-1).view(numpy.uint8)
    return made


def fully_connected():
    made = schema.OperatorT()
    made.inputs, made.outputs = [INPUT, WEIGHTS, BIAS], [OUTPUT]
    made.builtinOptionsType = schema.BuiltinOptions.FullyConnectedOptions
    made.builtinOptions = schema.FullyConnectedOptionsT()
    return made


def model_of(problem):
    s8, s32 = schema.TensorType.INT8, schema.TensorType.INT32
    scale = [problem.scale]
    graph = schema.SubGraphT()
    graph.tensors = [
        tensor(problem.input.shape, s8, 1, [1.0], INPUT_ZERO_POINT - 128),
        tensor(problem.weights.shape, s8, 2, scale),
        tensor(problem.bias.shape, s32, 3, scale),
        tensor((problem.rows, problem.cols), s8, 4, [1.0], OUTPUT_ZERO_POINT - 128),
    ]
    graph.inputs, graph.outputs, graph.operators = [INPUT], [OUTPUT], [fully_connected()]
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.FULLY_CONNECTED
    code.version = 4
    model = schema.ModelT()
    model.version = 3
    model.operatorCodes, model.subgraphs = [code], [graph]
    model.buffers = [buffer(), buffer(), buffer(problem.weights), buffer(problem.bias), buffer()]
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def contestant(problem, name, resolver, delegated):
    model = model_of(problem)
    made = litert.Interpreter(model_content=model, num_threads=1, experimental_op_resolver_type=resolver)
    made.allocate_tensors()
    runs_delegate = any(op["op_name"] == "DELEGATE" for op in made._get_ops_details())
    if runs_delegate != delegated:
        raise Absent("the delegate does not take the layer" if delegated else "a delegate takes the layer")
    made.set_tensor(made.get_input_details()[0]["index"], problem.input_s8)
    output = made.get_output_details()[0]["index"]
    return Contestant(
        name,
        "s8*s8",
        seconds_of(made._interpreter.Invoke),
        lambda: made.get_tensor(output).view(numpy.uint8) ^ 128,
        tolerance=1,
    )


def contestants(problem):
    """What makes each contestant."""
    if litert is None:
        raise Absent(REASON)
    make = functools.partial(functools.partial, contestant, problem)
    resolvers = litert.OpResolverType
    return {
        "litert XNNPACK": make("litert XNNPACK", resolvers.BUILTIN, True),
        "litert ruy": make("litert ruy", resolvers.BUILTIN_WITHOUT_DEFAULT_DELEGATES, False),
    }
