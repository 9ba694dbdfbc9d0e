// Reads the tables of a verified file, and checks what they say.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "read_tflite.h"

#include <cmath>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <limits>
#include <utility>

#include "copied_constants.h"
#include "flat_tables.h"
#include "read_options.h"
#include "resolve_shapes.h"
#include "signed_form.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;
using gemmlowp::StatusCode;

Status Damaged(const char* part, std::int64_t value, const char* problem) {
  return Status(StatusCode::kDataLoss, part, value, problem);
}

Status NotRead(const char* part, std::int64_t value, const char* problem) {
  return Status(StatusCode::kUnsupported, part, value, problem);
}

// Entries of a vector that may be absent.
template <typename T>
int SizeOf(const flat::Vector<T>* vector) {
  return vector == nullptr ? 0 : static_cast<int>(vector->size());
}

bool IsReadType(int type) {
  switch (static_cast<ElementType>(type)) {
    case ElementType::kFloat32:
    case ElementType::kInt32:
    case ElementType::kUInt8:
    case ElementType::kInt64:
    case ElementType::kBool:
    case ElementType::kInt16:
    case ElementType::kInt8:
      return true;
  }
  return false;
}

// TensorFlow Lite's number of int4. Constants of it are read as int8; other
// tensors do not have it.
constexpr int kInt4 = 17;

// Whether some size of a tensor is 0, and none is below.
bool HasNoElements(const flat::Tensor& tensor) {
  bool has_zero = false;
  for (int i = 0; i < SizeOf(tensor.shape()); ++i) {
    const int size = flat::Element(*tensor.shape(), i);
    if (size < 0) return false;
    has_zero |= size == 0;
  }
  return has_zero;
}

Status ReadShape(const flat::Tensor& from, int index, bool may_be_empty,
                 Tensor* tensor) {
  // It has one element here, which nothing reads or writes.
  if (may_be_empty && HasNoElements(from)) return Status();
  std::int64_t elements = 1;
  for (int i = 0; i < SizeOf(from.shape()); ++i) {
    const int size = flat::Element(*from.shape(), i);
    if (size < 1) {
      return NotRead("tensors.shape", index, "has a size below 1");
    }
    elements *= size;
    if (elements > std::numeric_limits<std::int32_t>::max()) {
      return Damaged("tensors.shape", index, "has more than 2^31 elements");
    }
    tensor->shape.push_back(size);
  }
  if (SizeOf(from.signature()) != SizeOf(from.shape())) return Status();
  for (int i = 0; i < SizeOf(from.signature()); ++i) {
    tensor->is_open.push_back(flat::Element(*from.signature(), i) == -1);
  }
  return Status();
}

Status ReadQuantization(const flat::Tensor& from, int index, Tensor* tensor) {
  const flat::Quantization* const quantization = from.quantization();
  if (quantization == nullptr) return Status();
  const int scales = SizeOf(quantization->scale());
  const int zero_points = SizeOf(quantization->zero_point());
  Quantization& to = tensor->quantization;
  to.axis = quantization->axis();
  const int axes = static_cast<int>(tensor->shape.size());
  if (scales > 1 &&
      (to.axis < 0 || to.axis >= axes ||
       scales != tensor->shape[static_cast<std::size_t>(to.axis)])) {
    return Damaged("tensors.quantization.scale", index,
                   "has another size than the tensor along its axis");
  }
  if (zero_points > 1 && zero_points != scales) {
    return Damaged("tensors.quantization.zero_point", index,
                   "has another size than the scale");
  }
  for (int i = 0; i < scales; ++i) {
    const float scale = flat::Element(*quantization->scale(), i);
    if (!(scale > 0) || !std::isfinite(scale)) {
      return Damaged("tensors.quantization.scale", index,
                     "is not positive and finite");
    }
    to.scales.push_back(scale);
    const std::int64_t zero_point =
        zero_points == 0 ? 0
                         : flat::Element(*quantization->zero_point(),
                                         zero_points > 1 ? i : 0);
    if (zero_point < std::numeric_limits<std::int32_t>::min() ||
        zero_point > std::numeric_limits<std::int32_t>::max()) {
      return Damaged("tensors.quantization.zero_point", index, "is no int32");
    }
    to.zero_points.push_back(static_cast<std::int32_t>(zero_point));
  }
  return Status();
}

