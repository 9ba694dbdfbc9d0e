"""LiteRT: a model of one convolution or depthwise convolution of s8, by its XNNPACK delegate.

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


def model_of(layer):
    depthwise = layer.groups > 1 and layer.groups == layer.inputs
    filter = layer.filter
    if depthwise:  # 1HWO
        filter = numpy.ascontiguousarray(filter[:, :, :, 0].transpose(1, 2, 0))[numpy.newaxis]
    s8, s32 = schema.TensorType.INT8, schema.TensorType.INT32
    scales = [float(scale) for scale in layer.scale]
    graph = schema.SubGraphT()
    graph.tensors = [
        tensor(layer.input.shape, s8, 1, [1.0], layer.INPUT_ZERO_POINT),
        tensor(filter.shape, s8, 2, scales),
        tensor(layer.bias.shape, s32, 3, scales),
        tensor(layer.output_shape, s8, 4, [1.0], layer.OUTPUT_ZERO_POINT),
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
    model.buffers = [buffer(), buffer(), buffer(filter), buffer(layer.bias), buffer()]
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def litert_contestant(layer, threads):
    if litert is None:
        raise Absent(REASON)
    resolver = litert.OpResolverType.BUILTIN
    try:
        made = litert.Interpreter(
            model_content=model_of(layer), num_threads=threads, experimental_op_resolver_type=resolver
        )
        made.allocate_tensors()
    except (RuntimeError, ValueError) as error:
        raise Absent(str(error)) from error
    if not any(op["op_name"] == "DELEGATE" for op in made._get_ops_details()):
        raise Absent("the delegate does not take the layer")
    made.set_tensor(made.get_input_details()[0]["index"], layer.input)
    output = made.get_output_details()[0]["index"]
    return Contestant("litert", "s8", seconds_of(made._interpreter.Invoke), lambda: made.get_tensor(output))
