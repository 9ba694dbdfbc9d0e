"""Records dynamic linear layers as other systems compute them.

    python record.py onnxruntime > onnxruntime.txt   # needs onnxruntime, onnx, numpy
    python record.py litert > litert.txt             # needs ai-edge-litert, flatbuffers, numpy
    python record.py torch > torch.txt               # needs torch with FBGEMM, numpy

A case is a line `case <name> <rows> <k> <n> <u8|s8> <reduce_range> <relu>`, followed by lines of a name and its values:
x (rows x k), weights (k x n), scales, zero_points, bias (may be empty), y (rows x n). Floats are the bits, in
hexadecimal. The processor must add products of bytes without saturating: AVX-512 VNNI, AVX-VNNI, or any Arm.
"""
import sys

import numpy as np


def bits(values):
    return " ".join("%08x" % b for b in np.ascontiguousarray(values, np.float32).view(np.uint32).ravel())


def integers(values):
    return " ".join(str(int(v)) for v in np.asarray(values).ravel())


def inputs(random, kind, rows, k):
    x = random.standard_normal((rows, k)).astype(np.float32) * np.float32(3)
    if kind == "positive":
        x = np.abs(x)
    elif kind == "negative":
        x = -np.abs(x)
    elif kind == "zeros":
        x *= 0
    elif kind == "one_row_of_zeros":
        x[0] = 0
    elif kind == "tiny":
        x *= np.float32(2.0**-100)
    elif kind == "huge":
        x *= np.float32(2.0**90)
    elif kind == "ties":  # half steps of a scale of 1/8
        x = random.integers(-127, 128, (rows, k)).astype(np.float32) / np.float32(16)
        x[0, 0], x[0, 1] = np.float32(-127 / 8), np.float32(128 / 8)
    return x


KINDS = ["usual", "positive", "negative", "zeros", "one_row_of_zeros", "tiny", "huge", "ties"]


def cases(zero_points_of):
    random = np.random.default_rng(28)
    for i in range(16):
        kind = KINDS[i % len(KINDS)]
        rows, k, n = [(1, 17, 5), (3, 8, 4), (4, 33, 3), (2, 5, 18)][i % 4]
        x = inputs(random, kind, rows, k)
        signed = zero_points_of == "torch" or i % 3 != 0
        low, high = (-128, 128) if signed else (0, 256)
        weights = random.integers(low, high, (k, n))
        each = i % 2 == 1
        scales = (random.random(n if each else 1) * 0.02 + 0.001).astype(np.float32)
        zero_points = random.integers(low, high, n if each else 1)
        if i % 5 == 0:
            zero_points = zero_points * 0
        bias = random.standard_normal(n).astype(np.float32) if i % 4 != 2 else np.zeros(0, np.float32)
        yield i, kind, signed, x, weights, scales, zero_points, bias


def write(name, signed, reduce_range, relu, x, weights, scales, zero_points, bias, y):
    print("case", name, x.shape[0], x.shape[1], weights.shape[1], "s8" if signed else "u8", int(reduce_range), int(relu))
    print("x", bits(x))
    print("weights", integers(weights))
    print("scales", bits(scales))
    print("zero_points", integers(zero_points))
    print("bias", bits(bias))
    print("y", bits(y))


def onnxruntime():
    import onnx
    import onnxruntime as ort
    print("# onnxruntime %s, com.microsoft.DynamicQuantizeMatMul" % ort.__version__)
    for i, kind, signed, x, weights, scales, zero_points, bias in cases("onnxruntime"):
        kind_of_weights = np.int8 if signed else np.uint8
        names = ["x", "weights", "scales", "zero_points"] + (["bias"] if bias.size else [])
        node = onnx.helper.make_node("DynamicQuantizeMatMul", names, ["y"], domain="com.microsoft")
        real = onnx.TensorProto.FLOAT
        graph = onnx.helper.make_graph(
            [node], "g", [onnx.helper.make_tensor_value_info("x", real, list(x.shape))],
            [onnx.helper.make_tensor_value_info("y", real, None)],
            [onnx.numpy_helper.from_array(a, name) for a, name in
             [(weights.astype(kind_of_weights), "weights"), (scales, "scales"),
              (zero_points.astype(kind_of_weights), "zero_points"), (bias, "bias")] if name in names])
        model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13),
                                                             onnx.helper.make_opsetid("com.microsoft", 1)])
        model.ir_version = 8
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        y = session.run(None, {"x": x})[0]
        write("%d_%s" % (i, kind), signed, False, False, x, weights, scales, zero_points, bias, y)