Status ReadData(const flat::Model& model, const flat::Tensor& from, int index,
                CopiedConstants* copied, Tensor* tensor) {
  const flat::Tables<flat::Buffer>& buffers = *model.buffers();
  if (from.buffer() >= buffers.size()) {
    return Damaged("tensors.buffer", index, "is not in the model");
  }
  const flat::Buffer& buffer = *buffers.Get(from.buffer());
  if (buffer.offset() > 1) {
    return NotRead("buffers.offset", from.buffer(),
                   "points behind the tables, as in files beyond 2 GB");
  }
  if (SizeOf(buffer.data()) == 0) return Status();
  if (tensor->is_variable) {
    return Damaged("tensors.is_variable", index, "is said of a constant");
  }
  const bool is_int4 = from.type() == kInt4;
  if (buffer.data()->size() !=
      (is_int4 ? (tensor->elements() + 1) / 2 : tensor->size_in_bytes())) {
    return Damaged("buffers.data", from.buffer(),
                   "has another size than its tensor");
  }
  const std::uint8_t* const data = buffer.data()->data();
  tensor->data = is_int4 ? copied->Unpacked(data, tensor->elements())
                         : copied->Aligned(data, *tensor);
  return Status();
}

Status ReadTensor(const flat::Model& model, const flat::Tensor& from, int index,
                  bool may_be_empty, CopiedConstants* copied, Tensor* tensor) {
  const bool is_int4 = from.type() == kInt4;
  if (!IsReadType(from.type()) && !is_int4) {
    return NotRead("tensors.type", index,
                   "is none of float32, int32, int64, uint8, int16, int8, int4 "
                   "and bool");
  }
  tensor->type =
      is_int4 ? ElementType::kInt8 : static_cast<ElementType>(from.type());
  tensor->is_variable = from.is_variable();
  if (from.name() != nullptr) tensor->name = from.name()->str();
  Status status = ReadShape(from, index, may_be_empty, tensor);
  if (status.ok()) status = ReadQuantization(from, index, tensor);
  if (status.ok()) status = ReadData(model, from, index, copied, tensor);
  if (status.ok() && is_int4 && tensor->data == nullptr) {
    return NotRead("tensors.type", index,
                   "is int4, and the tensor no constant");
  }
  return status;
}

// Indices of tensors, or -1 where `may_be_absent`.
Status ReadIndices(const flat::Vector<std::int32_t>* from, int tensor_count,
                   bool may_be_absent, const char* part, int index,
                   std::vector<int>* indices) {
  for (int i = 0; i < SizeOf(from); ++i) {
    const std::int32_t tensor = flat::Element(*from, i);
    if (tensor < (may_be_absent ? -1 : 0) || tensor >= tensor_count) {
      return Damaged(part, index, "names a tensor that does not exist");
    }
    indices->push_back(tensor);
  }
  return Status();
}

Status ReadOperator(const flat::Verifier& verifier, const flat::Model& model,
                    const flat::Operator& from, int index, int tensor_count,
                    Operator* to) {
  const auto* const codes = model.codes();
  if (codes == nullptr || from.code_index() >= codes->size()) {
    return Damaged("operators.opcode_index", index, "is not in the model");
  }
  const flat::OperatorCode& code = *codes->Get(from.code_index());
  to->code = code.code() == kCustom && code.custom() != nullptr
                 ? CodeOfCustom(code.custom()->c_str())
                 : code.code();
  Status status = ReadIndices(from.inputs(), tensor_count, true,
                              "operators.inputs", index, &to->inputs);
  if (status.ok()) {
    status = ReadIndices(from.outputs(), tensor_count, false,
                         "operators.outputs", index, &to->outputs);
  }
  if (status.ok()) {
    status = ReadIndices(from.intermediates(), tensor_count, false,
                         "operators.intermediates", index, &to->intermediates);
  }
  if (status.ok() && from.options() != nullptr &&
      !ReadOptions(verifier, *from.options(), to)) {
    return Damaged("operators.builtin_options", index, "leave the file");
  }
  if (status.ok() && !ReadCustomOptions(from.custom_options(), to)) {
    return Damaged("operators.custom_options", index, "are no flexbuffer");
  }
  return status;
}

// Whether each tensor is only an intermediate one of operators. Those have
// scales, and no values.
std::vector<bool> AreOnlyIntermediate(const Graph& graph, std::size_t tensors) {
  std::vector<bool> are(tensors);
  const auto mark = [&are](const std::vector<int>& indices, bool value) {
    for (int i : indices) {
      if (i >= 0) are[static_cast<std::size_t>(i)] = value;
    }
  };
  for (const Operator& op : graph.operators) mark(op.intermediates, true);
  for (const Operator& op : graph.operators) {
    mark(op.inputs, false);
    mark(op.outputs, false);
  }
  mark(graph.inputs, false);
  mark(graph.outputs, false);
  return are;
}

