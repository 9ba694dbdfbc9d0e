"""The architectures of the networks, in Keras, with random weights: MobileNetV2 as Keras has it, and the four networks of
MLPerf Tiny (https://github.com/mlcommons/tiny, and https://arxiv.org/abs/2106.07597 for their shapes); and two small ones
for tests, one of which has every operator that the runner knows.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import keras
from keras import layers


def normalized(x, relu=True):
    x = layers.BatchNormalization()(x)
    return layers.ReLU()(x) if relu else x


def mobilenet_v2():
    return keras.applications.MobileNetV2(weights=None, input_tensor=keras.Input((224, 224, 3), batch_size=1))


def resnet8():
    """Image classification: CIFAR-10, three stacks of one residual block."""
    image = keras.Input((32, 32, 3), batch_size=1)
    x = normalized(layers.Conv2D(16, 3, padding="same")(image))
    for channels, stride in ((16, 1), (32, 2), (64, 2)):
        y = normalized(layers.Conv2D(channels, 3, strides=stride, padding="same")(x))
        y = normalized(layers.Conv2D(channels, 3, padding="same")(y), relu=False)
        if stride > 1:
            x = layers.Conv2D(channels, 1, strides=stride, padding="same")(x)
        x = layers.ReLU()(layers.Add()([x, y]))
    x = layers.AveragePooling2D(8)(x)
    return keras.Model(image, layers.Dense(10, activation="softmax")(layers.Flatten()(x)))


def mobilenet_v1():
    """Visual wake words: MobileNet v1 with a quarter of the channels, 96x96."""
    image = keras.Input((96, 96, 3), batch_size=1)
    x = normalized(layers.Conv2D(8, 3, strides=2, padding="same")(image))
    for channels, stride in ((16, 1), (32, 2), (32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (128, 1), (128, 1), (128, 1),
                             (128, 1), (256, 2), (256, 1)):
        x = normalized(layers.DepthwiseConv2D(3, strides=stride, padding="same")(x))
        x = normalized(layers.Conv2D(channels, 1)(x))
    x = layers.AveragePooling2D(3)(x)
    return keras.Model(image, layers.Dense(2, activation="softmax")(layers.Flatten()(x)))


def ds_cnn():
    """Keyword spotting: 49 frames of 10 coefficients."""
    sound = keras.Input((49, 10, 1), batch_size=1)
    x = normalized(layers.Conv2D(64, (10, 4), strides=2, padding="same")(sound))
    for _ in range(4):
        x = normalized(layers.DepthwiseConv2D(3, padding="same")(x))
        x = normalized(layers.Conv2D(64, 1)(x))
    x = layers.AveragePooling2D((25, 5))(x)
    return keras.Model(sound, layers.Dense(12, activation="softmax")(layers.Flatten()(x)))


def autoencoder():
    """Anomaly detection: 640 spectral values through 8."""
    sound = keras.Input((640,), batch_size=1)
    x = sound
    for width in (128, 128, 128, 128, 8, 128, 128, 128, 128):
        x = normalized(layers.Dense(width)(x))
    return keras.Model(sound, layers.Dense(640)(x))


def dense():
    """Fully connected layers of 16 rows: enough sums to tell one rounding from two."""
    rows = x = keras.Input((40,), batch_size=16)
    for _ in range(3):
        x = layers.Dense(96, activation="relu")(x)
    return keras.Model(rows, layers.Dense(50)(x))


def medley():
    """Every operator that the runner knows, at sizes that divide no tile, with two outputs."""
    image = keras.Input((13, 17, 3), batch_size=1)
    x = layers.ZeroPadding2D(((2, 1), (0, 3)))(image)
    x = layers.Conv2D(19, 3, strides=2, activation="relu6")(x)
    y = layers.Conv2D(19, (3, 2), dilation_rate=2, padding="same", activation="relu")(x)
    x = layers.Add()([x, y])
    x = layers.DepthwiseConv2D(3, depth_multiplier=2, padding="same")(x)
    x = layers.Conv2DTranspose(7, 3, strides=2, padding="same")(x)
    y = layers.Conv2DTranspose(7, (2, 4), strides=(2, 3), padding="valid", activation="relu")(x)
    x = layers.AveragePooling2D(3, strides=2, padding="same")(x)
    x = layers.GlobalAveragePooling2D()(x)
    return keras.Model(image, [layers.Dense(11, activation="softmax")(x), layers.GlobalAveragePooling2D(keepdims=True)(y)])


ALL = (mobilenet_v2, resnet8, mobilenet_v1, ds_cnn, autoencoder, dense, medley)
