// Which boxes of a detector remain: those with high scores that no better one
// overlaps.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_DETECTIONS_H_
#define LOWP_DOC_NETWORK_DETECTIONS_H_

#include <cstddef>
#include <vector>

#include "graph.h"

namespace lowp_network {

struct Box {
  float ymin, xmin, ymax, xmax;
};

// The box that four floats y, x, h, w encode beside an anchor of as many:
//   center_y = y / y_scale * anchor_h + anchor_y
//   half_h = 0.5 * exp(h / h_scale) * anchor_h
// and likewise along x, in double, each made a float; from center - half to
// center + half.
Box DecodedBox(const float* encoding, const float* anchor,
               const DetectionOptions& options);

struct Detection {
  int box, category;
  float score;
};

// Detections in the order of their scores, of boxes with `classes` scores each,
// the first of which is the background's if there is one more than
// options.num_classes. A box remains if its score reaches the threshold and no
// remaining one of a higher score, or of an equal score before it, overlaps it
// by more than options.iou_threshold: area of the intersection / area of the
// union, or 0 if either has no area. A score that is no number reaches no
// threshold, and the class that has it comes after all others of its box.
//
// Fast suppression looks at the highest score of each box, keeps up to
// max_detections boxes, and returns the best max_classes_per_detection classes
// of each, or all if these are fewer, side by side. Regular suppression looks
// at one class after another, keeps up to detections_per_class boxes of each,
// and returns the max_detections best ones.
// Both are those of TensorFlow Lite's detection_postprocess.cc.
std::vector<Detection> FastDetections(const std::vector<Box>& boxes,
                                      const std::vector<float>& scores,
                                      std::size_t classes,
                                      const DetectionOptions& options);
std::vector<Detection> RegularDetections(const std::vector<Box>& boxes,
                                         const std::vector<float>& scores,
                                         std::size_t classes,
                                         const DetectionOptions& options);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_DETECTIONS_H_
