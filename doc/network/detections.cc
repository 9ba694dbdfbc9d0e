// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "detections.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "ordering.h"

namespace lowp_network {
namespace {

float Center(float code, float scale, float size, float position) {
  return static_cast<float>(double{code} / double{scale} * double{size} +
                            double{position});
}
float Half(float code, float scale, float size) {
  return static_cast<float>(0.5 * std::exp(double{code} / double{scale}) *
                            double{size});
}

float Area(const Box& box) {
  return (box.ymax - box.ymin) * (box.xmax - box.xmin);
}

// Not a number, and so no overlap, if both have no area.
float Overlap(const Box& a, const Box& b) {
  const float height = std::min(a.ymax, b.ymax) - std::max(a.ymin, b.ymin);
  const float width = std::min(a.xmax, b.xmax) - std::max(a.xmin, b.xmin);
  const float both = std::max(height, 0.0f) * std::max(width, 0.0f);
  return both / (Area(a) + Area(b) - both);
}

// The first `max_kept` boxes in the order of scores that no one before them
// overlaps.
std::vector<int> Suppress(const std::vector<Box>& boxes,
                          const std::vector<float>& scores, int max_kept,
                          const DetectionOptions& options) {
  const auto at = [](int index) { return static_cast<std::size_t>(index); };
  std::vector<int> order;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] >= options.score_threshold) {
      order.push_back(static_cast<int>(i));
    }
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return scores[at(a)] != scores[at(b)] ? scores[at(a)] > scores[at(b)]
                                          : a < b;
  });
  std::vector<int> kept;
  for (int candidate : order) {
    if (kept.size() >= at(max_kept)) break;
    const bool overlaps =
        std::any_of(kept.begin(), kept.end(), [&](int better) {
          return Overlap(boxes[at(better)], boxes[at(candidate)]) >
                 options.iou_threshold;
        });
    if (!overlaps) kept.push_back(candidate);
  }
  return kept;
}

// The first one of a box's classes that none is above.
int BestClass(const float* scores, int classes) {
  const float* const best = std::max_element(
      scores, scores + classes, [](float a, float b) { return IsAbove(b, a); });
  return static_cast<int>(best - scores);
}

// The best `count` of a box's classes. Where several are equal, which come
// first is up to std::partial_sort, as it is in TensorFlow Lite.
std::vector<int> BestClasses(const float* scores, int classes, int count) {
  if (count == 1) return {BestClass(scores, classes)};
  std::vector<int> order(static_cast<std::size_t>(classes));
  std::iota(order.begin(), order.end(), 0);
  std::partial_sort(
      order.begin(), order.begin() + count, order.end(),
      [&](int a, int b) { return IsAbove(scores[a], scores[b]); });
  order.resize(static_cast<std::size_t>(count));
  return order;
}

// Scores of boxes without the background's.
struct Scores {
  const float* first;
  std::size_t stride;
  const float* Of(std::size_t box) const { return first + box * stride; }
};
Scores WithoutBackground(const std::vector<float>& scores, std::size_t classes,
                         const DetectionOptions& options) {
  return {
      scores.data() + classes - static_cast<std::size_t>(options.num_classes),
      classes};
}

}  // namespace

Box DecodedBox(const float* encoding, const float* anchor,
               const DetectionOptions& options) {
  const float y = Center(encoding[0], options.y_scale, anchor[2], anchor[0]);
  const float x = Center(encoding[1], options.x_scale, anchor[3], anchor[1]);
  const float h = Half(encoding[2], options.h_scale, anchor[2]);
  const float w = Half(encoding[3], options.w_scale, anchor[3]);
  return {y - h, x - w, y + h, x + w};
}

std::vector<Detection> FastDetections(const std::vector<Box>& boxes,
                                      const std::vector<float>& scores,
                                      std::size_t classes,
                                      const DetectionOptions& options) {
  const int count =
      std::min(options.max_classes_per_detection, options.num_classes);
  const Scores of = WithoutBackground(scores, classes, options);
  std::vector<float> highest(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    highest[i] = of.Of(i)[BestClass(of.Of(i), options.num_classes)];
  }
  std::vector<Detection> found;
  for (int box : Suppress(boxes, highest, options.max_detections, options)) {
    const float* const all = of.Of(static_cast<std::size_t>(box));
    for (int category : BestClasses(all, options.num_classes, count)) {
      found.push_back({box, category, all[category]});
    }
  }
  return found;
}

std::vector<Detection> RegularDetections(const std::vector<Box>& boxes,
                                         const std::vector<float>& scores,
                                         std::size_t classes,
                                         const DetectionOptions& options) {
  const int of_class =
      std::min(options.detections_per_class, options.max_detections);
  const Scores of = WithoutBackground(scores, classes, options);
  std::vector<float> column(boxes.size());
  std::vector<Detection> found;
  for (int category = 0; category < options.num_classes; ++category) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      column[i] = of.Of(i)[category];
    }
    std::vector<Detection> of_category, all;
    for (int box : Suppress(boxes, column, of_class, options)) {
      of_category.push_back(
          {box, category, column[static_cast<std::size_t>(box)]});
    }
    std::merge(found.begin(), found.end(), of_category.begin(),
               of_category.end(), std::back_inserter(all),
               [](const Detection& a, const Detection& b) {
                 return a.score > b.score;
               });
    found = std::move(all);
    if (found.size() > static_cast<std::size_t>(options.max_detections)) {
      found.resize(static_cast<std::size_t>(options.max_detections));
    }
  }
  return found;
}

}  // namespace lowp_network
