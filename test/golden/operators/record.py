"""Records quantized operators as other systems compute them.

    python record.py litert > litert.txt            # needs ai-edge-litert, flatbuffers, numpy
    python record.py onnxruntime > onnxruntime.txt  # needs onnxruntime, onnx, numpy

Each case is a model of one operator. A case is a line `case <number> <operator> <type>`, followed by lines of a name
and its values: shape0, input0 and so on for each input; shape and result of the output; scales (of the inputs, then of
the output; the bits of floats in hexadecimal); zero_points in the same order; and the operator's own options.
"""
import importlib.metadata
import sys

import numpy as np

TYPES = {"int8": np.int8, "uint8": np.uint8, "int16": np.int16, "int32": np.int32}
random = np.random.default_rng(27)
cases = 0


def values(shape, kind, low=None, high=None):
    limits = np.iinfo(TYPES[kind])
    made = random.integers(limits.min if low is None else low, (limits.max if high is None else high) + 1, shape)
    return made.astype(TYPES[kind])


def run(operator, options, inputs, quantization, constants, result_kind, version):
    """`inputs` are arrays, `quantization` a (scale, zero point) of each and of the result, `constants` int32 arrays."""
    import flatbuffers
    from ai_edge_litert import interpreter
    from ai_edge_litert import schema_py_generated as schema
    graph, layer, code, model = schema.SubGraphT(), schema.OperatorT(), schema.OperatorCodeT(), schema.ModelT()
    model.buffers = [schema.BufferT()]
    graph.tensors = []

    def add(kind, shape, pair, data=None):
        tensor, buffer = schema.TensorT(), schema.BufferT()
        tensor.type, tensor.name = getattr(schema.TensorType, kind.upper()), "tensor%d" % len(graph.tensors)
        tensor.buffer = len(model.buffers)
        if shape is not None:
            tensor.shape = list(shape)
        if pair is not None:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale, tensor.quantization.zeroPoint = [float(pair[0])], [int(pair[1])]
        if data is not None:
            buffer.data = np.ascontiguousarray(data).reshape(-1).view(np.uint8)
        model.buffers.append(buffer)
        graph.tensors.append(tensor)
        return len(graph.tensors) - 1

    graph.inputs = [add(x.dtype.name, x.shape, pair) for x, pair in zip(inputs, quantization)]
    layer.inputs = graph.inputs + [add(c.dtype.name, c.shape, None, c) for c in constants]
    layer.outputs = graph.outputs = [add(result_kind, None, quantization[-1])]
    name = type(options).__name__[:-1]
    layer.builtinOptionsType, layer.builtinOptions = getattr(schema.BuiltinOptions, name), options
    graph.operators = [layer]
    code.builtinCode = getattr(schema.BuiltinOperator, operator)
    code.deprecatedBuiltinCode, code.version = min(code.builtinCode, 127), version
    model.version, model.operatorCodes, model.subgraphs = 3, [code], [graph]
    builder = flatbuffers.Builder(1 << 16)
    builder.Finish(model.Pack(builder), b"TFL3")
    made = interpreter.Interpreter(model_content=bytes(builder.Output()), num_threads=1,
                                   experimental_op_resolver_type=interpreter.OpResolverType.BUILTIN_REF)
    made.allocate_tensors()
    for details, x in zip(made.get_input_details(), inputs):
        made.set_tensor(details["index"], x)
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"]).copy()


def record(operator, kind, options, inputs, quantization, constants=(), result_kind=None, version=1, **extra):
    write(operator, kind, inputs, quantization,
          run(operator, options, inputs, quantization, constants, result_kind or kind, version), **extra)


def write(operator, kind, inputs, quantization, result, **extra):
    global cases
    print("case", cases, operator, kind)
    cases += 1

    def line(name, of):
        print(name, *[int(v) for v in np.asarray(of).ravel()])

    for i, x in enumerate(inputs):
        line("shape%d" % i, x.shape)
        line("input%d" % i, x)
    line("shape", result.shape)
    line("result", result)
    pairs = [pair for pair in quantization if pair is not None]
    print("scales", *["%08x" % np.float32(scale).view(np.uint32) for scale, _ in pairs])
    line("zero_points", [zero for _, zero in pairs])
    for name, of in extra.items():
        if isinstance(of, float):
            print(name, "%08x" % np.float32(of).view(np.uint32))
        else:
            line(name, of)


def zero_point(kind):
    return {"int8": int(random.integers(-30, 30)), "uint8": int(random.integers(100, 150)), "int16": 0}[kind]


def options_of(name, **members):
    from ai_edge_litert import schema_py_generated as schema
    made = getattr(schema, name + "T")()
    for member, value in members.items():
        assert hasattr(made, member), member
        setattr(made, member, value)
    return made


