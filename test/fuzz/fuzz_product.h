// Decodes bytes into a product, with everything that a caller can get right or
// wrong, in memory of exactly the sizes that the arguments promise.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FUZZ_FUZZ_PRODUCT_H_
#define LOWP_TEST_FUZZ_FUZZ_PRODUCT_H_

#include <cstdint>
#include <vector>

#include "../../internal/frontend/front_end.h"
#include "../../public/packed_matrix.h"
#include "../support/for_each_backend.h"
#include "../support/random_pipeline.h"
#include "fuzz_input.h"

namespace lowp_test {

class FuzzProduct {
 public:
  explicit FuzzProduct(ByteSource* in);
  FuzzProduct(const FuzzProduct&) = delete;
  FuzzProduct& operator=(const FuzzProduct&) = delete;

  // False if something may be wrong; otherwise the library must accept the
  // product.
  bool sound() const { return sound_; }
  // False if something is so wrong that the product cannot be computed: a
  // matrix or vector is shorter than the arguments say, or the result overlaps
  // an operand.
  bool computable() const { return computable_; }
  // Two mistakes may agree: then the shapes are those of a smaller product,
  // which the library rightly computes.
  bool IsAnother() const;
  bool has_work() const { return rows_ > 0 && cols_ > 0 && depth_ > 0; }
  const gemmlowp::internal::Backend* backend() const { return backend_; }
  const MatrixRef& result() const { return good_result_; }
  const Pipeline& pipeline() const { return pipeline_; }
  ExactMemory* memory() { return &memory_; }

  // Makes new operations for each call, because the engine rewrites them.
  gemmlowp::internal::GemmProblem MakeProblem();
  // Row-major and without gaps; call it before the result is written.
  std::vector<std::int32_t> ReferenceSums() const;

 private:
  bool Spoil(int kinds);
  void Doubt() { sound_ = false; }
  void Ruin() { sound_ = computable_ = false; }

  int Size();
  void DecodeShapes();
  MatrixRef DecodeMatrix(Scalar scalar, int rows, int cols);
  void DecodeMatrices();
  void Share();
  void SpoilShapes();
  void SpoilMatrix(MatrixRef* matrix);

  Parameter MakeParameter(Along along, bool is_exponent = false);
  Parameter MakeSpoiledParameter(Along along, std::int32_t value);
  Parameter MakeOffset(Along right, Along wrong);
  int Shift();
  Stage MakeTanh(StageMaker* maker);
  Parameter MakeScale(Along along);
  Stage MakeStage(StageMaker* maker, bool* floats);
  Stage MakeCast(StageMaker* maker);
  void DecodePipeline();

  gemmlowp::internal::Operand MakeOperand(gemmlowp::Side side,
                                          const MatrixRef& matrix,
                                          const MatrixRef& good,
                                          gemmlowp::PackedMatrix* packed);
  const char* PackingBackend();
  void Pack(const MatrixRef& source, gemmlowp::Side side,
            gemmlowp::PackedMatrix* packed);
  void PackBadly(MatrixRef source, gemmlowp::Side side, const char* backend);

  ByteSource* in_;
  Random random_;
  ExactMemory memory_;
  int spoils_;  // mistakes that may still be made
  bool sound_ = true;
  bool computable_ = true;
  int rows_ = 0, depth_ = 0, cols_ = 0;
  MatrixRef good_lhs_, good_rhs_, good_result_;  // the real matrices
  MatrixRef lhs_, rhs_, result_;                 // as described to the library
  Parameter lhs_offset_, rhs_offset_;
  Pipeline pipeline_;
  std::vector<EpilogueOp> ops_;
  const gemmlowp::internal::Backend* backend_ = nullptr;  // null: automatic
  gemmlowp::PackedMatrix packed_lhs_, packed_rhs_;
  gemmlowp::internal::Operand lhs_operand_, rhs_operand_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_FUZZ_FUZZ_PRODUCT_H_
