// Bytes decoded into a product with everything that a caller can get right or
// wrong about it, in memory of exactly the sizes that the arguments promise.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FUZZ_PRODUCT_H_
#define LOWP_TEST_FUZZ_PRODUCT_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../internal/front_end.h"
#include "../public/gemmlowp.h"
#include "for_each_backend.h"
#include "fuzz_input.h"
#include "gemm_case.h"
#include "random_pipeline.h"
#include "reference_gemm.h"

namespace lowp_test {

using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::internal::Backend;
using gemmlowp::internal::GemmProblem;

// A caller's stage that yields numbers of the result's own type.
template <typename T>
struct CastByHand {
  T operator()(std::int32_t value, int row, int col) const {
    return static_cast<T>(Wrap(std::int64_t{value} + 3 * row - col));
  }
};

// One product. `sound` says that the library has to accept it; `readable` that
// every array is as long as the arguments say, so that there is a reference.
class FuzzProduct {
 public:
  explicit FuzzProduct(ByteSource* in) : in_(in), random_(in->Bits()) {
    spoils_ = in->OneIn(3) ? 1 + in->Below(2) : 0;
    DecodeShapes();
    DecodeMatrices();
    if (Spoil(4)) Share();
    FillMatrix(lhs_, PickFill(), true, &random_);
    FillMatrix(rhs_, PickFill(), false, &random_);
    lhs_offset_ = MakeOffset(Along::kRows, Along::kCols);
    rhs_offset_ = MakeOffset(Along::kCols, Along::kRows);
    DecodePipeline();
    good_lhs_ = lhs_;
    good_rhs_ = rhs_;
    good_result_ = result_;
    SpoilShapes();
    const auto& backends = SupportedBackends();
    const int backend = in->Below(static_cast<int>(backends.size()) + 1);
    if (backend > 0) backend_ = backends[static_cast<std::size_t>(backend) - 1];
    lhs_operand_ = MakeOperand(Side::kLhs, lhs_, good_lhs_, &packed_lhs_);
    rhs_operand_ = MakeOperand(Side::kRhs, rhs_, good_rhs_, &packed_rhs_);
  }
  FuzzProduct(const FuzzProduct&) = delete;
  FuzzProduct& operator=(const FuzzProduct&) = delete;

  bool sound() const { return sound_; }
  bool readable() const { return readable_; }
  bool has_work() const { return rows_ > 0 && cols_ > 0 && depth_ > 0; }
  const Backend* backend() const { return backend_; }
  const MatrixRef& result() const { return good_result_; }
  const Pipeline& pipeline() const { return pipeline_; }
  ExactMemory* memory() { return &memory_; }

  // The operations are copies: the engine rewrites them.
  GemmProblem MakeProblem() {
    ops_.clear();
    for (const Stage& stage : pipeline_.stages) ops_.push_back(stage.op);
    GemmProblem problem;
    problem.lhs = lhs_operand_;
    problem.rhs = rhs_operand_;
    problem.result = result_;
    problem.lhs_offset = Erase(lhs_offset_);
    problem.rhs_offset = Erase(rhs_offset_);
    problem.ops = ops_.data();
    problem.op_count = static_cast<int>(ops_.size());
    return problem;
  }

  std::vector<std::int32_t> ReferenceSums() const {
    return ReferenceGemm(good_lhs_, good_rhs_, Expand(lhs_offset_, rows_),
                         Expand(rhs_offset_, cols_));
  }

 private:
  // Whether to get one thing wrong here; `kinds` thins out.
  bool Spoil(int kinds) {
    if (spoils_ == 0 || !in_->OneIn(kinds)) return false;
    --spoils_;
    return true;
  }
  // What follows may or may not be accepted.
  void Doubt() { sound_ = false; }
  // It has to be refused, if there is work: nothing could be computed.
  void Ruin() { sound_ = readable_ = false; }

  int Size() {
    const int kind = in_->Byte();
    if (kind < 250) return kind < 160 ? (kind + 1) % 20 : kind - 155;
    return kind < 254 ? 60 + in_->Byte() : 256 + in_->Byte();
  }

  void DecodeShapes() {
    constexpr double kMostProducts = 1e5;
    constexpr double kMostForThreads = 7e6;
    rows_ = Size();
    cols_ = Size();
    depth_ = Size();
    const bool large = in_->Byte() == 255;
    if (large) {
      rows_ += 100;
      cols_ += 100;
      depth_ += 500;
    }
    const double most = large ? kMostForThreads : kMostProducts;
    while (1.0 * rows_ * cols_ * depth_ > most) {
      int* const largest = std::max({&rows_, &cols_, &depth_},
                                    [](int* a, int* b) { return *a < *b; });
      *largest = *largest * 3 / 4;
    }
  }

