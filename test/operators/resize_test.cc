// Resized images on every backend: against the definitions, for random sizes,
// between guard pages, on several threads; and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/resize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/rescaled_tensors.h"

namespace lowp_test {
namespace {

using gemmlowp::BilinearForm;
using gemmlowp::GemmContext;
using gemmlowp::ResizeGeometry;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

enum class Form { kNearest, kFixedPoint, kReal };
constexpr Form kForms[] = {Form::kNearest, Form::kFixedPoint, Form::kReal};

// The definitions along one axis. Volatile: every operation is rounded.
float ScaleOf(int n, int m, bool corners) {
  return corners && m > 1
             ? static_cast<float>(n - 1) / static_cast<float>(m - 1)
             : static_cast<float>(n) / static_cast<float>(m);
}

int NearestOf(int i, int n, int m, bool corners, bool centers) {
  const volatile float sum = static_cast<float>(i) + (centers ? 0.5f : 0.0f);
  const volatile float at = sum * ScaleOf(n, m, corners);
  return std::clamp(static_cast<int>(corners ? std::round(at) : std::floor(at)),
                    0, n - 1);
}

struct Place {
  int lower, upper;
  std::int64_t integer;  // of 1024
  float real;
};

Place IntegerPlaceOf(int i, int n, int m, bool corners, bool centers) {
  std::int64_t s = (1024 * std::int64_t{n} + m / 2) / m;
  if (corners && m > 1) {
    s = (1024 * std::int64_t{n - 1} + (m - 1) / 2) / (m - 1);
  }
  const std::int64_t p = i * s + (centers ? s / 2 - 512 : 0);
  const auto inside = [n](std::int64_t x) {
    return static_cast<int>(std::clamp<std::int64_t>(x, 0, n - 1));
  };
  const int lower = inside(p / 1024), upper = inside((p + 1023) / 1024);
  return {lower, upper, p - std::int64_t{1024} * lower, 0};
}

Place RealPlaceOf(int i, int n, int m, bool corners, bool centers) {
  const volatile float sum = static_cast<float>(i) + (centers ? 0.5f : 0.0f);
  const volatile float product = sum * ScaleOf(n, m, corners);
  const volatile float p = product - (centers ? 0.5f : 0.0f);
  const int lower = std::clamp(static_cast<int>(std::floor(p)), 0, n - 1);
  const int upper = std::clamp(static_cast<int>(std::ceil(p)), 0, n - 1);
  const volatile float distance = p - static_cast<float>(lower);
  return {lower, upper, 0, distance};
}

template <typename T>
T ValueAt(const std::vector<T>& input, const ResizeGeometry& g, Form form,
          int image, int y, int x, int c) {
  const auto in = [&](int row, int column) {
    const std::ptrdiff_t at =
        (std::ptrdiff_t{image} * g.input_height + row) * g.input_width + column;
    return input[static_cast<std::size_t>(at * g.channels + c)];
  };
  const bool corners = g.align_corners, centers = g.half_pixel_centers;
  if (form == Form::kNearest) {
    return in(NearestOf(y, g.input_height, g.output_height, corners, centers),
              NearestOf(x, g.input_width, g.output_width, corners, centers));
  }
  const auto place = form == Form::kReal ? RealPlaceOf : IntegerPlaceOf;
  const Place v = place(y, g.input_height, g.output_height, corners, centers);
  const Place u = place(x, g.input_width, g.output_width, corners, centers);
  const T x00 = in(v.lower, u.lower), x01 = in(v.lower, u.upper);
  const T x10 = in(v.upper, u.lower), x11 = in(v.upper, u.upper);
  if (form == Form::kFixedPoint) {
    const std::int64_t sum = x00 * (1024 - v.integer) * (1024 - u.integer) +
                             x10 * v.integer * (1024 - u.integer) +
                             x01 * (1024 - v.integer) * u.integer +
                             x11 * v.integer * u.integer;
    return static_cast<T>((sum + (sum > 0 ? 1 << 19 : -(1 << 19))) / (1 << 20));
  }
  const volatile float v1 = 1 - v.real, u1 = 1 - u.real;
  const auto term = [](T value, float a, float b) {
    const volatile float first = static_cast<float>(value) * a;
    const volatile float both = first * b;
    return both;
  };
  volatile float sum = term(x00, v1, u1);
  sum = sum + term(x10, v.real, u1);
  sum = sum + term(x01, v1, u.real);
  sum = sum + term(x11, v.real, u.real);
  sum = sum + 0.5f;
  return static_cast<T>(std::floor(sum));
}

template <typename T>
Status Resize(GemmContext* context, const T* input, const ResizeGeometry& g,
              Form form, T* output) {
  return form == Form::kNearest
             ? gemmlowp::TryResizeNearest(context, input, g, output)
             : gemmlowp::TryResizeBilinear(context, input, g,
                                           form == Form::kReal
                                               ? BilinearForm::kReal
                                               : BilinearForm::kFixedPoint,
                                           output);
}

template <typename T>
void ExpectResized(GemmContext* context, const ResizeGeometry& g, Form form) {
  const std::size_t in = static_cast<std::size_t>(g.batch * g.input_height *
                                                  g.input_width * g.channels);
  const std::size_t out = static_cast<std::size_t>(g.batch * g.output_height *
                                                   g.output_width * g.channels);
  const std::vector<T> values = AwkwardIntegers<T>(in, 17);
  GuardedBuffer in_memory(in * sizeof(T)), out_memory(out * sizeof(T));
  for (const Placement at :
       {Placement::kAgainstStart, Placement::kAgainstEnd}) {
    T* const input =
        reinterpret_cast<T*>(in_memory.Place(in * sizeof(T), at, sizeof(T)));
    T* const output =
        reinterpret_cast<T*>(out_memory.Place(out * sizeof(T), at, sizeof(T)));
    std::copy(values.begin(), values.end(), input);
    // The caller's rounding mode does not matter.
    std::fesetround(FE_UPWARD);
    const Status status = Resize(context, input, g, form, output);
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(status.ok()) << status.message();
    const T* next = output;
    for (int image = 0; image < g.batch; ++image) {
      for (int y = 0; y < g.output_height; ++y) {
        for (int x = 0; x < g.output_width; ++x) {
          for (int c = 0; c < g.channels; ++c) {
            ASSERT_EQ(*next++, ValueAt(values, g, form, image, y, x, c))
                << "form " << static_cast<int>(form) << " at " << y << ", " << x
                << " of " << g.input_height << " x " << g.input_width << " to "
                << g.output_height << " x " << g.output_width;
          }
        }
      }
    }
  }
}

TEST(ResizeTest, ImagesAreTheirDefinition) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    std::mt19937 random(6);
    const auto upto = [&random](unsigned n) {
      return 1 + static_cast<int>(random() % n);
    };
    for (int i = 0; i < 60; ++i) {
      ResizeGeometry g = {upto(2),  upto(9), upto(9), upto(14),
                          upto(14), upto(9), false,   false};
      // Few positions that become many: scales that round up.
      if (i % 20 == 0) {
        g.input_height = g.output_width = g.channels = 1;
        g.output_height = 2000 + i;
      }
      g.align_corners = i % 3 == 1;
      g.half_pixel_centers = i % 3 == 2;
      for (const Form form : kForms) {
        ASSERT_NO_FATAL_FAILURE(ExpectResized<std::uint8_t>(&context, g, form));
        ASSERT_NO_FATAL_FAILURE(ExpectResized<std::int8_t>(&context, g, form));
        ASSERT_NO_FATAL_FAILURE(ExpectResized<std::int16_t>(&context, g, form));
      }
      g.align_corners = g.half_pixel_centers = true;
      ASSERT_NO_FATAL_FAILURE(
          ExpectResized<std::int8_t>(&context, g, Form::kNearest));
    }
  });
}

