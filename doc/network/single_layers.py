"""Cuts a network into networks of one layer each.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import flatbuffers
from ai_edge_litert import schema_py_generated as schema

NAMES = {value: name for name, value in vars(schema.BuiltinOperator).items() if isinstance(value, int)}


def kind_of(model, operator):
    code = model.operatorCodes[operator.opcodeIndex]
    return NAMES[max(code.builtinCode, code.deprecatedBuiltinCode)]


def is_constant(model, tensor):
    data = model.buffers[tensor.buffer].data
    return data is not None and len(data) > 0


def sizes_of(tensor):
    """A tensor's shape; files leave that of a number out."""
    return [] if tensor.shape is None else tensor.shape


def layers_of(tflite):
    """(words, file) for each operator of another kind, filter or output than those before it, in order."""
    model = schema.ModelT.InitFromPackedBuf(tflite, 0)
    graph, seen = model.subgraphs[0], set()
    for operator in list(graph.operators):
        shapes = ["x".join(str(size) for size in sizes_of(graph.tensors[index]))
                  for index in [*operator.inputs[:2], operator.outputs[0]] if index >= 0]
        words = f"{kind_of(model, operator)} {' '.join(shapes[:-1])} to {shapes[-1]}"
        if words in seen:
            continue
        seen.add(words)
        graph.operators, graph.outputs = [operator], list(operator.outputs)
        graph.inputs = [int(index) for index in operator.inputs
                        if index >= 0 and not is_constant(model, graph.tensors[index])]
        builder = flatbuffers.Builder(1 << 20)
        builder.Finish(model.Pack(builder), b"TFL3")
        yield words, bytes(builder.Output())
