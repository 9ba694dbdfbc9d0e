"""The architectures of the networks, in Keras, with random weights: MobileNetV2 as Keras has it, a vision transformer
(ViT-Ti/16 of https://arxiv.org/abs/2012.12877), and the four networks of MLPerf Tiny (https://github.com/mlcommons/tiny, and
https://arxiv.org/abs/2106.07597 for their shapes); BERT-Mini, which reads tokens
(https://arxiv.org/abs/1908.08962); and nine small ones for tests, most of which together have nearly every operator
that the runner knows, and one has activations of int16.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import keras
import tensorflow
from keras import layers


def normalized(x, relu=True):
    x = layers.BatchNormalization()(x)
    return layers.ReLU()(x) if relu else x


def mobilenet_v2():
    return keras.applications.MobileNetV2(weights=None, input_tensor=keras.Input((224, 224, 3), batch_size=1))


class Positions(layers.Layer):
    """Adds a vector for each row."""

    def build(self, shape):
        self.vectors = self.add_weight(shape=(1, *shape[1:]), initializer="random_normal")

    def call(self, rows):
        return rows + self.vectors


def encoder_block(x, heads, hidden, approximate=False):
    width = x.shape[-1]
    y = layers.LayerNormalization(epsilon=1e-6)(x)
    x = layers.Add()([x, layers.MultiHeadAttention(heads, width // heads)(y, y)])
    y = layers.Dense(hidden)(layers.LayerNormalization(epsilon=1e-6)(x))
    y = layers.Lambda(lambda y: keras.activations.gelu(y, approximate=approximate))(y)
    return layers.Add()([x, layers.Dense(width)(y)])


def vit():
    """The mean of all rows instead of a token of the class."""
    image = keras.Input((224, 224, 3), batch_size=1)
    x = layers.Conv2D(192, 16, strides=16)(image)
    x = Positions()(layers.Reshape((196, 192))(x))
    for _ in range(12):
        x = encoder_block(x, 3, 768)
    x = layers.LayerNormalization(epsilon=1e-6)(x)
    return keras.Model(image, layers.Dense(1000, activation="softmax")(layers.GlobalAveragePooling1D()(x)))


def bert(identifiers, length, width, heads, blocks, classes, batch_size=1):
    """Classifies rows of tokens. Those of identifier 0 are padding, which attention leaves out."""
    tokens = keras.Input((length,), dtype="int32", batch_size=batch_size)
    is_token = layers.Lambda(lambda x: tensorflow.not_equal(x, 0)[:, None, :])(tokens)
    x = layers.LayerNormalization()(Positions()(layers.Embedding(identifiers, width)(tokens)))
    for _ in range(blocks):
        y = layers.MultiHeadAttention(heads, width // heads)(x, x, attention_mask=is_token)
        x = layers.LayerNormalization()(layers.Add()([x, y]))
        y = layers.Dense(width)(layers.Dense(4 * width, activation="gelu")(x))
        x = layers.LayerNormalization()(layers.Add()([x, y]))
    x = layers.Dense(width, activation="tanh")(x[:, 0])
    return keras.Model(tokens, layers.Dense(classes, activation="softmax")(x))


def bert_mini():
    return bert(30522, 128, 256, 4, 4, 2)


def tokens():
    return bert(48, 11, 12, 2, 1, 5, batch_size=None)


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


def of(function, *inputs):
    """TensorFlow's own function of these tensors."""
    return layers.Lambda(lambda values: function(*values))(inputs)


def medley():
    """Convolutions and means, at sizes that divide no tile, with two outputs."""
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