def torch():
    import torch
    torch.backends.quantized.engine = "fbgemm"
    print("# torch %s, quantized::linear_dynamic and linear_relu_dynamic on FBGEMM" % torch.__version__.split("+")[0])
    for i, kind, signed, x, weights, scales, zero_points, bias in cases("torch"):
        shape = torch.zeros(weights.shape[1], weights.shape[0])  # n x k
        if scales.size > 1:
            quantized = torch._make_per_channel_quantized_tensor(
                torch.from_numpy(weights.T.astype(np.int8).copy()), torch.from_numpy(scales.astype(np.float64)),
                torch.from_numpy(zero_points.astype(np.int64)), 0)
        else:
            quantized = torch._make_per_tensor_quantized_tensor(
                torch.from_numpy(weights.T.astype(np.int8).copy()), float(scales[0]), int(zero_points[0]))
        assert quantized.shape == shape.shape
        packed = torch.ops.quantized.linear_prepack(quantized, torch.from_numpy(bias) if bias.size else None)
        for reduce_range in (False, True):
            relu = i % 2 == 0
            function = torch.ops.quantized.linear_relu_dynamic if relu else torch.ops.quantized.linear_dynamic
            y = function(torch.from_numpy(x), packed, reduce_range).numpy()
            write("%d_%s_%d" % (i, kind, reduce_range), signed, reduce_range, relu, x, weights, scales, zero_points,
                  bias, y)


def litert():
    import importlib.metadata

    import flatbuffers
    from ai_edge_litert import interpreter
    from ai_edge_litert import schema_py_generated as schema
    print("# ai-edge-litert %s, FULLY_CONNECTED of floats and 8-bit weights by XNNPACK's delegate: qd8_f32_qc8w"
          % importlib.metadata.version("ai-edge-litert"))

    def tensor(shape, kind, place):
        made = schema.TensorT()
        made.shape, made.type, made.buffer, made.name = list(shape), kind, place, "tensor%d" % place
        return made

    def buffer(array=None):
        made = schema.BufferT()
        if array is not None:
            made.data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        return made

    def run(x, weights, scales, bias):
        real, n = schema.TensorType.FLOAT32, weights.shape[0]
        graph, layer, code, model = schema.SubGraphT(), schema.OperatorT(), schema.OperatorCodeT(), schema.ModelT()
        graph.tensors = [tensor(x.shape, real, 1), tensor(weights.shape, schema.TensorType.INT8, 2),
                         tensor(bias.shape, real, 3), tensor((x.shape[0], n), real, 4)]
        quantization = graph.tensors[1].quantization = schema.QuantizationParametersT()
        quantization.scale, quantization.zeroPoint, quantization.quantizedDimension = list(map(float, scales)), [0] * n, 0
        layer.inputs, layer.outputs = [0, 1, 2], [3]
        layer.builtinOptionsType = schema.BuiltinOptions.FullyConnectedOptions
        layer.builtinOptions = schema.FullyConnectedOptionsT()
        layer.builtinOptions.asymmetricQuantizeInputs = True
        graph.inputs, graph.outputs, graph.operators = [0], [3], [layer]
        code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.FULLY_CONNECTED
        code.version = 9
        model.version, model.operatorCodes, model.subgraphs = 3, [code], [graph]
        model.buffers = [buffer(), buffer(), buffer(weights), buffer(bias), buffer()]
        builder = flatbuffers.Builder(1 << 16)
        builder.Finish(model.Pack(builder), b"TFL3")
        made = interpreter.Interpreter(model_content=bytes(builder.Output()), num_threads=1)
        made.allocate_tensors()
        assert any(op["op_name"] == "DELEGATE" for op in made._get_ops_details())
        made.set_tensor(made.get_input_details()[0]["index"], x)
        made.invoke()
        return made.get_tensor(made.get_output_details()[0]["index"]).copy()

    for i, kind, _, x, weights, scales, zero_points, bias in cases("torch"):
        n = weights.shape[1]
        weights = np.clip(weights, -127, 127)
        scales = np.resize(scales, n)
        bias = bias if bias.size else np.zeros(n, np.float32)
        y = run(x, weights.T.astype(np.int8).copy(), scales, bias)
        write("%d_%s" % (i, kind), True, False, False, x, weights, scales, zero_points * 0, bias, y)


{"onnxruntime": onnxruntime, "litert": litert, "torch": torch}[sys.argv[1]]()