def scales(*each):
    return [float(np.float32(scale)) for scale in each]


def sums_and_products():
    # The last ones show roundings: small values at scales near 1, and sums that are ties, or would be in real numbers.
    triples = [scales(0.034, 0.051, 0.067), scales(0.2, 0.013, 0.11), scales(0.73, 0.31, 0.83), scales(0.5, 0.5, 1),
               scales(0.3, 0.1, 0.2), scales(0.07, 0.05, 0.06)]
    for kind in ("int8", "uint8", "int16"):
        for i, triple in enumerate(triples):
            for x_shape, y_shape in (((1, 3, 5, 9), (1, 3, 5, 9)), ((1, 3, 5, 9), (9,))):
                for activation in (0, 1):
                    pairs = [(scale, zero_point(kind)) for scale in triple]
                    few = {"low": pairs[0][1] - 12, "high": pairs[0][1] + 12} if i >= 2 and kind != "int16" else {}
                    x, y = values(x_shape, kind, **few), values(y_shape, kind, **few)
                    record("ADD", kind, options_of("AddOptions", fusedActivationFunction=activation,
                                                   potScaleInt16=False), [x, y], pairs, version=3,
                           activation=activation)
                    if kind == "int16" and i < 2:
                        pairs[2] = (pairs[2][0] * 900, 0)
                    elif kind == "int16":
                        x, y = values(x_shape, kind, -180, 180), values(y_shape, kind, -180, 180)
                    record("MUL", kind, options_of("MulOptions", fusedActivationFunction=activation), [x, y], pairs,
                           version=4, activation=activation)
    # Products whose results depend on whether the multiplier was formed in float or in double.
    x, y = [25, 71, 75, 83, 119, 152, 223, 225], [249, 238, 83, 175, 142, 197, 230, 249]
    record("MUL", "int16", options_of("MulOptions"), [np.array([each], np.int16) for each in (x, y)],
           [(scale, 0) for scale in triples[2]], version=4, activation=0)


def pools():
    for kind in ("int8", "uint8", "int16"):
        for padding in (0, 1):  # SAME, VALID
            for kernel, stride in (((2, 2), (2, 2)), ((3, 2), (1, 2)), ((3, 5), (2, 3))):
                pair = (float(np.float32(0.04)), zero_point(kind))
                for operator in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
                    activation = int(random.integers(0, 2)) * 3
                    x = values((2, 7, 8, 3), kind)
                    record(operator, kind, options_of(
                        "Pool2DOptions", padding=padding, filterHeight=kernel[0], filterWidth=kernel[1],
                        strideH=stride[0], strideW=stride[1], fusedActivationFunction=activation), [x], [pair, pair],
                        version=3, padding=padding, kernel=kernel, stride=stride, activation=activation)


def means():
    for kind in ("int8", "uint8", "int16"):
        for axes in ((1, 2), (1,), (2,), (3,), (1, 3), (1, 2, 3)):
            for keep in (True, False):
                for same in (True, False):
                    x_pair = (scales(0.8)[0], zero_point(kind))
                    r_pair = x_pair if same else (scales(0.13)[0], zero_point(kind))
                    x = values((2, 5, 7, 3), kind)
                    record("MEAN", kind, options_of("ReducerOptions", keepDims=keep), [x], [x_pair, r_pair],
                           [np.array(axes, np.int32)], version=2, axes=axes, keep=keep)


def concatenations():
    for kind in ("int8", "uint8", "int16"):
        for axis in (0, 1, 2, 3):
            for same in ((True, False) if kind == "uint8" else (True,)):
                parts, pairs = [], []
                common = (scales(0.071)[0], zero_point(kind))
                for i in range(3):
                    shape = [2, 3, 4, 5]
                    shape[axis] = int(random.integers(1, 6))
                    parts.append(values(shape, kind))
                    pairs.append(common if same or i == 1 else
                                 (scales(random.random() * 0.1 + 0.01)[0], zero_point(kind)))
                record("CONCATENATION", kind, options_of("ConcatenationOptions", axis=axis), parts, pairs + [common],
                       version=3, axis=axis)
    # Every value, at scales near that of the result and far from it.
    every = np.arange(256, dtype=np.uint8).reshape(1, 256)
    for first, second, result in ((0.5, 0.49, 0.5), (1, 3, 2), (0.1, 0.0003, 0.05)):
        pairs = [(scale, zero_point("uint8")) for scale in scales(first, second, result)]
        record("CONCATENATION", "uint8", options_of("ConcatenationOptions", axis=0), [every, every], pairs, axis=0)


