"""LiteRT: a model of one convolution or depthwise convolution, of s8 by its XNNPACK delegate, of s16 by its own kernels.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import numpy

from contestant import Absent, Contestant, seconds_of
from litert_peer import buffer, tensor

try:
    import flatbuffers
    from ai_edge_litert import interpreter as litert
    from ai_edge_litert import schema_py_generated as schema
except ImportError as error:
    litert = None
    REASON = str(error)

INPUT, FILTER, BIAS, OUTPUT = range(4)


def operator(layer, depthwise):
    made = schema.OperatorT()
    made.inputs, made.outputs = [INPUT, FILTER, BIAS], [OUTPUT]
    if depthwise:
        made.builtinOptionsType = schema.BuiltinOptions.DepthwiseConv2DOptions
        options = schema.DepthwiseConv2DOptionsT()
        options.depthMultiplier = layer.outputs // layer.inputs
    else:
        made.builtinOptionsType = schema.BuiltinOptions.Conv2DOptions
        options = schema.Conv2DOptionsT()
    options.padding = schema.Padding.SAME
    options.strideW = options.strideH = layer.stride
    options.dilationWFactor = options.dilationHFactor = layer.dilation
    made.builtinOptions = options
    return made


def model_of(layer, wide=False):
    """`wide`: int16 activations with a bias of int64, without zero points."""
    depthwise = layer.groups > 1 and layer.groups == layer.inputs
    filter = layer.filter
    if depthwise:  # 1HWO
        filter = numpy.ascontiguousarray(filter[:, :, :, 0].transpose(1, 2, 0))[numpy.newaxis]
    kinds = schema.TensorType
    values, sums = (kinds.INT16, kinds.INT64) if wide else (kinds.INT8, kinds.INT32)
    zero_points = (0, 0) if wide else (layer.INPUT_ZERO_POINT, layer.OUTPUT_ZERO_POINT)
    bias = layer.bias.astype(numpy.int64) if wide else layer.bias
    scales = [float(scale) for scale in layer.scale]
    graph = schema.SubGraphT()
    graph.tensors = [
        tensor(layer.input.shape, values, 1, [1.0], zero_points[0]),
        tensor(filter.shape, kinds.INT8, 2, scales),
        tensor(layer.bias.shape, sums, 3, scales),
        tensor(layer.output_shape, values, 4, [1.0], zero_points[1]),
    ]
    graph.tensors[FILTER].quantization.quantizedDimension = 3 if depthwise else 0
    graph.inputs, graph.outputs, graph.operators = [INPUT], [OUTPUT], [operator(layer, depthwise)]
    code = schema.OperatorCodeT()
    operators = schema.BuiltinOperator
    code.builtinCode = code.deprecatedBuiltinCode = operators.DEPTHWISE_CONV_2D if depthwise else operators.CONV_2D
    code.version = 3
    model = schema.ModelT()
    model.version = 3
    model.operatorCodes, model.subgraphs = [code], [graph]
    model.buffers = [buffer(), buffer(), buffer(filter), buffer(bias), buffer()]
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def interpreter_of(model, threads):
    if litert is None:
        raise Absent(REASON)
    resolver = litert.OpResolverType.BUILTIN
    try:
        made = litert.Interpreter(model_content=model, num_threads=threads, experimental_op_resolver_type=resolver)
        made.allocate_tensors()
    except (RuntimeError, ValueError) as error:
        raise Absent(str(error)) from error
    return made


def litert_contestant(layer, threads):
    made = interpreter_of(model_of(layer), threads)
    if not any(op["op_name"] == "DELEGATE" for op in made._get_ops_details()):
        raise Absent("the delegate does not take the layer")
    return contestant_of(made, layer.input, "s8")


def wide_litert_contestant(layer, values, threads):
    return contestant_of(interpreter_of(model_of(layer, wide=True), threads), values, "s16")


def contestant_of(made, values, pair):
    made.set_tensor(made.get_input_details()[0]["index"], values)
    output = made.get_output_details()[0]["index"]
    return Contestant("litert", pair, seconds_of(made._interpreter.Invoke), lambda: made.get_tensor(output))