def mosaic():
    """The operators that the medley does not have, at sizes that divide no tile."""
    tf = tensorflow
    image = keras.Input((13, 18, 3), batch_size=1)
    x = of(tf.nn.leaky_relu, layers.Conv2D(10, 3, padding="same")(image))
    y = layers.Activation("hard_silu")(layers.Conv2D(10, 3, padding="same")(x))
    x = of(lambda a, b: tf.nn.relu(a * b), x, layers.GlobalAveragePooling2D(keepdims=True)(layers.Activation("sigmoid")(y)))
    x = of(lambda a, b: tf.nn.relu6(a - b), x, layers.MaxPooling2D(3, strides=1, padding="same")(y))
    y = of(lambda a: tf.math.reduce_max(a, [2], keepdims=True), y)
    x = of(lambda a, b: tf.tanh(a + b), x, y)
    a, b, c = of(lambda a: tf.split(a, [2, 5, 3], 3), x)
    b = layers.Conv2D(7, 3, dilation_rate=2, padding="same")(of(lambda a: a[:, 1::2, ::-3, 1:], b))
    b = layers.PReLU(shared_axes=[1, 2], alpha_initializer=keras.initializers.RandomUniform(-0.5, 0.5))(b)
    a = of(lambda a: tf.image.resize(a, (7, 6)), layers.MaxPooling2D((2, 3), strides=(2, 4))(a))
    c = of(lambda a: tf.pad(a, [[0, 0], [2, 3], [0, 1], [0, 0]], "SYMMETRIC"), c)
    c = of(lambda a: tf.compat.v1.image.resize_nearest_neighbor(a, (7, 6), half_pixel_centers=True), c)
    a = of(lambda a, b: tf.pad(tf.concat([a, b], 3), [[0, 0], [0, 1], [1, 1], [0, 0]], constant_values=0.25), a, c)
    d, e = of(lambda a: tf.split(a, 2, 2), of(lambda a: tf.nn.space_to_depth(a, 2), a))
    d, e = of(lambda d, e: (tf.maximum(d, e), tf.nn.relu6(tf.minimum(d, e))), d, e)
    d = of(lambda d, e: tf.nn.depth_to_space(tf.concat([d, e], 2), 2), d, e)
    f = of(lambda a: tf.transpose(tf.space_to_batch(a, [3, 2], [[1, 2], [0, 0]]), [0, 3, 1, 2]), b)
    f = of(lambda a: tf.concat([a[2:], a[:2]], 0), f)
    f = of(lambda a: tf.batch_to_space(tf.transpose(tf.slice(a, [0, 1, 0, 0], [-1, 3, 2, 2]), [0, 2, 3, 1]), [3, 2],
                                       [[1, 2], [0, 1]]), f)
    f = of(lambda a: tf.stack(tf.unstack(tf.gather(a, [2, 0, 1, 2], axis=3), axis=1)[::-1], 2), f)
    g = of(lambda a: tf.tile(tf.math.reduce_mean(a, [1, 3]), [1, 2]), d)
    return keras.Model(image, [layers.Activation("relu")(layers.Flatten()(f)), of(lambda a: tf.argmax(a, 1), d),
                               of(lambda a: tf.argmin(a, 3, tf.int32), d), of(lambda a: tf.clip_by_value(a, -1, 1), g)])


def wide():
    """Activations of int16, at sizes that divide no tile: the layers with weights, and an operator of each kind."""
    tf = tensorflow
    image = keras.Input((11, 14, 3), batch_size=1)
    x = layers.Conv2D(10, 3, strides=2, padding="same", activation="relu6")(image)
    y = of(tf.nn.leaky_relu, layers.DepthwiseConv2D(3, padding="same", depth_multiplier=2)(x))
    y = layers.Conv2D(10, 1)(layers.ZeroPadding2D(((0, 1), (1, 0)))(y))
    y = of(lambda a: tf.pad(a[:, 1:, ::-1], [[0, 0], [1, 0], [0, 0], [0, 0]], "SYMMETRIC")[:, :6, :7], y)
    x = of(lambda a, b: tf.nn.relu(a + b), x, y)
    y = of(lambda a, b: tf.maximum(a - b, tf.minimum(a, b)), x, layers.Conv2D(10, 3, padding="same")(x))
    x = of(lambda a, b: a * b, y, layers.Activation("sigmoid")(layers.GlobalAveragePooling2D(keepdims=True)(x)))
    x = layers.Concatenate()([layers.AveragePooling2D(3, 2, "same")(x), layers.MaxPooling2D(3, 2, "same")(y)])
    x = of(lambda a: tf.image.resize(a, (5, 7)), layers.Conv2DTranspose(6, 3, strides=2)(x))
    x = of(lambda a: tf.compat.v1.image.resize_nearest_neighbor(a, (7, 6)), of(lambda a: tf.transpose(a, [0, 2, 1, 3]), x))
    y = layers.Dense(9, activation="softmax")(layers.Dense(23, activation="relu")(x))
    return keras.Model(image, [y, of(lambda a: tf.reduce_max(a, [1, 2]), x)])


