// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "packed.h"

#include <cstring>
#include <string>
#include <utility>

#include "array.h"
#include "caller.h"
#include "errors.h"
#include "progress.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

PyObject* packed_type = nullptr;

constexpr char kPackedDoc[] =
    R"(A matrix packed once, in the layout of the kernels: weights, usually.

Packed(matrix, *, side="rhs", backend=None, progress=None)

matrix has shape (rows, cols) and elements of type uint8 or int8, with
contiguous rows or columns; it is copied. side says which operand of matmul it
becomes: "lhs" (a) or "rhs" (b). backend names the kernels to pack for; None
means those that products use. Zero points are arguments of the product, not
part of the packed form. progress is called as progress(done, total), in bytes,
about a hundred times for a large matrix, or is True for a bar on the terminal;
the packed bytes do not depend on it.

A Packed cannot change. Threads share it, and it can be pickled, saved and
mapped (lowp.save, lowp.load).)";

// MatrixRef has no orders and types as template arguments; PackedMatrix does.
template <typename T, MapOrder Order>
Status Pack(const internal::MatrixRef& m, Side side, const PackOptions& options,
            PackedMatrix* packed) {
  const MatrixMap<const T, Order> map(static_cast<const T*>(m.data), m.rows,
                                      m.cols, m.stride);
  return PackedMatrix::Pack(map, side, packed, options);
}

Status PackErased(const internal::MatrixRef& m, Side side,
                  const PackOptions& options, PackedMatrix* packed) {
  const bool is_signed = m.scalar == internal::Scalar::kInt8;
  constexpr MapOrder kRows = MapOrder::RowMajor, kCols = MapOrder::ColMajor;
  const auto pack = is_signed ? (m.row_major ? &Pack<std::int8_t, kRows>
                                             : &Pack<std::int8_t, kCols>)
                              : (m.row_major ? &Pack<std::uint8_t, kRows>
                                             : &Pack<std::uint8_t, kCols>);
  return pack(m, side, options, packed);
}

Side SideNamed(const std::string& name) {
  if (name == "lhs") return Side::kLhs;
  if (name == "rhs") return Side::kRhs;
  Refuse("side", name, "is neither \"lhs\" nor \"rhs\"");
}

void Construct(Packed* self, nb::handle matrix, nb::handle side,
               nb::handle backend, nb::handle progress) {
  Array array;
  array.OpenArray(matrix, "matrix");
  CheckTwoDimensions(array, "matrix");
  const internal::MatrixRef ref = MatrixOf(array, "matrix");
  const Side chosen = SideNamed(ReadName("side", side));
  const std::string name =
      backend.is_none() ? "" : ReadName("backend", backend);
  const char* const asked = backend.is_none() ? BackendSetting() : name.c_str();
  ProgressTeller teller(progress);
  PackedMatrix packed;
  Status status;
  {
    nb::gil_scoped_release released;
    status = PackErased(ref, chosen, {asked, teller.progress()}, &packed);
  }
  teller.Check();
  Check(status, {"matrix", "", ""});
  new (self) Packed{std::move(packed), nb::object()};
}

const char* SideOf(const Packed& packed) {
  return packed.weights.side() == Side::kLhs ? "lhs" : "rhs";
}

const char* DtypeOf(const Packed& packed) {
  return packed.weights.header()->scalar ==
                 static_cast<int>(internal::Scalar::kInt8)
             ? "int8"
             : "uint8";
}

std::string Describe(const Packed& packed) {
  return "<lowp.Packed " + std::string(SideOf(packed)) + " of shape (" +
         std::to_string(packed.weights.rows()) + ", " +
         std::to_string(packed.weights.cols()) + "), " + DtypeOf(packed) +
         ", for " + packed.weights.backend() + ", " +
         std::to_string(packed.weights.size()) + " bytes>";
}

}  // namespace

const Packed* PackedOrNull(nb::handle object) {
  if (reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())) != packed_type ||
      !nb::inst_ready(object)) {
    return nullptr;
  }
  return nb::inst_ptr<Packed>(object);
}

void BindPacked(nb::module_& module) {
  nb::class_<Packed> packed(module, "Packed", nb::is_final(), kPackedDoc);
  packed_type = packed.ptr();
  packed
      .def("__init__", &Construct, "matrix"_a.none(), nb::kw_only(),
           "side"_a.none() = "rhs", "backend"_a = nb::none(),
           "progress"_a = nb::none(),
           nb::sig("def __init__(self, matrix: Array, *, side: "
                   "typing.Literal[\"lhs\", \"rhs\"] = \"rhs\", backend: str | "
                   "None = None, progress: Progress | None = None) -> None"))
      .def_prop_ro(
          "shape",
          [](const Packed& self) {
            return nb::make_tuple(self.weights.rows(), self.weights.cols());
          },
          nb::sig("def shape(self, /) -> tuple[int, int]"))
      .def_prop_ro("side", &SideOf, "\"lhs\" or \"rhs\"")
      .def_prop_ro(
          "dtype",
          [](const Packed& self) {
            return nb::module_::import_("numpy").attr("dtype")(DtypeOf(self));
          },
          nb::sig("def dtype(self, /) -> numpy.dtype"))
      .def_prop_ro(
          "backend", [](const Packed& self) { return self.weights.backend(); },
          "The backend whose format this is.")
      .def("__repr__", &Describe);
  BindBytes(&packed,
            nb::sig("def from_bytes(data: bytes | memoryview | numpy.ndarray, "
                    "*, copy: bool = True) -> Packed"),
            "packed_from_bytes");
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