  MatrixRef Decode(Scalar scalar, int rows, int cols) {
    MatrixRef matrix;
    matrix.scalar = scalar;
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.row_major = !in_->Flag();
    const int lines = matrix.row_major ? rows : cols;
    const int width = matrix.row_major ? cols : rows;
    const int kind = in_->Below(6);
    matrix.stride = kind < 3    ? width
                    : kind == 3 ? width + 1 + in_->Below(64)
                    : kind == 4 ? StrideFor(Stride::kPowerOfTwo, lines, width)
                                : StrideFor(Stride::kZeroIfOneLine, lines, width);
    const int skip = SizeOf(scalar) * in_->Below(16);
    matrix.data = memory_.GetSkewed(Extent(matrix) * SizeOf(scalar),
                                    SizeOf(scalar), skip);
    return matrix;
  }

  void DecodeMatrices() {
    constexpr Scalar kOperands[] = {Scalar::kUint8, Scalar::kInt8};
    lhs_ = Decode(kOperands[in_->Below(2)], rows_, depth_);
    rhs_ = Decode(kOperands[in_->Below(2)], depth_, cols_);
    constexpr Scalar kResults[] = {Scalar::kInt32, Scalar::kUint8,
                                   Scalar::kInt8, Scalar::kInt16};
    result_ = Decode(kResults[in_->Below(4)], rows_, cols_);
  }

  Fill PickFill() { return kEveryFill[in_->Below(std::size(kEveryFill))]; }

  static bool Touches(const MatrixRef& a, const MatrixRef& b) {
    std::vector<const std::uint8_t*> lines[2];
    const MatrixRef* const both[] = {&a, &b};
    int bytes[2];
    for (int m = 0; m < 2; ++m) {
      const MatrixRef& matrix = *both[m];
      const int count = matrix.row_major ? matrix.rows : matrix.cols;
      bytes[m] = (matrix.row_major ? matrix.cols : matrix.rows) *
                 SizeOf(matrix.scalar);
      for (int i = 0; i < count; ++i) {
        lines[m].push_back(static_cast<const std::uint8_t*>(matrix.data) +
                           std::ptrdiff_t{matrix.stride} * i *
                               SizeOf(matrix.scalar));
      }
    }
    if (bytes[0] == 0 || bytes[1] == 0) return false;
    for (const std::uint8_t* x : lines[0]) {
      for (const std::uint8_t* y : lines[1]) {
        if (x < y + bytes[1] && y < x + bytes[0]) return true;
      }
    }
    return false;
  }

  // Puts the result and an operand into one buffer, one over the other or, by
  // chance or on purpose, side by side without a common byte.
  void Share() {
    MatrixRef& operand = in_->Flag() ? rhs_ : lhs_;
    const int size = SizeOf(result_.scalar);
    const int width = result_.row_major ? cols_ : rows_;
    std::size_t at = static_cast<std::size_t>(in_->Byte());
    if (in_->Flag() && operand.row_major == result_.row_major) {
      const int inner = operand.row_major ? operand.cols : operand.rows;
      result_.stride = width + (inner + size - 1) / size;
      operand.stride = result_.stride * size;
      at = static_cast<std::size_t>(width * size);
    }
    const std::size_t result_bytes = Extent(result_) * size;
    at = std::min(at, result_bytes);
    std::uint8_t* const shared =
        memory_.Get(std::max(result_bytes, at + Extent(operand)), 4);
    result_.data = shared;
    operand.data = shared + at;
    shares_memory_ = Touches(result_, operand);
    if (shares_memory_) Ruin();
  }

  // A vector's entries, or one number; perhaps with a wrong length.
  Parameter MakeParameter(Along along, bool small_range) {
    StageMaker maker(std::max(rows_, 0), std::max(cols_, 0), &memory_,
                     &random_);
    const std::int32_t first = small_range ? in_->Below(63) - 31 : in_->Wild();
    if (small_range && Spoil(3)) return Spoiled(along, in_->Wild());
    bool is_first = true;
    const auto value = [&] {
      if (is_first) {
        is_first = false;
        return first;
      }
      return small_range ? std::int32_t{random_.Between(-31, 31)}
                         : random_.WildInt32();
    };
    Parameter parameter = maker.MakeParameter(along, value);
    if (along == Along::kAll || !Spoil(3)) return parameter;
    if (in_->Flag()) return Spoiled(along, first);
    Ruin();
    if (parameter.size == 0) Doubt();
    parameter.data = nullptr;
    return parameter;
  }
  // Of a wrong length, whatever that is, with memory for no more than it says;
  // a single number is out of range perhaps.
  Parameter Spoiled(Along along, std::int32_t value) {
    Doubt();
    const int expected = along == Along::kRows   ? rows_
                         : along == Along::kCols ? cols_
                                                 : 1;
    int size = expected;
    if (along != Along::kAll && in_->Flag()) {
      constexpr int kSizes[] = {0, 1, -1, -expected_limit_, expected_limit_};
      const int kind = in_->Below(7);
      size = kind < 5 ? kSizes[kind] : kind == 5 ? expected - 1 : expected + 1;
      if (size != expected) Ruin();
    }
    const int held = std::clamp(size, 0, expected + 1);
    auto* const data = reinterpret_cast<std::int32_t*>(
        memory_.Get(static_cast<std::size_t>(held) * 4, 4));
    for (int i = 0; i < held; ++i) data[i] = value;
    return {along, data, size};
  }

