// The bytes of packed weights: what can be saved, pickled and mapped.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_BLOB_H_
#define LOWP_PUBLIC_PYTHON_BLOB_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "array.h"
#include "errors.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// Weights of a class with data(), size(), Load() and Map(), such as
// PackedMatrix.
template <typename Weights>
struct Blob {
  Weights weights;
  nanobind::object owner;  // of mapped bytes; null otherwise
};

// Bytes as save() writes them. Without `copy` they are used where they are.
template <typename Weights>
Blob<Weights> BlobFromBytes(nanobind::handle data, nanobind::handle copy) {
  Array array;
  array.OpenArray(data, "data");
  if (!array.IsContiguous()) RefuseType("data", data, "not contiguous");
  const std::size_t size = static_cast<std::size_t>(array.count()) *
                           static_cast<std::size_t>(SizeOf(array.type()));
  Blob<Weights> blob;
  if (ReadBool("copy", copy)) {
    Check(Weights::Load(array.data(), size, &blob.weights));
  } else {
    const auto address = reinterpret_cast<std::uintptr_t>(array.data());
    if (address % Weights::kAlignment != 0) {
      Refuse("data", "bytes at address " + std::to_string(address),
             "is no multiple of " + std::to_string(Weights::kAlignment) +
                 ", which copy=False needs");
    }
    // It keeps whatever owns the bytes from letting go of them.
    blob.owner = nanobind::steal(PyMemoryView_FromObject(data.ptr()));
    Check(Weights::Map(array.data(), size, &blob.weights));
  }
  return blob;
}

// Adds to a class what is done with bytes; `from_bytes` is the name of the
// function of lowp._files that pickles call.
template <typename Weights>
void BindBytes(nanobind::class_<Blob<Weights>>* bound,
               const nanobind::sig& signature, const char* from_bytes) {
  namespace nb = nanobind;
  using nb::literals::operator""_a;
  using Self = Blob<Weights>;
  bound
      ->def_static("from_bytes", &BlobFromBytes<Weights>, "data"_a.none(),
                   nb::kw_only(), "copy"_a.none() = true, signature,
                   "What tobytes() gave. With copy=False the bytes are used "
                   "where they are: at an address that is a multiple of 64, "
                   "and they must not change.")
      .def(
          "tobytes",
          [](const Self& self) {
            return nb::bytes(self.weights.data(), self.weights.size());
          },
          "All bytes, with a header and a checksum.")
      .def("_view",
           [](const Self& self) {
             return nb::steal(PyMemoryView_FromMemory(
                 static_cast<char*>(const_cast<void*>(self.weights.data())),
                 static_cast<Py_ssize_t>(self.weights.size()), PyBUF_READ));
           })
      .def_prop_ro(
          "nbytes", [](const Self& self) { return self.weights.size(); },
          "The number of bytes that it takes, its header included.")
      .def_prop_ro(
          "address",
          [](const Self& self) {
            return reinterpret_cast<std::uintptr_t>(self.weights.data());
          },
          "Where the bytes are.")
      .def("__reduce__", [from_bytes](nb::handle self) {
        const nb::module_ files = nb::module_::import_("lowp._files");
        return nb::make_tuple(files.attr(from_bytes),
                              nb::make_tuple(self.attr("tobytes")()));
      });
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_BLOB_H_
