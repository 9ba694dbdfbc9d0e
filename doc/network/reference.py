"""TensorFlow Lite's reference kernels, from the wheel ai-edge-litert.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""


from ai_edge_litert import interpreter as litert


def interpreter(model, resolver=litert.OpResolverType.BUILTIN_REF, threads=1):
    made = litert.Interpreter(model_content=model, experimental_op_resolver_type=resolver, num_threads=threads)
    made.allocate_tensors()
    return made


def run(made, values):
    made.set_tensor(made.get_input_details()[0]["index"], values)
    made.invoke()
    return [made.get_tensor(detail["index"]) for detail in made.get_output_details()]