  Parameter MakeOffset(Along right, Along wrong) {
    if (Spoil(5)) {
      Ruin();
      return Parameter{wrong, MakeParameter(wrong, false).data,
                       wrong == Along::kRows ? rows_ : cols_};
    }
    return MakeParameter(in_->Flag() ? right : Along::kAll, false);
  }

  static gemmlowp::internal::Int32Parameter Erase(const Parameter& offset) {
    gemmlowp::internal::Int32Parameter erased;
    erased.along = offset.along;
    if (offset.along == Along::kAll) {
      erased.value = offset.data[0];
    } else {
      erased.data = offset.data;
      erased.size = offset.size;
    }
    return erased;
  }
  static std::vector<std::int32_t> Expand(const Parameter& offset, int size) {
    std::vector<std::int32_t> all;
    for (int i = 0; i < size; ++i) {
      all.push_back(offset.data[offset.along == Along::kAll ? 0 : i]);
    }
    return all;
  }

  int Shift() {
    if (!Spoil(3)) return in_->Below(32);
    Doubt();
    return in_->Wild();
  }

  // Like the reference, whose ends are meant for zeros that are far from the
  // ends of int32; elsewhere they and the sum are as output_stages.h says.
  Stage Tanh(StageMaker* maker) {
    const std::int32_t zero = in_->Wild();
    const bool spoil = Spoil(3);
    const std::int32_t amplitude =
        spoil ? in_->Wild()
              : 1 + ((in_->Int32() & ((1 << 28) - 2)) >> in_->Below(28));
    if (spoil) Doubt();
    Stage stage = maker->Tanh(zero, amplitude);
    stage.reference = [=](std::int32_t x, int, int) {
      const std::int64_t wide = amplitude;
      if (x <= SaturateToInt32(zero - 8 * wide)) {
        return SaturateToInt32(zero - wide);
      }
      if (x >= SaturateToInt32(zero + 8 * wide)) {
        return SaturateToInt32(zero + wide);
      }
      const std::int32_t centred = Wrap(std::int64_t{x} - zero);
      return Wrap(std::int64_t{zero} + ReferenceTanh(centred, 0, amplitude));
    };
    return stage;
  }

  Stage MakeStage(StageMaker* maker) {
    const int kind = in_->Below(8);
    const Along along = kEveryAlong[in_->Below(3)];
    switch (kind) {
      case 0:
        return maker->Bias(MakeParameter(along, false));
      case 1: {
        const Parameter multiplier = MakeParameter(along, false);
        const Parameter exponent = MakeParameter(along, true);
        return maker->Scale(multiplier, exponent, in_->Wild());
      }
      case 2: {
        const std::int32_t multiplier = in_->Wild();
        const int shift = Shift();
        return maker->QuantizeDownByFixedPoint(multiplier, shift, in_->Wild());
      }
      case 3: {
        const Parameter offset = MakeParameter(along, false);
        const Parameter multiplier = MakeParameter(along, false);
        return maker->QuantizeDown(offset, multiplier, Shift());
      }
      case 4: {
        const std::int32_t low = in_->Wild();
        return maker->Clamp(low, in_->Wild());
      }
      case 5:
        return Tanh(maker);
      case 6:
        return maker->User<MixInPosition>("MixInPosition");
      default:
        return maker->User<PassThrough>("PassThrough");
    }
  }