def open_batch():
    """Layers of a batch whose size the file leaves open: shapes are computed by operators."""
    sound = keras.Input((19, 11))
    x = layers.Dense(14, activation="relu")(sound)
    x = layers.Conv1D(10, 3, padding="same", dilation_rate=2)(x)
    x = layers.Dense(6, activation="tanh")(x)
    x = layers.Reshape((19, 1, 6))(x)
    x = layers.Conv2DTranspose(5, (3, 2), strides=2)(x)
    return keras.Model(sound, layers.Dense(9, activation="sigmoid")(layers.Flatten()(x)))


def recurrent():
    """An LSTM whose states are filled for an open batch, and functions that converters leave as operators of their own."""
    tf = tensorflow
    steps = keras.Input((5, 6))
    x = layers.LSTM(9, unroll=True, return_sequences=True)(steps)
    x = layers.Dense(14)(of(lambda a: tf.reverse(a, [1]), x))
    a = of(lambda a: tf.where(a > 0.25, tf.sin(a), 0.3 * a), x)
    b = of(lambda a: tf.math.log(tf.abs(a) + 0.5), x)
    c = of(lambda a, b: tf.where(a <= b, tf.exp(a), tf.square(b)), a, b)
    d = of(lambda a: tf.math.l2_normalize(tf.math.reduce_min(a, 1), 1), b)
    return keras.Model(steps, [layers.Dense(3)(c), layers.Dense(5, activation="softmax")(d)])


def encoder():
    """A transformer's encoder, of sizes that divide no tile."""
    rows = keras.Input((11, 18), batch_size=1)
    x = Positions()(layers.Dense(26)(rows))
    x = encoder_block(x, 2, 37)
    x = encoder_block(x, 1, 19, approximate=True)
    return keras.Model(rows, layers.Dense(7)(x))


def keypoints():
    """Where maps of heat have their maxima, and what other maps say there, as models of poses end."""
    side, points = 12, 5
    image = keras.Input((side, side, 3), batch_size=1)
    x = layers.Conv2D(8, 3, padding="same", activation="relu")(image)
    heat = layers.Conv2D(points, 3, padding="same", activation="sigmoid")(x)
    offsets = layers.Conv2D(2 * points, 1)(x)

    def find(maps):
        heat, offsets = maps
        at = tensorflow.argmax(tensorflow.reshape(heat, (side * side, points)), output_type=tensorflow.int32)
        y = at // side
        x = at - y * side
        places = tensorflow.stack((y, x, tensorflow.range(points)), axis=-1)
        offsets = tensorflow.gather_nd(tensorflow.reshape(offsets, (side, side, points, 2)), places)
        where = tensorflow.cast(tensorflow.stack((y, x), axis=-1), tensorflow.float32) + offsets
        values = tensorflow.gather_nd(heat[0], places)
        order = tensorflow.math.top_k(values, 3)
        values = tensorflow.nn.log_softmax(tensorflow.gather(values, order.indices)[None])
        return where, values, tensorflow.one_hot(at % 7, 7), tensorflow.cumsum(order.indices)

    where, values, rest, sums = layers.Lambda(find)([heat, offsets])
    return keras.Model(image, [where, values, rest, sums])


# Networks that read identifiers of tokens, from 0 up to as many.
IDENTIFIERS = {bert_mini: 30522, tokens: 48}
WITH_FLOAT_ENDS = (medley, open_batch, keypoints)
OF_INT16 = (wide,)
ALL = (mobilenet_v2, vit, bert_mini, resnet8, mobilenet_v1, ds_cnn, autoencoder, dense, medley, mosaic, open_batch, recurrent,
       encoder, wide, tokens, keypoints)
