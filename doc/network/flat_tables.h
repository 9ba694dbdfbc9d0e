// The tables of a .tflite file that a network needs, over flatbuffers' readers.
// A field's number is its position in its table in TensorFlow Lite's schema
// (tensorflow/compiler/mlir/lite/schema/schema.fbs); numbers never change.
//
// Nothing may be read before Verify has returned true for the model: it follows
// every offset that these classes follow.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_FLAT_TABLES_H_
#define LOWP_DOC_NETWORK_FLAT_TABLES_H_

#include <flatbuffers/flatbuffers.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lowp_network {
namespace flat {

using flatbuffers::Verifier;

template <typename T>
using Vector = flatbuffers::Vector<T>;
template <typename T>
using Tables = flatbuffers::Vector<flatbuffers::Offset<T>>;

// An element of a vector. The verifier aligns vectors to 4 bytes only, whatever
// their elements are.
template <typename T>
T Element(const Vector<T>& vector, int index) {
  T value;
  std::memcpy(&value,
              vector.Data() + static_cast<std::size_t>(index) * sizeof(T),
              sizeof(T));
  return value;
}

// A table whose fields are asked for by number.
class Fields : protected flatbuffers::Table {
 protected:
  static constexpr flatbuffers::voffset_t At(int number) {
    return static_cast<flatbuffers::voffset_t>(4 + 2 * number);
  }
  template <typename T>
  T Get(int number, T otherwise = T()) const {
    return GetField<T>(At(number), otherwise);
  }
  // Null if the field is absent.
  template <typename T>
  const T* GetPart(int number) const {
    return GetPointer<const T*>(At(number));
  }

