"""The graph of a .tflite file as an ONNX model of the kind that ONNX Runtime runs in integers: QuantizeLinear and
DequantizeLinear around each operator (QDQ), NCHW, activations of uint8, weights of int8 with a scale for each channel.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import numpy
import onnx
from ai_edge_litert import schema_py_generated as schema
from onnx import helper, numpy_helper

NAMES = {value: name for name, value in vars(schema.BuiltinOperator).items() if isinstance(value, int)}
TYPES = {schema.TensorType.INT8: numpy.int8, schema.TensorType.INT32: numpy.int32}
LIMITS = {schema.ActivationFunctionType.RELU: (0.0, None), schema.ActivationFunctionType.RELU6: (0.0, 6.0)}


class Twin:
    """Nodes and constants as they are added. Tensor i is the node output t<i>, in uint8."""

    def __init__(self, model):
        self.model, self.graph = model, model.subgraphs[0]
        self.nodes, self.constants = [], []

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(numpy.ascontiguousarray(array), name))
        return name

    def tensor(self, index):
        return self.graph.tensors[index]

    def array(self, index):
        made = self.tensor(index)
        data = self.model.buffers[made.buffer].data
        if index < 0 or data is None or made.type not in TYPES:
            raise NotImplementedError("a layer without a constant of int8 or int32 has no twin")
        data = numpy.frombuffer(bytes(data), TYPES[made.type])
        return data.reshape(made.shape)

    def shape(self, index):
        """NCHW, of NHWC."""
        shape = [int(size) for size in self.tensor(index).shape]
        return [shape[0], shape[3], shape[1], shape[2]] if len(shape) == 4 else shape

    def parameters(self, index):
        quantization = self.tensor(index).quantization
        return [self.constant(numpy.float32(quantization.scale[0])),
                self.constant(numpy.uint8(quantization.zeroPoint[0] + 128))]

    def real(self, index, use):
        return self.node("DequantizeLinear", [f"t{index}", *self.parameters(index)], f"real{index}_{use}")

    def quantize(self, real, index):
        self.node("QuantizeLinear", [real, *self.parameters(index)], f"t{index}")

    def weights(self, operator, order, name):
        """The filter and the bias, dequantized."""
        filter_, bias = operator.inputs[1], operator.inputs[2]
        scales = numpy.float32(self.tensor(filter_).quantization.scale)
        values = self.array(filter_).transpose(order)
        channels = values.shape[0]
        zeros = self.constant(numpy.zeros(channels, numpy.int8))
        scale = self.constant(numpy.broadcast_to(scales, (channels,)))
        input_scale = numpy.float32(self.tensor(operator.inputs[0]).quantization.scale[0])
        bias_scale = self.constant(numpy.broadcast_to(scales * input_scale, (channels,)).astype(numpy.float32))
        return [self.node("DequantizeLinear", [self.constant(values), scale, zeros], f"{name}_filter", axis=0),
                self.node("DequantizeLinear", [self.constant(self.array(bias)), bias_scale], f"{name}_bias", axis=0)]

    def activated(self, real, function, output):
        """Left out where the output's range says the same."""
        if not function:
            return real
        quantization = self.tensor(output).quantization
        scale, zero_point = quantization.scale[0], quantization.zeroPoint[0]
        low, high = LIMITS[function]
        if zero_point == -128 and (high is None or (127 - zero_point) * scale <= high + scale / 2):
            return real
        bounds = [self.constant(numpy.float32(low)), self.constant(numpy.float32(high)) if high else ""]
        return self.node("Clip", [real, *bounds], f"{real}_clipped")

    def padding(self, options, operator, kernel, dilation=(1, 1)):
        pads = [0, 0, 0, 0]
        if options.padding == schema.Padding.SAME:
            strides = (options.strideH, options.strideW)
            for axis in range(2):
                size = int(self.tensor(operator.inputs[0]).shape[1 + axis])
                extent = (kernel[axis] - 1) * dilation[axis] + 1
                total = max(0, (-(-size // strides[axis]) - 1) * strides[axis] + extent - size)
                pads[axis], pads[2 + axis] = total // 2, total - total // 2
        return pads

    def convolution(self, operator, name, depthwise):
        options, output = operator.builtinOptions, operator.outputs[0]
        kernel = [int(size) for size in self.tensor(operator.inputs[1]).shape[1:3]]
        dilation = (options.dilationHFactor, options.dilationWFactor)
        groups = int(self.tensor(operator.inputs[0]).shape[3]) if depthwise else 1
        order = (3, 0, 1, 2) if depthwise else (0, 3, 1, 2)
        real = self.node("Conv", [self.real(operator.inputs[0], name), *self.weights(operator, order, name)],
                         f"{name}_sum", kernel_shape=kernel, strides=[options.strideH, options.strideW], group=groups,
                         dilations=list(dilation), pads=self.padding(options, operator, kernel, dilation))
        self.quantize(self.activated(real, options.fusedActivationFunction, output), output)

    def fully_connected(self, operator, name):
        output, depth = operator.outputs[0], int(self.tensor(operator.inputs[1]).shape[1])
        rows = self.node("Reshape", [f"t{operator.inputs[0]}", self.constant(numpy.int64([-1, depth]))], f"{name}_rows")
        real = self.node("DequantizeLinear", [rows, *self.parameters(operator.inputs[0])], f"{name}_real")
        product = self.node("Gemm", [real, *self.weights(operator, (0, 1), name)], f"{name}_sum", transB=1)
        self.quantize(self.activated(product, operator.builtinOptions.fusedActivationFunction, output), output)

    def add(self, operator, name):
        terms = [self.real(index, name) for index in operator.inputs]
        real = self.node("Add", terms, f"{name}_sum")
        output = operator.outputs[0]
        self.quantize(self.activated(real, operator.builtinOptions.fusedActivationFunction, output), output)

    def average(self, operator, name):
        options, shape = operator.builtinOptions, self.shape(operator.inputs[0])
        kernel = [options.filterHeight, options.filterWidth]
        real = self.real(operator.inputs[0], name)
        if kernel == shape[2:]:
            real = self.node("GlobalAveragePool", [real], f"{name}_mean")
        else:
            real = self.node("AveragePool", [real], f"{name}_mean", kernel_shape=kernel,
                             strides=[options.strideH, options.strideW], pads=self.padding(options, operator, kernel))
        self.quantize(real, operator.outputs[0])

    def mean(self, operator, name):
        output = operator.outputs[0]
        real = self.node("GlobalAveragePool", [self.real(operator.inputs[0], name)], f"{name}_mean")
        self.node("QuantizeLinear", [real, *self.parameters(output)], f"{name}_quantized")
        self.node("Reshape", [f"{name}_quantized", self.constant(numpy.int64(self.shape(output)))], f"t{output}")

    def softmax(self, operator, name):
        real = self.node("Softmax", [self.real(operator.inputs[0], name)], f"{name}_shares", axis=-1)
        self.quantize(real, operator.outputs[0])

    def reshape(self, operator, name):
        output = operator.outputs[0]
        self.node("Reshape", [f"t{operator.inputs[0]}", self.constant(numpy.int64(self.shape(output)))], f"t{output}")

    def add_operator(self, operator, name):
        kind = NAMES[max(self.model.operatorCodes[operator.opcodeIndex].builtinCode,
                         self.model.operatorCodes[operator.opcodeIndex].deprecatedBuiltinCode)]
        if kind in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            self.convolution(operator, name, kind == "DEPTHWISE_CONV_2D")
            return
        functions = {"FULLY_CONNECTED": self.fully_connected, "ADD": self.add, "AVERAGE_POOL_2D": self.average,
                     "MEAN": self.mean, "SOFTMAX": self.softmax, "RESHAPE": self.reshape}
        if kind not in functions:
            raise NotImplementedError(f"{kind} has no twin")
        functions[kind](operator, name)

    def finished(self):
        for position, operator in enumerate(self.graph.operators):
            self.add_operator(operator, f"op{position}")
        ends = [[helper.make_tensor_value_info(f"t{index}", onnx.TensorProto.UINT8, self.shape(index)) for index in side]
                for side in (self.graph.inputs, self.graph.outputs)]
        graph = helper.make_graph(self.nodes, "twin", ends[0], ends[1], self.constants)
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        onnx.checker.check_model(made)
        return made.SerializeToString()


def twin_of(tflite):
    """The ONNX model of a .tflite file's bytes."""
    return Twin(schema.ModelT.InitFromPackedBuf(tflite, 0)).finished()