// Channels that fill registers, and what remains of them; lines that are
// computed in several parts.
TEST(ResizeTest, ManyChannelsAndLongLines) {
  ForEachBackend([](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto expect = [&](const ResizeGeometry& g) {
      for (const Form form : kForms) {
        ASSERT_NO_FATAL_FAILURE(ExpectResized<std::uint8_t>(&context, g, form));
        ASSERT_NO_FATAL_FAILURE(ExpectResized<std::int8_t>(&context, g, form));
        ASSERT_NO_FATAL_FAILURE(ExpectResized<std::int16_t>(&context, g, form));
      }
    };
    for (const int channels : {15, 16, 17, 31, 33, 63, 64, 70, 130}) {
      expect({1, 3, 2, 5, 4, channels, false, channels % 2 == 0});
    }
    expect({2, 2, 100, 3, 700, 1, false, false});
    expect({1, 2, 300, 2, 257, 3, true, false});
    // Places that are interpolated in several pieces, or each by itself.
    expect({1, 2, 33, 3, 257, 21, false, true});
    for (const int channels : {2047, 2048, 2049, 8200}) {
      expect({1, 2, 2, 2, 3, channels, false, true});
    }
    // Images that shrink a little and a lot.
    expect({1, 2, 60, 2, 25, 12, false, true});
    expect({1, 2, 400, 2, 13, 30, false, false});
    expect({1, 2, 90, 2, 40, 64, true, false});
  });
}