  // Up to six stages, of which the last yields the result's type.
  void DecodePipeline() {
    StageMaker maker(rows_, cols_, &memory_, &random_);
    pipeline_.result = result_.scalar;
    const bool casts = result_.scalar != Scalar::kInt32;
    const int count = in_->Below(casts ? 6 : 7);
    for (int i = 0; i < count; ++i) {
      pipeline_.stages.push_back(MakeStage(&maker));
    }
    if (!casts) return;
    const bool by_hand = in_->OneIn(6);
    if (by_hand && result_.scalar == Scalar::kInt16) {
      pipeline_.stages.push_back(maker.User<CastByHand<std::int16_t>>("Short"));
    } else if (by_hand && result_.scalar == Scalar::kInt8) {
      pipeline_.stages.push_back(maker.User<CastByHand<std::int8_t>>("Char"));
    } else if (result_.scalar == Scalar::kUint8 && in_->OneIn(4)) {
      pipeline_.stages.push_back(maker.TruncatingCast());
    } else {
      pipeline_.stages.push_back(maker.SaturatingCast(result_.scalar));
    }
  }

  // One field of a matrix that is not what its memory was made for. Sizes end
  // up at odds with those of the other matrices, so the call must be refused.
  void SpoilShapes() {
    MatrixRef* const matrices[] = {&lhs_, &rhs_, &result_};
    for (MatrixRef* matrix : matrices) {
      if (Spoil(3)) SpoilMatrix(matrix);
    }
    if (lhs_.cols == rhs_.rows) lhs_.cols = rhs_.rows = depth_;
    if (lhs_.rows == result_.rows) lhs_.rows = result_.rows = rows_;
    if (rhs_.cols == result_.cols) rhs_.cols = result_.cols = cols_;
  }
  void SpoilMatrix(MatrixRef* matrix) {
    Doubt();
    const int lines = matrix->row_major ? matrix->rows : matrix->cols;
    const int width = matrix->row_major ? matrix->cols : matrix->rows;
    const int kind = in_->Below(4);
    if (kind == 0) {
      matrix->rows = in_->Flag() ? in_->Wild() : matrix->rows + in_->Below(3) - 1;
    } else if (kind == 1) {
      matrix->cols = in_->Flag() ? in_->Wild() : matrix->cols + in_->Below(3) - 1;
    } else if (kind == 2) {
      // A stride that is not too small would need more memory.
      const int stride = in_->Flag() ? in_->Wild() : width - 1;
      if (lines <= 1 || stride < width) matrix->stride = stride;
      if (stride < 0 || (lines > 1 && stride < width && width > 0)) {
        readable_ = false;
      }
    } else {
      if (lines > 0 && width > 0) readable_ = false;
      matrix->data = nullptr;
    }
  }

  static bool SameShape(const MatrixRef& a, const MatrixRef& b) {
    return a.rows == b.rows && a.cols == b.cols && a.stride == b.stride &&
           a.data == b.data;
  }

  // The operand as it is, or packed in one of the ways that there are.
  gemmlowp::internal::Operand MakeOperand(Side side, const MatrixRef& matrix,
                                          const MatrixRef& good,
                                          PackedMatrix* packed) {
    gemmlowp::internal::Operand operand;
    operand.matrix = matrix;
    if (!in_->OneIn(3)) return operand;
    MatrixRef source = good;
    if (!SameShape(matrix, good)) source = matrix.data ? good : matrix;
    if (Spoil(4)) {
      Doubt();
      readable_ = readable_ && depth_ == 0;
      if (in_->Flag()) side = side == Side::kLhs ? Side::kRhs : Side::kLhs;
      else if (in_->Flag()) source.rows = source.row_major ? source.rows / 2 : 0;
      else return gemmlowp::internal::EraseOperand(PackedMatrix());
      readable_ = false;
    }
    Pack(source, side, packed);
    return gemmlowp::internal::EraseOperand(*packed);
  }

  // The backend to pack for: the product's, most of the time.
  const char* PackingBackend() {
    const auto& backends = SupportedBackends();
    if (Spoil(2)) {
      Doubt();
      return backends[in_->Below(static_cast<int>(backends.size()))]->name;
    }
    return backend_ == nullptr ? nullptr : backend_->name;
  }

  void Pack(const MatrixRef& source, Side side, PackedMatrix* packed);

  static constexpr int expected_limit_ = std::numeric_limits<int>::max();

  ByteSource* in_;
  Random random_;
  ExactMemory memory_;
  int spoils_ = 0;
  bool sound_ = true;
  bool readable_ = true;
  bool shares_memory_ = false;
  int rows_ = 0, depth_ = 0, cols_ = 0;
  MatrixRef lhs_, rhs_, result_;  // as the call is told
  MatrixRef good_lhs_, good_rhs_, good_result_;
  Parameter lhs_offset_, rhs_offset_;
  Pipeline pipeline_;
  std::vector<EpilogueOp> ops_;
  const Backend* backend_ = nullptr;  // null: the automatic choice
  PackedMatrix packed_lhs_, packed_rhs_;
  gemmlowp::internal::Operand lhs_operand_, rhs_operand_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_FUZZ_PRODUCT_H_
