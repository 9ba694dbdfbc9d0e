// Decodes the fuzzer's products. Inputs without remaining bytes are small and
// sound; mistakes are rare, so that most of the code after the checks is
// reached.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fuzz_product.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

#include "../support/erase_operand.h"
#include "../support/gemm_case.h"
#include "../support/reference_gemm.h"

namespace lowp_test {

using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::Operand;

namespace {

int LinesOf(const MatrixRef& matrix) {
  return matrix.row_major ? matrix.rows : matrix.cols;
}
int WidthOf(const MatrixRef& matrix) {
  return matrix.row_major ? matrix.cols : matrix.rows;
}

// Whether two matrices share a byte.
bool Touch(const MatrixRef& a, const MatrixRef& b) {
  const auto line = [](const MatrixRef& m, int i) {
    return reinterpret_cast<std::uintptr_t>(m.data) +
           static_cast<std::uintptr_t>(i) * m.stride * SizeOf(m.scalar);
  };
  const int a_bytes = WidthOf(a) * SizeOf(a.scalar);
  const int b_bytes = WidthOf(b) * SizeOf(b.scalar);
  if (a_bytes == 0 || b_bytes == 0) return false;
  for (int i = 0; i < LinesOf(a); ++i) {
    for (int j = 0; j < LinesOf(b); ++j) {
      const std::uintptr_t x = line(a, i), y = line(b, j);
      if (x < y + b_bytes && y < x + a_bytes) return true;
    }
  }
  return false;
}

// Whether the matrix described to the library matches the real one.
bool IsThere(const MatrixRef& told, const MatrixRef& good) {
  if (told.rows != good.rows || told.cols != good.cols) return false;
  if (Extent(good) == 0) return true;
  return told.data == good.data &&
         (LinesOf(good) == 1 || told.stride == good.stride);
}

gemmlowp::internal::Int32Parameter Erase(const Parameter& offset) {
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

std::vector<std::int32_t> Expand(const Parameter& offset, int size) {
  std::vector<std::int32_t> all;
  for (int i = 0; i < size; ++i) {
    all.push_back(offset.data[offset.along == Along::kAll ? 0 : i]);
  }
  return all;
}

}  // namespace

FuzzProduct::FuzzProduct(ByteSource* in)
    : in_(in),
      random_(static_cast<std::uint64_t>(in->Byte())),
      spoils_(in->OneIn(3) ? 1 + in->Below(2) : 0) {
  DecodeShapes();
  DecodeMatrices();
  if (Spoil(6)) Share();
  FillMatrix(lhs_, kEveryFill[in->Below(std::size(kEveryFill))], true,
             &random_);
  FillMatrix(rhs_, kEveryFill[in->Below(std::size(kEveryFill))], false,
             &random_);
  lhs_offset_ = MakeOffset(Along::kRows, Along::kCols);
  rhs_offset_ = MakeOffset(Along::kCols, Along::kRows);
  DecodePipeline();
  good_lhs_ = lhs_;
  good_rhs_ = rhs_;
  good_result_ = result_;
  SpoilShapes();
  const auto& backends = SupportedBackends();
  const auto backend = static_cast<std::size_t>(
      in->Below(static_cast<int>(backends.size()) + 1));
  if (backend > 0) backend_ = backends[backend - 1];
  lhs_operand_ = MakeOperand(Side::kLhs, lhs_, good_lhs_, &packed_lhs_);
  rhs_operand_ = MakeOperand(Side::kRhs, rhs_, good_rhs_, &packed_rhs_);
  if (!IsThere(result_, good_result_)) Ruin();
}

GemmProblem FuzzProduct::MakeProblem() {
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

std::vector<std::int32_t> FuzzProduct::ReferenceSums() const {
  return ReferenceGemm(good_lhs_, good_rhs_, Expand(lhs_offset_, rows_),
                       Expand(rhs_offset_, cols_));
}

bool FuzzProduct::IsAnother() const {
  const MatrixRef& lhs = lhs_operand_.matrix;
  const MatrixRef& rhs = rhs_operand_.matrix;
  const bool agree = lhs.cols == rhs.rows && lhs.rows == result_.rows &&
                     rhs.cols == result_.cols;
  return agree &&
         (lhs.rows != rows_ || lhs.cols != depth_ || rhs.cols != cols_);
}

// Decides whether to make a mistake here; the fuzzer then chooses one of
// `kinds`.
bool FuzzProduct::Spoil(int kinds) {
  if (spoils_ == 0 || !in_->OneIn(kinds)) return false;
  --spoils_;
  return true;
}

int FuzzProduct::Size() {
  const int kind = in_->Byte();
  if (kind < 160) return (kind + 1) % 20;
  if (kind < 250) return kind - 155;
  return in_->Byte() + (kind < 254 ? 60 : 256);
}

void FuzzProduct::DecodeShapes() {
  rows_ = Size();
  cols_ = Size();
  depth_ = Size();
  double max_products = 3e4;
  if (in_->Byte() == 77) {  // enough for several threads, but slow
    max_products = 7e6;
    rows_ += 100;
    cols_ += 100;
    depth_ += 500;
  }
  while (1.0 * rows_ * cols_ * depth_ > max_products) {
    int* const largest = std::max({&rows_, &cols_, &depth_},
                                  [](int* a, int* b) { return *a < *b; });
    *largest = *largest * 3 / 4;
  }
}

MatrixRef FuzzProduct::DecodeMatrix(Scalar scalar, int rows, int cols) {
  MatrixRef matrix;
  matrix.scalar = scalar;
  matrix.rows = rows;
  matrix.cols = cols;
  matrix.row_major = !in_->Flag();
  const int lines = LinesOf(matrix), width = WidthOf(matrix);
  constexpr Stride kStrides[] = {Stride::kTight, Stride::kPadded,
                                 Stride::kPowerOfTwo, Stride::kZeroIfOneLine};
  const int kind = in_->Below(5);
  matrix.stride =
      kind < 4 ? StrideFor(kStrides[kind], lines, width) : width + in_->Byte();
  matrix.data =
      memory_.GetSkewed(Extent(matrix) * SizeOf(scalar), SizeOf(scalar),
                        SizeOf(scalar) * in_->Below(64));
  return matrix;
}

void FuzzProduct::DecodeMatrices() {
  constexpr Scalar kOperands[] = {Scalar::kUint8, Scalar::kInt8};
  lhs_ = DecodeMatrix(kOperands[in_->Below(2)], rows_, depth_);
  rhs_ = DecodeMatrix(kOperands[in_->Below(2)], depth_, cols_);
  result_ = DecodeMatrix(kEveryResult[in_->Below(std::size(kEveryResult))],
                         rows_, cols_);
}

// Puts the result and an operand into one buffer: at random positions, or side
// by side in the gaps between each other's lines.
void FuzzProduct::Share() {
  Doubt();
  MatrixRef& operand = in_->Flag() ? rhs_ : lhs_;
  const int size = SizeOf(result_.scalar);
  std::size_t at = static_cast<std::size_t>(in_->Byte());
  if (in_->Flag() && operand.row_major == result_.row_major) {
    const int width = WidthOf(result_);
    result_.stride = width + (WidthOf(operand) + size - 1) / size;
    operand.stride = result_.stride * size;
    at = static_cast<std::size_t>(width * size);
  }
  const std::size_t result_bytes = Extent(result_) * size;
  at = std::min(at, result_bytes);
  std::uint8_t* const shared = memory_.Get(
      std::max(result_bytes, at + Extent(operand)), SizeOf(Scalar::kInt32));
  result_.data = shared;
  operand.data = shared + at;
}

// Describes something to the library that differs from the real matrices. The
// shapes then contradict each other, so that the description never covers more
// memory than exists.
void FuzzProduct::SpoilShapes() {
  for (MatrixRef* matrix : {&lhs_, &rhs_, &result_}) {
    if (Spoil(3)) SpoilMatrix(matrix);
  }
  if (lhs_.cols == rhs_.rows) lhs_.cols = rhs_.rows = depth_;
  if (lhs_.rows == result_.rows) lhs_.rows = result_.rows = rows_;
  if (rhs_.cols == result_.cols) rhs_.cols = result_.cols = cols_;
}

void FuzzProduct::SpoilMatrix(MatrixRef* matrix) {
  Doubt();
  const int lines = LinesOf(*matrix), width = WidthOf(*matrix);
  const int near = in_->Below(3) - 1;
  const std::int32_t far = in_->Wild();
  const bool is_far = in_->Flag();
  switch (in_->Below(4)) {
    case 0:
      matrix->rows = is_far ? far : matrix->rows + near;
      break;
    case 1:
      matrix->cols = is_far ? far : matrix->cols + near;
      break;
    case 2: {
      const int stride = is_far ? far : width - 1;
      if (lines <= 1 || stride < width) matrix->stride = stride;
      break;
    }
    default:
      matrix->data = nullptr;
  }
}

// The operand as described to the library, or a packed copy of the real one.
Operand FuzzProduct::MakeOperand(Side side, const MatrixRef& matrix,
                                 const MatrixRef& good, PackedMatrix* packed) {
  if (!in_->OneIn(3)) {
    if (!IsThere(matrix, good) || Touch(good_result_, good)) Ruin();
    return {matrix, false, nullptr};
  }
  MatrixRef source = good;
  if (Spoil(4)) {
    Ruin();
    switch (in_->Below(3)) {
      case 0:
        return EraseOperand(PackedMatrix());
      case 1:
        side = side == Side::kLhs ? Side::kRhs : Side::kLhs;
        break;
      default:
        (source.row_major ? source.rows : source.cols) /= 2;
    }
  }
  Pack(source, side, packed);
  return EraseOperand(*packed);
}

// The backend of the product, or a different one.
const char* FuzzProduct::PackingBackend() {
  if (Spoil(3)) {
    Doubt();
    const auto& backends = SupportedBackends();
    return backends[static_cast<std::size_t>(in_->Byte()) % backends.size()]
        ->name;
  }
  return backend_ == nullptr ? nullptr : backend_->name;
}

// Packs in one of the possible ways: into the library's memory or into memory
// of exactly the needed size, and perhaps through saved bytes.
void FuzzProduct::Pack(const MatrixRef& source, Side side,
                       PackedMatrix* packed) {
  const char* const backend = PackingBackend();
  if (Spoil(2)) PackBadly(source, side, backend);
  const bool into = in_->Flag();
  const Status status = WithMap(source, [&](const auto& map) {
    if (!into) return PackedMatrix::Pack(map, side, packed, backend);
    const std::size_t bytes = PackedMatrix::BytesNeeded(map, side, backend);
    return PackedMatrix::PackInto(map, side,
                                  memory_.Get(bytes, PackedMatrix::kAlignment),
                                  bytes, packed, backend);
  });
  if (!status.ok()) Fail("packing is refused: " + status.message());
  const int again = in_->Below(3);
  if (again == 0) return;
  std::uint8_t* const blob = memory_.GetSkewed(
      packed->size(), PackedMatrix::kAlignment, again == 1 ? 0 : 1);
  std::memcpy(blob, packed->data(), packed->size());
  const Status loaded = again == 1
                            ? PackedMatrix::Map(blob, packed->size(), packed)
                            : PackedMatrix::Load(blob, packed->size(), packed);
  if (!loaded.ok()) Fail("a saved matrix is refused: " + loaded.message());
}

// Packs something invalid, or into too little memory.
void FuzzProduct::PackBadly(MatrixRef source, Side side, const char* backend) {
  std::size_t missing = 0;
  int skew = 0;
  switch (in_->Below(6)) {
    case 0:
      source.rows = -1;
      break;
    case 1:
      source.cols = std::numeric_limits<int>::min();
      break;
    case 2:
      source.stride = -1;
      break;
    case 3:
      backend = "no such backend";
      break;
    case 4:
      skew = 1 + in_->Below(63);
      break;
    default:
      missing = 1 + static_cast<std::size_t>(in_->Byte()) % 128;
  }
  WithMap(source, [&](const auto& map) {
    const std::size_t needed = PackedMatrix::BytesNeeded(map, side, backend);
    const std::size_t bytes = std::max(needed, missing) - missing;
    std::uint8_t* const blob =
        memory_.GetSkewed(bytes, PackedMatrix::kAlignment, skew);
    const std::vector<std::uint8_t> before = memory_.Image();
    PackedMatrix packed;
    CheckRefusal(
        PackedMatrix::PackInto(map, side, blob, bytes, &packed, backend));
    if (!packed.empty() || memory_.Image() != before) {
      Fail("packing is refused, and something was written");
    }
    return 0;
  });
}

}  // namespace lowp_test
