// Writes small .tflite files, sound or not, for tests of their reader.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_NETWORK_TFLITE_BUILDER_H_
#define LOWP_TEST_NETWORK_TFLITE_BUILDER_H_

#include <flatbuffers/flatbuffers.h>

#include <cstdint>
#include <string>
#include <vector>

namespace lowp_test {

// What a file says. Every field can be set to what no file should say.
struct BuiltTensor {
  std::vector<std::int32_t> shape = {1, 4};
  std::int8_t type = 9;  // int8
  std::vector<float> scales = {0.5f};
  std::vector<std::int64_t> zero_points = {3};
  std::int32_t axis = 0;
  std::vector<std::uint8_t> data = {};  // empty: no constant
  bool is_variable = false;
  int buffer = -1;     // that of another tensor; -1: its own
  int alignment = 16;  // of the data in the file
};

struct BuiltOption {
  int field, bytes, value;
};

struct BuiltModel {
  std::uint32_t version = 3;
  int subgraphs = 1;
  std::int32_t code = 22;  // RESHAPE
  std::uint32_t code_index = 0;
  std::vector<BuiltTensor> tensors = {{}, {}};
  std::vector<std::int32_t> operator_inputs = {0}, operator_outputs = {1};
  std::vector<std::int32_t> intermediates;
  std::vector<std::int32_t> inputs = {0}, outputs = {1};
  std::vector<BuiltOption> options;
  std::string custom_name;  // with code 32
  std::vector<std::uint8_t> custom_options;

  std::vector<std::uint8_t> Bytes() const;
};

namespace internal {

using Offset = flatbuffers::Offset<void>;

// A table of fields that are made before it: {number, offset} and scalars.
class TableBuilder {
 public:
  explicit TableBuilder(flatbuffers::FlatBufferBuilder* to)
      : to_(to), start_(to->StartTable()) {}
  template <typename T>
  TableBuilder& Add(int number, flatbuffers::Offset<T> part) {
    to_->AddOffset(At(number), part);
    return *this;
  }
  template <typename T>
  TableBuilder& Scalar(int number, T value) {
    to_->AddElement<T>(At(number), value);
    return *this;
  }
  Offset End() { return Offset(to_->EndTable(start_)); }

 private:
  static flatbuffers::voffset_t At(int number) {
    return static_cast<flatbuffers::voffset_t>(4 + 2 * number);
  }
  flatbuffers::FlatBufferBuilder* to_;
  flatbuffers::uoffset_t start_;
};

inline Offset Build(const BuiltTensor& tensor, std::uint32_t buffer,
                    flatbuffers::FlatBufferBuilder* to) {
  const auto scales = to->CreateVector(tensor.scales);
  const auto zero_points = to->CreateVector(tensor.zero_points);
  const Offset quantization = TableBuilder(to)
                                  .Add(2, scales)
                                  .Add(3, zero_points)
                                  .Scalar<std::int32_t>(6, tensor.axis)
                                  .End();
  const auto shape = to->CreateVector(tensor.shape);
  return TableBuilder(to)
      .Add(0, shape)
      .Scalar<std::int8_t>(1, tensor.type)
      .Scalar<std::uint32_t>(2, buffer)
      .Add(4, quantization)
      .Scalar<std::uint8_t>(5, tensor.is_variable ? 1 : 0)
      .End();
}

inline Offset BuildOptions(const std::vector<BuiltOption>& options,
                           flatbuffers::FlatBufferBuilder* to) {
  TableBuilder table(to);
  for (const BuiltOption& option : options) {
    if (option.bytes == 1) {
      table.Scalar<std::int8_t>(option.field,
                                static_cast<std::int8_t>(option.value));
    } else {
      table.Scalar<std::int32_t>(option.field, option.value);
    }
  }
  return table.End();
}

inline Offset BuildGraph(const BuiltModel& model,
                         flatbuffers::FlatBufferBuilder* to) {
  std::vector<Offset> tensors;
  for (std::size_t i = 0; i < model.tensors.size(); ++i) {
    tensors.push_back(
        Build(model.tensors[i],
              static_cast<std::uint32_t>(model.tensors[i].buffer < 0
                                             ? static_cast<int>(i)
                                             : model.tensors[i].buffer),
              to));
  }
  const Offset options = BuildOptions(model.options, to);
  const auto op_inputs = to->CreateVector(model.operator_inputs);
  const auto op_outputs = to->CreateVector(model.operator_outputs);
  const auto custom_options = to->CreateVector(model.custom_options);
  const auto intermediates = to->CreateVector(model.intermediates);
  const std::vector<Offset> operators = {
      TableBuilder(to)
          .Scalar<std::uint32_t>(0, model.code_index)
          .Add(1, op_inputs)
          .Add(2, op_outputs)
          .Add(4, options)
          .Add(5, custom_options)
          .Add(8, intermediates)
          .End()};
  const auto all_tensors = to->CreateVector(tensors);
  const auto inputs = to->CreateVector(model.inputs);
  const auto outputs = to->CreateVector(model.outputs);
  const auto all_operators = to->CreateVector(operators);
  return TableBuilder(to)
      .Add(0, all_tensors)
      .Add(1, inputs)
      .Add(2, outputs)
      .Add(3, all_operators)
      .End();
}

}  // namespace internal

inline std::vector<std::uint8_t> BuiltModel::Bytes() const {
  using internal::Offset;
  using internal::TableBuilder;
  flatbuffers::FlatBufferBuilder to;
  std::vector<Offset> buffers, graphs;
  for (const BuiltTensor& tensor : tensors) {
    to.ForceVectorAlignment(tensor.data.size(), 1,
                            static_cast<std::size_t>(tensor.alignment));
    const auto data = to.CreateVector(tensor.data);
    buffers.push_back(TableBuilder(&to).Add(0, data).End());
  }
  for (int i = 0; i < subgraphs; ++i) {
    graphs.push_back(internal::BuildGraph(*this, &to));
  }
  const auto name = to.CreateString(custom_name);
  const std::vector<Offset> codes = {
      TableBuilder(&to).Add(1, name).Scalar<std::int32_t>(3, code).End()};
  const auto all_codes = to.CreateVector(codes);
  const auto all_graphs = to.CreateVector(graphs);
  const auto all_buffers = to.CreateVector(buffers);
  const Offset model = TableBuilder(&to)
                           .Scalar<std::uint32_t>(0, version)
                           .Add(1, all_codes)
                           .Add(2, all_graphs)
                           .Add(4, all_buffers)
                           .End();
  to.Finish(model, "TFL3");
  return std::vector<std::uint8_t>(to.GetBufferPointer(),
                                   to.GetBufferPointer() + to.GetSize());
}

}  // namespace lowp_test

#endif  // LOWP_TEST_NETWORK_TFLITE_BUILDER_H_