// Every tensor is written once, and before it is read.
Status CheckOrder(const Graph& graph) {
  std::vector<bool> known(graph.tensors.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    known[i] = graph.tensors[i].data != nullptr || graph.tensors[i].is_variable;
  }
  for (int i : graph.inputs) {
    if (known[static_cast<std::size_t>(i)]) {
      return Damaged("inputs", i,
                     "is a constant, a variable, or an input twice");
    }
    known[static_cast<std::size_t>(i)] = true;
  }
  int index = 0;
  for (const Operator& op : graph.operators) {
    for (int i : op.inputs) {
      if (i >= 0 && !known[static_cast<std::size_t>(i)]) {
        return Damaged("operators.inputs", index,
                       "has a tensor that no operator before it writes");
      }
    }
    for (int i : op.outputs) {
      if (known[static_cast<std::size_t>(i)]) {
        return Damaged("operators.outputs", index,
                       "has a constant, a variable, an input or a tensor that "
                       "is written already");
      }
      known[static_cast<std::size_t>(i)] = true;
    }
    ++index;
  }
  for (int i : graph.outputs) {
    if (!known[static_cast<std::size_t>(i)]) {
      return Damaged("outputs", i, "is written by no operator");
    }
  }
  return Status();
}

Status ReadOperators(const flat::Verifier& verifier, const flat::Model& model,
                     const flat::SubGraph& from, Graph* graph) {
  const int tensors = SizeOf(from.tensors());
  graph->operators.resize(static_cast<std::size_t>(SizeOf(from.operators())));
  int index = 0;
  for (Operator& op : graph->operators) {
    const Status status = ReadOperator(
        verifier, model, *from.operators()->Get(static_cast<unsigned>(index)),
        index, tensors, &op);
    if (!status.ok()) return status;
    ++index;
  }
  const Status status =
      ReadIndices(from.inputs(), tensors, false, "inputs", 0, &graph->inputs);
  return status.ok() ? ReadIndices(from.outputs(), tensors, false, "outputs", 0,
                                   &graph->outputs)
                     : status;
}

Status ReadGraph(const flat::Verifier& verifier, const flat::Model& model,
                 Graph* graph) {
  const flat::SubGraph& from = *model.graphs()->Get(0);
  const int tensors = SizeOf(from.tensors());
  constexpr int kMax = 1 << 16;
  if (tensors > kMax) return NotRead("tensors", tensors, "are over 2^16");
  Status status = ReadOperators(verifier, model, from, graph);
  if (!status.ok()) return status;
  graph->tensors.resize(static_cast<std::size_t>(tensors));
  const std::vector<bool> may_be_empty =
      AreOnlyIntermediate(*graph, graph->tensors.size());
  CopiedConstants copied(graph);
  for (int i = 0; i < tensors; ++i) {
    const auto at = static_cast<std::size_t>(i);
    status = ReadTensor(model, *from.tensors()->Get(static_cast<unsigned>(i)),
                        i, may_be_empty[at], &copied, &graph->tensors[at]);
    if (!status.ok()) return status;
  }
  return CheckOrder(*graph);
}

}  // namespace

Status ReadTflite(std::vector<std::uint8_t> bytes, Graph* graph) {
  const auto size = static_cast<std::int64_t>(bytes.size());
  constexpr std::int64_t kHeader = 8;
  if (size < kHeader || !flatbuffers::BufferHasIdentifier(
                            bytes.data(), flat::Model::kIdentifier)) {
    return Damaged("file", size, "bytes are no .tflite file");
  }
  if (size >= static_cast<std::int64_t>(FLATBUFFERS_MAX_BUFFER_SIZE)) {
    return NotRead("file", size, "bytes are too many");
  }
  flatbuffers::Verifier verifier(bytes.data(), bytes.size());
  if (!verifier.VerifyBuffer<flat::Model>(flat::Model::kIdentifier)) {
    return Damaged("file", size, "bytes have an offset that leads astray");
  }
  Graph made;
  made.file = std::move(bytes);
  const flat::Model& model =
      *flatbuffers::GetRoot<flat::Model>(made.file.data());
  if (model.version() != 3) {
    return NotRead("version", model.version(), "is not 3");
  }
  // The first one is what runs. Other ones are those of further signatures, or
  // of operators that do not run here, as WHILE.
  if (SizeOf(model.graphs()) == 0) {
    return Damaged("subgraphs", 0, "are missing");
  }
  if (model.buffers() == nullptr) {
    return Damaged("buffers", 0, "are missing");
  }
  const Status status = ReadGraph(verifier, model, &made);
  if (!status.ok()) return status;
  MakeSigned(&made);
  ResolveShapes(&made);
  *graph = std::move(made);
  return status;
}

bool ReadFile(const std::string& path, std::vector<std::uint8_t>* bytes) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  bytes->assign(std::istreambuf_iterator<char>(file),
                std::istreambuf_iterator<char>());
  return !file.bad();
}

}  // namespace lowp_network
