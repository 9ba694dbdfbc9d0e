"""Makes the networks that the runner is tried on: quantized .tflite files, an input each, and the output of TensorFlow Lite's
reference kernels.

  make_models.py FOLDER [NAME...]

writes NAME.tflite, NAME.input.npy and NAME.output<i>.npy. The weights are random: what is compared is bytes and times, and
neither depends on what a network was trained for. Needs the wheels tensorflow-cpu and ai-edge-litert.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import os
import pathlib
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import flatbuffers
import keras
import numpy
import tensorflow
from ai_edge_litert import schema_py_generated as schema

import architectures
import fake_quantized
import recorded_chain
import reference

SEED = 27
# The reference kernels compute these operators of int8, and are registered for older versions of them only.
OLDER = {schema.BuiltinOperator.DEPTH_TO_SPACE: 1, schema.BuiltinOperator.TILE: 2}


def perturb(model, generator):
    """Gives biases and normalizations values as training leaves them: none of them zero or one."""
    for variable in model.variables:
        kind = variable.path.rsplit("/", 1)[-1]
        if kind in ("bias", "beta", "moving_mean"):
            variable.assign(generator.normal(0, 0.2, variable.shape))
        elif kind in ("gamma", "moving_variance"):
            variable.assign(generator.uniform(0.6, 1.4, variable.shape))


def with_older_versions(tflite):
    model = schema.ModelT.InitFromPackedBuf(tflite, 0)
    for code in model.operatorCodes:
        code.version = OLDER.get(code.builtinCode, code.version)
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def values_of(generator, shape, dtype, identifiers=None):
    """Random inputs; rows of tokens end in padding."""
    if identifiers is not None:
        values = generator.integers(1, identifiers, shape).astype(numpy.int32)
        values[..., generator.integers(shape[-1] // 2, shape[-1] + 1):] = 0
        return values
    if dtype == numpy.float32:
        return generator.uniform(-1, 1, shape).astype(numpy.float32)
    range_ = numpy.iinfo(dtype)
    return generator.integers(range_.min, range_.max + 1, shape).astype(dtype)


def quantized(make):
    keras.backend.clear_session()
    keras.utils.set_random_seed(SEED)
    generator = numpy.random.default_rng(SEED)
    model = make()
    perturb(model, generator)
    shape = (1, *model.input_shape[1:]) if model.input_shape[0] is None else model.input_shape
    samples = [values_of(generator, shape, numpy.float32, architectures.IDENTIFIERS.get(make)) for _ in range(16)]
    converter = tensorflow.lite.TFLiteConverter.from_keras_model(model)
    converter.optimizations = [tensorflow.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: ([sample] for sample in samples)
    int16 = make in architectures.OF_INT16
    sets = tensorflow.lite.OpsSet
    converter.target_spec.supported_ops = [sets.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8 if int16
                                           else sets.TFLITE_BUILTINS_INT8]
    if make not in architectures.WITH_FLOAT_ENDS:
        converter.inference_input_type = converter.inference_output_type = tensorflow.int16 if int16 else tensorflow.int8
    tflite = converter.convert()
    return with_older_versions(tflite) if make is architectures.mosaic else tflite


def record(folder, name, model, values=None, identifiers=None):
    """Writes the file, an input, and what the reference kernels make of it."""
    (folder / f"{name}.tflite").write_bytes(model)
    interpreter = reference.interpreter(model)
    detail = interpreter.get_input_details()[0]
    generator = numpy.random.default_rng(SEED + 1)
    if values is None:
        values = values_of(generator, detail["shape"], detail["dtype"], identifiers)
    numpy.save(folder / f"{name}.input.npy", values)
    for i, output in enumerate(reference.run(interpreter, [values])):
        numpy.save(folder / f"{name}.output{i}.npy", output)


def main(folder, *names):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for make in architectures.ALL:
        if not names or make.__name__ in names:
            record(folder, make.__name__, quantized(make), identifiers=architectures.IDENTIFIERS.get(make))
    for make in fake_quantized.ALL:
        if not names or make.__name__ in names:
            record(folder, make.__name__, fake_quantized.quantized(make, SEED))
    if not names or "person_detect" in names:
        record(folder, "person_detect", *recorded_chain.model_and_input("person_detect/person"))


if __name__ == "__main__":
    main(*sys.argv[1:])