TEST(ResizeTest, ThreadsShareLargeImages) {
  GemmContext context;
  context.set_max_num_threads(4);
  for (const Form form : kForms) {
    ExpectResized<std::int8_t>(&context, {2, 20, 30, 47, 51, 8}, form);
    ExpectResized<std::int8_t>(&context, {1, 1, 9, 1, 9000, 3}, form);
  }
}

TEST(ResizeTest, NoImagesAreLegal) {
  GemmContext context;
  const std::int8_t x[24] = {};
  std::int8_t result = 77;
  for (const int threads : {1, 4}) {
    context.set_max_num_threads(threads);
    for (const Form form : kForms) {
      const ResizeGeometry none = {0, 2, 3, 3, 4, 4, false, false};
      EXPECT_TRUE(Resize(&context, x, none, form, &result).ok());
      const std::int8_t* const no_input = nullptr;
      std::int8_t* const no_output = nullptr;
      EXPECT_TRUE(Resize(&context, no_input, none, form, no_output).ok());
    }
  }
  EXPECT_EQ(result, 77);
}

TEST(ResizeTest, RefusesByName) {
  GemmContext context;
  std::int8_t x[24] = {}, r[64] = {};
  const ResizeGeometry right = {1, 2, 3, 3, 4, 4, false, false};
  const auto expect = [&](const std::int8_t* input, const ResizeGeometry& g,
                          std::int8_t* output, const char* argument) {
    for (const Form form : kForms) {
      EXPECT_STREQ(Resize(&context, input, g, form, output).argument(),
                   argument);
    }
  };
  expect(x, right, r, "");
  expect(nullptr, right, r, "input");
  expect(x, right, nullptr, "output");
  expect(r, right, r + 23, "output");
  expect(r + 40, right, r, "output");
  struct Named {
    int ResizeGeometry::*size;
    const char* name;
  };
  const Named sizes[] = {
      {&ResizeGeometry::input_height, "geometry.input_height"},
      {&ResizeGeometry::input_width, "geometry.input_width"},
      {&ResizeGeometry::output_height, "geometry.output_height"},
      {&ResizeGeometry::output_width, "geometry.output_width"},
      {&ResizeGeometry::channels, "geometry.channels"}};
  for (const Named& named : sizes) {
    ResizeGeometry g = right;
    g.*named.size = 0;
    expect(x, g, r, named.name);
  }
  ResizeGeometry g = right;
  g.batch = -1;
  expect(x, g, r, "geometry.batch");
  g = right;
  g.output_height = g.output_width = g.channels = INT32_MAX;
  expect(x, g, r, "geometry");
  g = right;
  g.align_corners = g.half_pixel_centers = true;
  EXPECT_TRUE(gemmlowp::TryResizeNearest(&context, x, g, r).ok());
  EXPECT_STREQ(
      gemmlowp::TryResizeBilinear(&context, x, g, BilinearForm::kReal, r)
          .argument(),
      "geometry.half_pixel_centers");
  EXPECT_STREQ(gemmlowp::TryResizeBilinear(&context, x, right,
                                           static_cast<BilinearForm>(2), r)
                   .argument(),
               "form");
}

}  // namespace
}  // namespace lowp_test