  bool Start(Verifier& v) const { return VerifyTableStart(v); }
  template <typename T>
  bool Has(const Verifier& v, int number) const {
    return VerifyField<T>(v, At(number), sizeof(T));
  }
  template <typename T>
  bool HasVector(const Verifier& v, int number) const {
    return VerifyOffset(v, At(number)) &&
           v.VerifyVector(GetPart<Vector<T>>(number));
  }
  bool HasText(const Verifier& v, int number) const {
    return VerifyOffset(v, At(number)) &&
           v.VerifyString(GetPart<flatbuffers::String>(number));
  }
  template <typename T>
  bool HasTable(Verifier& v, int number) const {
    return VerifyOffset(v, At(number)) && v.VerifyTable(GetPart<T>(number));
  }
  template <typename T>
  bool HasTables(Verifier& v, int number) const {
    return HasVector<flatbuffers::Offset<T>>(v, number) &&
           v.VerifyVectorOfTables(GetPart<Tables<T>>(number));
  }
};

// Options of an operator: one of many tables, whose fields are all scalars. The
// operator's code tells which field a number means.
class Options : Fields {
 public:
  std::int32_t Int(int number, std::int32_t otherwise = 0) const {
    return Get<std::int32_t>(number, otherwise);
  }
  std::int8_t Byte(int number, std::int8_t otherwise = 0) const {
    return Get<std::int8_t>(number, otherwise);
  }
  float Real(int number) const { return Get<float>(number); }
  // Whether a field of `bytes` bytes can be read, or is absent.
  bool Holds(const Verifier& v, int number, int bytes) const {
    return bytes == 1 ? Has<std::int8_t>(v, number)
                      : Has<std::int32_t>(v, number);
  }
  bool Verify(Verifier& v) const { return Start(v) && v.EndTable(); }
};

class Quantization : Fields {
 public:
  const Vector<float>* scale() const { return GetPart<Vector<float>>(2); }
  const Vector<std::int64_t>* zero_point() const {
    return GetPart<Vector<std::int64_t>>(3);
  }
  std::int32_t axis() const { return Get<std::int32_t>(6); }
  bool Verify(Verifier& v) const {
    return Start(v) && HasVector<float>(v, 2) &&
           HasVector<std::int64_t>(v, 3) && Has<std::int32_t>(v, 6) &&
           v.EndTable();
  }
};

class Tensor : Fields {
 public:
  const Vector<std::int32_t>* shape() const {
    return GetPart<Vector<std::int32_t>>(0);
  }
  std::int8_t type() const { return Get<std::int8_t>(1); }
  std::uint32_t buffer() const { return Get<std::uint32_t>(2); }
  const flatbuffers::String* name() const {
    return GetPart<flatbuffers::String>(3);
  }
  const Quantization* quantization() const { return GetPart<Quantization>(4); }
  bool is_variable() const { return Get<std::uint8_t>(5) != 0; }
  // The shape, with -1 for sizes that are not known before a run.
  const Vector<std::int32_t>* signature() const {
    return GetPart<Vector<std::int32_t>>(7);
  }
  bool Verify(Verifier& v) const {
    return Start(v) && HasVector<std::int32_t>(v, 0) &&
           Has<std::int8_t>(v, 1) && Has<std::uint32_t>(v, 2) &&
           HasText(v, 3) && HasTable<Quantization>(v, 4) &&
           Has<std::uint8_t>(v, 5) && HasVector<std::int32_t>(v, 7) &&
           v.EndTable();
  }
};

class Operator : Fields {
 public:
  std::uint32_t code_index() const { return Get<std::uint32_t>(0); }
  const Vector<std::int32_t>* inputs() const {
    return GetPart<Vector<std::int32_t>>(1);
  }
  const Vector<std::int32_t>* outputs() const {
    return GetPart<Vector<std::int32_t>>(2);
  }
  std::uint8_t options_type() const { return Get<std::uint8_t>(3); }
  const Options* options() const { return GetPart<Options>(4); }
  const Vector<std::uint8_t>* custom_options() const {
    return GetPart<Vector<std::uint8_t>>(5);
  }
  const Vector<std::int32_t>* intermediates() const {
    return GetPart<Vector<std::int32_t>>(8);
  }
  bool Verify(Verifier& v) const {
    return Start(v) && Has<std::uint32_t>(v, 0) &&
           HasVector<std::int32_t>(v, 1) && HasVector<std::int32_t>(v, 2) &&
           Has<std::uint8_t>(v, 3) && HasTable<Options>(v, 4) &&
           HasVector<std::uint8_t>(v, 5) && HasVector<std::int32_t>(v, 8) &&
           v.EndTable();
  }
};

class SubGraph : Fields {
 public:
  const Tables<Tensor>* tensors() const { return GetPart<Tables<Tensor>>(0); }
  const Vector<std::int32_t>* inputs() const {
    return GetPart<Vector<std::int32_t>>(1);
  }
  const Vector<std::int32_t>* outputs() const {
    return GetPart<Vector<std::int32_t>>(2);
  }
  const Tables<Operator>* operators() const {
    return GetPart<Tables<Operator>>(3);
  }
  bool Verify(Verifier& v) const {
    return Start(v) && HasTables<Tensor>(v, 0) &&
           HasVector<std::int32_t>(v, 1) && HasVector<std::int32_t>(v, 2) &&
           HasTables<Operator>(v, 3) && v.EndTable();
  }
};

class OperatorCode : Fields {
 public:
  // Files of before 2020 have only the first one, which ends at 127.
  int code() const {
    const std::int8_t old = Get<std::int8_t>(0);
    const std::int32_t code = Get<std::int32_t>(3);
    return code > old ? code : old;
  }
  // The name of a custom operator; null: it is none.
  const flatbuffers::String* custom() const {
    return GetPart<flatbuffers::String>(1);
  }
  bool Verify(Verifier& v) const {
    return Start(v) && Has<std::int8_t>(v, 0) && HasText(v, 1) &&
           Has<std::int32_t>(v, 3) && v.EndTable();
  }
};

class Buffer : Fields {
 public:
  const Vector<std::uint8_t>* data() const {
    return GetPart<Vector<std::uint8_t>>(0);
  }
  // Data behind the tables, of files beyond 2 GB.
  std::uint64_t offset() const { return Get<std::uint64_t>(1); }
  bool Verify(Verifier& v) const {
    return Start(v) && HasVector<std::uint8_t>(v, 0) &&
           Has<std::uint64_t>(v, 1) && v.EndTable();
  }
};

class Model : Fields {
 public:
  static constexpr const char* kIdentifier = "TFL3";
  std::uint32_t version() const { return Get<std::uint32_t>(0); }
  const Tables<OperatorCode>* codes() const {
    return GetPart<Tables<OperatorCode>>(1);
  }
  const Tables<SubGraph>* graphs() const {
    return GetPart<Tables<SubGraph>>(2);
  }
  const Tables<Buffer>* buffers() const { return GetPart<Tables<Buffer>>(4); }
  bool Verify(Verifier& v) const {
    return Start(v) && Has<std::uint32_t>(v, 0) &&
           HasTables<OperatorCode>(v, 1) && HasTables<SubGraph>(v, 2) &&
           HasTables<Buffer>(v, 4) && v.EndTable();
  }
};

}  // namespace flat
}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_FLAT_TABLES_H_