def pads():
    for kind in ("int8", "uint8", "int16"):
        for shape, paddings in (((2, 3, 4, 5), [[0, 0], [1, 2], [2, 1], [0, 0]]),
                                ((1, 2, 3, 4), [[1, 0], [0, 0], [3, 1], [0, 2]]),
                                ((2, 2, 1, 3, 2), [[1, 1], [0, 2], [0, 0], [2, 0], [0, 1]])):
            pair = (scales(0.05)[0], zero_point(kind))
            record("PAD", kind, options_of("PadOptions"), [values(shape, kind)], [pair, pair],
                   [np.array(paddings, np.int32)], version=2, paddings=paddings)


def resizes():
    sizes = [(4, 5), (7, 8), (3, 2), (1, 1), (13, 17), (5, 3)]
    for kind in ("int8", "uint8", "int16"):
        for size in sizes:
            for corners, centers in ((0, 0), (1, 0), (0, 1)):
                pair = (scales(0.05)[0], zero_point(kind))
                for operator, name in (("RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions"),
                                       ("RESIZE_BILINEAR", "ResizeBilinearOptions")):
                    made = options_of(name, alignCorners=bool(corners), halfPixelCenters=bool(centers))
                    record(operator, kind, made, [values((1, 5, 3, 2) if size == (13, 17) else (2, 4, 5, 3), kind)],
                           [pair, pair], [np.array(size, np.int32)], version=4, align_corners=corners,
                           half_pixel_centers=centers)


def extremes():
    for kind in ("int8", "uint8"):
        for operator, name in (("ARG_MAX", "ArgMaxOptions"), ("ARG_MIN", "ArgMinOptions")):
            for axis in (0, 1, 2, 3):
                few = values((3, 4, 5, 7), kind, 3, 9)  # equals
                record(operator, kind, options_of(name, outputType=2), [few],
                       [(scales(0.05)[0], 3), None], [np.array(axis, np.int32)], result_kind="int32", version=2,
                       axis=axis)


def leaky_relus():
    for kind in ("int8", "uint8", "int16"):
        for alpha, x_scale, r_scale in ((0.1, 0.04, 0.05), (0.3, 0.9, 1.0), (0.01, 0.7, 0.4), (-0.5, 0.8, 0.9),
                                        (0.99, 0.3, 0.31)):
            pairs = [(scales(x_scale)[0], zero_point(kind)), (scales(r_scale)[0], zero_point(kind))]
            x = np.arange(256).astype(TYPES[kind]) if kind != "int16" else values(256, kind, -2000, 2000)
            record("LEAKY_RELU", kind, options_of("LeakyReluOptions", alpha=alpha), [x.reshape(1, 256)], pairs,
                   version=2, alpha=alpha)


def litert():
    print("# ai-edge-litert %s, the reference kernels (BUILTIN_REF)" % importlib.metadata.version("ai-edge-litert"))
    for table in (sums_and_products, pools, means, concatenations, pads, resizes, extremes, leaky_relus):
        table()


def onnxruntime():
    import onnx
    import onnxruntime as ort
    print("# onnxruntime %s, com.microsoft.QLinearMul" % ort.__version__)
    for kind in ("int8", "uint8"):
        for i, triple in enumerate((scales(0.034, 0.051, 0.067), scales(0.5, 0.25, 0.5), scales(0.3, 0.1, 0.2),
                                    scales(0.071, 0.5, 1.9), scales(1, 0.5, 37))):
            pairs = [(scale, zero_point(kind)) for scale in triple]
            few = {"low": pairs[0][1] - 20, "high": pairs[0][1] + 20} if i < 3 else {}
            x, y = values((4, 61), kind, **few), values((4, 61) if i % 2 == 0 else (61,), kind, **few)
            constants = []
            for letter, (scale, zero) in zip("xyr", pairs):
                constants += [onnx.numpy_helper.from_array(np.array(scale, np.float32), letter + "_scale"),
                              onnx.numpy_helper.from_array(np.array(zero, TYPES[kind]), letter + "_zero_point")]
            named = [constant.name for constant in constants]
            node = onnx.helper.make_node("QLinearMul", ["x"] + named[:2] + ["y"] + named[2:], ["r"],
                                         domain="com.microsoft")
            of = getattr(onnx.TensorProto, kind.upper())
            graph = onnx.helper.make_graph(
                [node], "g", [onnx.helper.make_tensor_value_info(letter, of, list(each.shape))
                              for letter, each in (("x", x), ("y", y))],
                [onnx.helper.make_tensor_value_info("r", of, None)], constants)
            model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13),
                                                                 onnx.helper.make_opsetid("com.microsoft", 1)])
            model.ir_version = 8
            session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
            write("QLinearMul", kind, [x, y], pairs, session.run(None, {"x": x, "y": y})[0])


{"litert": litert, "onnxruntime": onnxruntime}[sys.argv[1]]()
