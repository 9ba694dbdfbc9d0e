"""lowp.save and lowp.load: round trips, mapping, hostile files."""

import json
import os
import pickle
import struct
import tempfile
import unittest

import numpy as np

import lowp


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model.lowp")
        rng = np.random.default_rng(4)
        self.x = rng.integers(0, 256, (5, 70)).astype(np.uint8)
        self.weight = rng.integers(-128, 128, (90, 70)).astype(np.int8)
        self.layer = lowp.Linear(
            self.weight, np.arange(90, dtype=np.int32), input_scale=0.02,
            weight_scale=np.linspace(0.01, 0.02, 90), output_scale=np.float32(0.5), clamp=(0, None),
            arithmetic=lowp.FixedPoint("single_upward", factor="float"),
        )
        self.model = {
            "layer": self.layer,
            "packed": lowp.Packed(self.weight.T),
            "inner": {"table": np.arange(12, dtype=np.float64).reshape(3, 4), "empty": np.zeros((0, 3), np.int8)},
        }

    def test_round_trips(self):
        lowp.save(self.path, self.model)
        for mmap in (True, False):
            model = lowp.load(self.path, mmap=mmap)
            np.testing.assert_array_equal(model["layer"](self.x), self.layer(self.x))
            self.assertEqual(model["layer"].arithmetic, self.layer.arithmetic)
            self.assertEqual(model["packed"].tobytes(), self.model["packed"].tobytes())
            for name, array in self.model["inner"].items():
                np.testing.assert_array_equal(model["inner"][name], array)
                self.assertEqual(model["inner"][name].dtype, array.dtype)
        for value in (self.model["packed"], self.layer, np.arange(3)):
            lowp.save(self.path, value)
            self.assertIs(type(lowp.load(self.path)), type(value))

    def test_convolutions(self):
        rng = np.random.default_rng(5)
        x = rng.integers(-128, 128, (2, 9, 11, 6)).astype(np.int8)
        weights = rng.integers(-128, 128, (4, 3, 3, 3)).astype(np.int8)
        layers = [
            lowp.Conv2d(weights, groups=2),
            lowp.Conv2d(
                weights, groups=2, stride=(2, 1), padding=((1, 0), 2), dilation=(1, 2), input_zero_point=-7,
                weight_zero_point=np.arange(4), scale=np.linspace(0.001, 0.01, 4), bias=np.arange(4) * 1000,
                zero_point=3, out_dtype=np.uint8,
            ),
            lowp.Conv2d(weights[:, :, :, :1].repeat(2, 0)[:6], padding="same", groups=6, scale=0.25),
        ]
        lowp.save(self.path, {str(i): layer for i, layer in enumerate(layers)})
        for loaded in (lowp.load(self.path), lowp.load(self.path, mmap=False)):
            for i, layer in enumerate(layers):
                np.testing.assert_array_equal(loaded[str(i)](x), layer(x))
                self.assertEqual(loaded[str(i)].shape, layer.shape)
        for layer in layers:
            copy = pickle.loads(pickle.dumps(layer))
            np.testing.assert_array_equal(copy(x), layer(x))
            self.assertEqual(copy(x).dtype, layer(x).dtype)

    def test_maps(self):
        lowp.save(self.path, self.model)
        model = lowp.load(self.path)
        inode = os.stat(self.path).st_ino
        mapped = []
        with open("/proc/self/maps") as maps:
            for line in maps:
                fields = line.split()
                if fields[4] == str(inode):
                    mapped.append([int(end, 16) for end in fields[0].split("-")])
        for address in (
            model["packed"].address,
            model["layer"].weight.address,
            model["inner"]["table"].ctypes.data,
        ):
            self.assertTrue(any(low <= address < high for low, high in mapped))
        packed = model["packed"]
        del model  # the mapping stays for as long as something uses it
        np.testing.assert_array_equal(lowp.matmul(self.x, packed), lowp.matmul(self.x, self.model["packed"]))

    def test_saves_over_what_is_mapped(self):
        lowp.save(self.path, self.model)
        os.chmod(self.path, 0o640)
        model = lowp.load(self.path)
        lowp.save(self.path, model)
        lowp.save(self.path, {"table": np.arange(3)})  # a smaller file
        np.testing.assert_array_equal(model["layer"](self.x), self.layer(self.x))
        np.testing.assert_array_equal(model["inner"]["table"], self.model["inner"]["table"])
        self.assertEqual(list(lowp.load(self.path)), ["table"])
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o640)
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["model.lowp"])
        with self.assertRaises(FileNotFoundError):
            lowp.save(os.path.join(self.path + ".d", "model.lowp"), model)
        link = self.path + ".link"
        os.symlink(self.path, link)
        lowp.save(link, {"linked": np.arange(3)})
        self.assertTrue(os.path.islink(link))
        self.assertEqual(list(lowp.load(self.path)), ["linked"])

    def test_refuses_every_other_file(self):
        lowp.save(self.path, {"number": 7, "packed": self.model["packed"], "table": np.arange(4)})
        with open(self.path, "rb") as file:
            good = file.read()

        def load(data):
            with open(self.path, "wb") as file:
                file.write(data)
            for mmap in (True, False):
                try:
                    lowp.load(self.path, mmap=mmap)
                except (lowp.DataLoss, lowp.Unsupported) as error:
                    last = error
                else:
                    return None
            return last

        self.assertIsNone(load(good))
        for size in (0, 7, 8, 23, 24, 60, 200, len(good) - 64, len(good) - 1):
            self.assertIsInstance(load(good[:size]), lowp.DataLoss, size)
        version = load(good[:8] + bytes([2]) + good[9:])
        self.assertIsInstance(version, lowp.Unsupported)
        self.assertEqual((version.code, version.argument, version.value), ("unsupported", "version", 2))
        end = good.index(b"}}}") + 3
        for at in range(end):
            self.assertIsNotNone(load(good[:at] + bytes([good[at] ^ 0x41]) + good[at + 1 :]), at)
        # A digit for another one, which the text alone does not tell.
        other = good.replace(b'"value": 7', b'"value": 8')
        self.assertIsInstance(load(other), lowp.DataLoss)
        at = good.index(b"lowpPACK") + 300
        self.assertEqual(load(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]).code, "data_loss")
        # Older versions wrote no checksum of the description.
        good = good[:12] + bytes(4) + good[16:]
        self.assertIsNone(load(good))
        self.assertIsNone(load(other[:12] + bytes(4) + other[16:]))
        text = good[24:end]
        for old, new in (
            (b'"at": 0', b'"at": 1'),
            (b'"at": 0', b'"at":-9'),
            (b'"int64"', b'"int63"'),
            (b'[4]', b'[5]'),
            (b'"type": "array"', b'"type": "thing"'),
            (b'"size": 32', b'"size": 99'),
        ):
            self.assertIn(old, text)
            self.assertIsInstance(load(good.replace(old, new, 1)), lowp.DataLoss, new)

    def test_refuses_descriptions(self):
        for text in (
            b'{"type": "dict", "items": []}',
            b'{"type": "dict", "items": "x"}',
            b'{"type": "array", "dtype": "int8", "shape": [%d], "at": 0, "size": 0}' % 2**70,
            b'{"type": "dynamic_linear", "weights": {"type": "plain", "value": null}, "arguments": []}',
            b"[" * 100_000,
        ):
            with open(self.path, "wb") as file:
                file.write(b"lowpFILE" + struct.pack("<IIQ", 1, 0, len(text)) + text + bytes(128))
            for mmap in (True, False):
                with self.assertRaises(lowp.DataLoss, msg=text[:80]):
                    lowp.load(self.path, mmap=mmap)
        # A value that is no packed filter where one must be.
        writer = lowp._files._Writer()
        described = writer.describe(lowp.Conv2d(np.ones((2, 1, 1, 3), np.int8)))
        described["filter"] = {"type": "plain", "value": 1}
        text = json.dumps(described).encode()
        with open(self.path, "wb") as file:
            file.write(b"lowpFILE" + struct.pack("<IIQ", 1, 0, len(text)) + text + bytes(128))
        with self.assertRaises(lowp.DataLoss):
            lowp.load(self.path)

    def test_refuses_values(self):
        for value in (object(), {1: self.layer}, np.zeros(2, complex)):
            with self.assertRaises(lowp.InvalidArgument):
                lowp.save(self.path, value)


if __name__ == "__main__":
    unittest.main()
