"""Writes a recorded chain of layers (test/golden/<model>/<case>) as a .tflite file.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import pathlib

import flatbuffers
import numpy
from ai_edge_litert import schema_py_generated as schema

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "test" / "golden"


def read_layer(folder):
    """layer.txt: a key and its values on each line."""
    lines = (line.split() for line in (folder / "layer.txt").read_text().splitlines())
    return {words[0]: words[1:] for words in lines if words}


# The version of each operator in which it takes int8.
VERSIONS = {"CONV_2D": 3, "DEPTHWISE_CONV_2D": 3, "AVERAGE_POOL_2D": 2, "RESHAPE": 1, "SOFTMAX": 2}


class Graph:
    """Tensors, buffers and operators as they are added."""

    def __init__(self):
        self.tensors, self.buffers, self.operators, self.codes = [], [schema.BufferT()], [], []

    def add_tensor(self, shape, dtype, scales, zero_point, axis=0, array=None):
        made, quantization, buffer = schema.TensorT(), schema.QuantizationParametersT(), schema.BufferT()
        quantization.scale, quantization.zeroPoint = list(scales), [zero_point] * len(scales)
        quantization.quantizedDimension = axis
        if array is not None:
            buffer.data = numpy.ascontiguousarray(array).reshape(-1).view(numpy.uint8)
        made.name = f"tensor{len(self.tensors)}"
        made.shape, made.type, made.quantization, made.buffer = list(shape), dtype, quantization, len(self.buffers)
        self.tensors.append(made)
        self.buffers.append(buffer)
        return len(self.tensors) - 1

    def add_operator(self, name, options, inputs, output):
        if name not in self.codes:
            self.codes.append(name)
        made = schema.OperatorT()
        made.opcodeIndex, made.inputs, made.outputs = self.codes.index(name), inputs, [output]
        made.builtinOptions = options
        made.builtinOptionsType = getattr(schema.BuiltinOptions, type(options).__name__[:-1])
        self.operators.append(made)

    def bytes(self, input_tensor, output_tensor):
        graph, model = schema.SubGraphT(), schema.ModelT()
        graph.tensors, graph.operators = self.tensors, self.operators
        graph.inputs, graph.outputs = [input_tensor], [output_tensor]
        model.version, model.buffers, model.subgraphs, model.operatorCodes = 3, self.buffers, [graph], []
        for name in self.codes:
            made = schema.OperatorCodeT()
            made.builtinCode = made.deprecatedBuiltinCode = getattr(schema.BuiltinOperator, name)
            made.version = VERSIONS[name]
            model.operatorCodes.append(made)
        builder = flatbuffers.Builder(1 << 20)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def window(options, layer):
    options.padding = getattr(schema.Padding, layer["padding"][0])
    options.strideH, options.strideW = int(layer["stride_h"][0]), int(layer["stride_w"][0])
    options.fusedActivationFunction = getattr(schema.ActivationFunctionType, layer["activation"][0])
    return options


def options_of(op, layer):
    if op == "CONV_2D":
        return window(schema.Conv2DOptionsT(), layer)
    if op == "DEPTHWISE_CONV_2D":
        options = window(schema.DepthwiseConv2DOptionsT(), layer)
        options.depthMultiplier = int(layer["depth_multiplier"][0])
        return options
    if op == "AVERAGE_POOL_2D":
        options = window(schema.Pool2DOptionsT(), layer)
        options.filterHeight, options.filterWidth = int(layer["filter_h"][0]), int(layer["filter_w"][0])
        return options
    if op == "RESHAPE":
        return schema.ReshapeOptionsT()
    if op == "SOFTMAX":
        options = schema.SoftmaxOptionsT()
        options.beta = float(layer["beta"][0])
        return options
    raise ValueError(op)


def add_constants(graph, op, layer, folder):
    """The operands of a layer that its file holds."""
    if op == "RESHAPE":
        shape = numpy.load(folder / "input2.npy")
        return [graph.add_tensor(shape.shape, schema.TensorType.INT32, [], 0, array=shape)]
    if "filter_shape" not in layer:
        return []
    scales = numpy.load(folder / "filter_scale.npy")
    axis = int(layer["filter_quantized_dimension"][0])
    filter_, bias = numpy.load(folder / "filter.npy"), numpy.load(folder / "bias.npy")
    input_scale = numpy.float32(layer["input_scale"][0])
    return [graph.add_tensor(filter_.shape, schema.TensorType.INT8, scales, 0, axis, filter_),
            graph.add_tensor(bias.shape, schema.TensorType.INT32, scales * input_scale, 0, 0, bias)]


def model_and_input(case):
    graph = Graph()

    def activation(layer, side):
        shape = [int(size) for size in layer[f"{side}_shape"]]
        scale, zero_point = float.fromhex(layer[f"{side}_scale"][1]), int(layer[f"{side}_zero_point"][0])
        return graph.add_tensor(shape, schema.TensorType.INT8, [scale], zero_point)

    last = None
    for folder in sorted(path.parent for path in (GOLDEN / case).glob("*/layer.txt")):
        layer = read_layer(folder)
        op = layer["op"][0]
        if last is None:
            first = last = activation(layer, "input")
        output = activation(layer, "output")
        graph.add_operator(op, options_of(op, layer), [last, *add_constants(graph, op, layer, folder)], output)
        last = output
    return graph.bytes(first, last), numpy.load(GOLDEN / case / "model_input.npy")
