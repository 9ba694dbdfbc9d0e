"""Networks of uint8, as TensorFlow 1 trained and converted them: nodes of fake quantization say each tensor's range, weights
have one scale and a zero point. One has nearly every operator that such networks have, the other is MobileNet v1.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import numpy
import tensorflow
from tensorflow import nn

MEAN, DEVIATION = 140.0, 127.0  # of the image: its zero point, and the inverse of its scale


class Builder:
    """Layers with random weights, and ranges of their results by a run without quantization."""

    def __init__(self, seed):
        self.generator = numpy.random.default_rng(seed)
        self.session = tensorflow.compat.v1.Session()
        self.image = None

    def of_image(self, shape):
        self.image = tensorflow.compat.v1.placeholder(tensorflow.float32, shape, name="image")
        self.sample = self.generator.uniform(-MEAN / DEVIATION, (255 - MEAN) / DEVIATION, shape).astype(numpy.float32)
        return self.image

    def weights(self, *shape):
        values = self.generator.normal(0.02, 1 / numpy.sqrt(numpy.prod(shape[:-1])), shape).astype(numpy.float32)
        return tensorflow.quantization.fake_quant_with_min_max_args(tensorflow.constant(values), float(values.min()),
                                                                    float(values.max()))

    def in_range(self, x):
        values = self.session.run(x, {self.image: self.sample})
        return tensorflow.quantization.fake_quant_with_min_max_args(x, min(float(values.min()), 0.0),
                                                                    max(float(values.max()), 0.01))

    def finish(self, sums, activation):
        bias = self.generator.normal(0, 0.1, sums.shape[-1]).astype(numpy.float32)
        return self.in_range(activation(nn.bias_add(sums, bias)))

    def convolution(self, x, channels, kernel, stride=1, activation=nn.relu6):
        filter_ = self.weights(kernel, kernel, x.shape[-1], channels)
        return self.finish(nn.conv2d(x, filter_, stride, "SAME"), activation)

    def depthwise(self, x, kernel, stride=1, multiplier=1):
        filter_ = self.weights(kernel, kernel, x.shape[-1], multiplier)
        return self.finish(nn.depthwise_conv2d(x, filter_, [1, stride, stride, 1], "SAME"), nn.relu6)

    def transposed(self, x, channels, kernel, stride):
        _, height, width, depth = x.shape
        filter_ = self.weights(kernel, kernel, channels, depth)
        return self.in_range(nn.conv2d_transpose(x, filter_, [1, stride * height, stride * width, channels], stride))

    def dense(self, x, width):
        return self.finish(tensorflow.matmul(x, self.weights(x.shape[-1], width)), tensorflow.identity)


def unsigned(to):
    """Some operators of a detector of 24x20 pixels."""
    image = to.of_image([1, 24, 20, 3])
    x = to.convolution(image, 12, 3, stride=2)
    x = to.depthwise(x, 3, multiplier=2)
    pooled = nn.avg_pool2d(x, 3, 2, "SAME")
    y = to.convolution(pooled, 20, 1, activation=nn.relu)
    larger = tensorflow.compat.v1.image.resize_bilinear(y, [12, 10])
    joined = to.in_range(tensorflow.concat([larger, x], 3))
    x = to.convolution(joined, 24, 3, stride=2, activation=tensorflow.identity)
    x = to.in_range(x + to.convolution(pooled, 24, 1, activation=tensorflow.identity))
    heat = nn.sigmoid(to.transposed(x, 2, 3, 2))
    x = to.in_range(tensorflow.reduce_mean(nn.max_pool2d(x, 2, 2, "VALID"), [1, 2]))
    return [nn.softmax(to.dense(x, 11)), heat]


def unsigned_mobilenet(to):
    """MobileNet v1 at 224x224, https://arxiv.org/abs/1704.04861."""
    x = to.convolution(to.of_image([1, 224, 224, 3]), 32, 3, stride=2)
    for channels, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1), (512, 1), (512, 1),
                             (512, 1), (512, 1), (1024, 2), (1024, 1)):
        x = to.convolution(to.depthwise(x, 3, stride), channels, 1)
    x = nn.avg_pool2d(x, 7, 7, "VALID")
    x = to.convolution(x, 1001, 1, activation=tensorflow.identity)
    return [nn.softmax(tensorflow.reshape(x, [1, 1001]))]


def quantized(make, seed):
    """The .tflite file of a network."""
    with tensorflow.Graph().as_default():
        builder = Builder(seed)
        outputs = make(builder)
        converter = tensorflow.compat.v1.lite.TFLiteConverter.from_session(builder.session, [builder.image], outputs)
        converter.inference_type = tensorflow.uint8
        converter.quantized_input_stats = {"image": (MEAN, DEVIATION)}
        return converter.convert()


ALL = (unsigned, unsigned_mobilenet)
