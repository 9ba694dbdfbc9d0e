"""TensorFlow Lite's reference kernels, from the wheel ai-edge-litert.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""


from ai_edge_litert import interpreter as litert


def interpreter(model, resolver=litert.OpResolverType.BUILTIN_REF, threads=1):
    made = litert.Interpreter(model_content=model, experimental_op_resolver_type=resolver, num_threads=threads)
    made.allocate_tensors()
    return made


def set_inputs(made, values):
    for detail, array in zip(made.get_input_details(), values, strict=True):
        made.set_tensor(detail["index"], array)


def run(made, values):
    set_inputs(made, values)
    made.invoke()
    return [made.get_tensor(detail["index"]) for detail in made.get_output_details()]
