// NumPy's .npy format: six bytes of magic, two of version, the length of the
// header, the header (a Python dict in ASCII), the elements. Defined in
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "npy.h"

#include <cstring>
#include <fstream>
#include <limits>
#include <utility>

namespace lowp_demo {
namespace {

constexpr char kMagic[] = "\x93NUMPY";
constexpr std::size_t kMagicSize = 6;
constexpr std::size_t kAlignment = 64;  // of the first element in the file
constexpr std::size_t kMaxHeader = 1 << 20;

bool Fail(const std::string& path, const std::string& problem,
          std::string* error) {
  *error = path + ": " + problem;
  return false;
}

// A reader of the header's dict, which is always a flat
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
 public:
  explicit HeaderParser(const std::string& text) : text_(text) {}

  // Every method skips white space first, and returns false on unexpected
  // input.
  bool Take(char expected) {
    SkipSpace();
    if (at_ >= text_.size() || text_[at_] != expected) return false;
    ++at_;
    return true;
  }

  bool TakeString(std::string* value) {
    SkipSpace();
    if (at_ >= text_.size()) return false;
    const char quote = text_[at_];
    if (quote != '\'' && quote != '"') return false;
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string::npos) return false;
    *value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }

  bool TakeBool(bool* value) {
    SkipSpace();
    for (const bool candidate : {false, true}) {
      const std::string word = candidate ? "True" : "False";
      if (text_.compare(at_, word.size(), word) != 0) continue;
      at_ += word.size();
      *value = candidate;
      return true;
    }
    return false;
  }

  bool TakeSize(std::size_t* value) {
    SkipSpace();
    const std::size_t start = at_;
    *value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9';
         ++at_) {
      const std::size_t digit = static_cast<std::size_t>(text_[at_] - '0');
      if (*value > (std::numeric_limits<std::size_t>::max() - digit) / 10) {
        return false;
      }
      *value = *value * 10 + digit;
    }
    return at_ > start;
  }

  bool TakeShape(std::vector<std::size_t>* shape) {
    shape->clear();
    if (!Take('(')) return false;
    while (!Take(')')) {
      std::size_t extent = 0;
      if (!TakeSize(&extent)) return false;
      shape->push_back(extent);
      if (Take(',')) continue;
      return Take(')');
    }
    return true;
  }

 private:
  void SkipSpace() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

bool ParseHeader(const std::string& text, NpyArray* array, bool* fortran) {
  HeaderParser parser(text);
  bool seen_type = false, seen_order = false, seen_shape = false;
  if (!parser.Take('{')) return false;
  while (!parser.Take('}')) {
    std::string key;
    if (!parser.TakeString(&key) || !parser.Take(':')) return false;
    bool* seen = nullptr;
    bool parsed = false;
    if (key == "descr") {
      seen = &seen_type;
      parsed = parser.TakeString(&array->dtype);
    } else if (key == "fortran_order") {
      seen = &seen_order;
      parsed = parser.TakeBool(fortran);
    } else if (key == "shape") {
      seen = &seen_shape;
      parsed = parser.TakeShape(&array->shape);
    }
    if (!parsed || *seen) return false;
    *seen = true;
    if (!parser.Take(',')) {
      if (!parser.Take('}')) return false;
      break;
    }
  }
  return seen_type && seen_order && seen_shape;
}

// The element size in bytes for a type such as "<f4"; 0 if unsupported.
std::size_t ElementSize(const std::string& dtype) {
  if (dtype.size() < 3 || dtype.size() > 4) return 0;
  if (std::strchr("<|=", dtype[0]) == nullptr) return 0;
  if (std::strchr("bfiuc", dtype[1]) == nullptr) return 0;
  std::size_t size = 0;
  for (std::size_t i = 2; i < dtype.size(); ++i) {
    if (dtype[i] < '0' || dtype[i] > '9') return 0;
    size = size * 10 + static_cast<std::size_t>(dtype[i] - '0');
  }
  return dtype[0] == '|' && size != 1 ? 0 : size;
}

// The size of the whole array in bytes; false if it overflows.
bool DataSize(const NpyArray& array, std::size_t* bytes) {
  *bytes = ElementSize(array.dtype);
  bool fits = true;
  bool empty = false;
  for (const std::size_t extent : array.shape) {
    if (extent == 0) {
      empty = true;
    } else if (*bytes > std::numeric_limits<std::size_t>::max() / extent) {
      fits = false;
    } else {
      *bytes *= extent;
    }
  }
  if (empty) *bytes = 0;
  return fits || empty;
}

// Reads everything before the elements; `file` then stands at the first
// element.
bool ReadHeader(std::ifstream& file, std::string* header,
                const char** problem) {
  unsigned char start[kMagicSize + 2];
  if (!file.read(reinterpret_cast<char*>(start), sizeof(start)) ||
      std::memcmp(start, kMagic, kMagicSize) != 0) {
    *problem = "not a .npy file";
    return false;
  }
  const int version = start[kMagicSize];
  if (version != 1 && version != 2) {
    *problem = "not of .npy format 1.0 or 2.0";
    return false;
  }
  unsigned char length_bytes[4] = {};
  std::size_t length = 0;
  file.read(reinterpret_cast<char*>(length_bytes), version == 1 ? 2 : 4);
  for (int i = 3; i >= 0; --i) length = length << 8 | length_bytes[i];
  if (!file || length > kMaxHeader) {
    *problem = "its header is cut short or too long";
    return false;
  }
  header->resize(length);
  if (!file.read(header->data(), static_cast<std::streamsize>(length))) {
    *problem = "its header is cut short";
    return false;
  }
  return true;
}

std::string ShapeText(const std::vector<std::size_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ' ';
    text += std::to_string(shape[i]);
    if (i == 0 || i + 1 < shape.size()) text += ',';
  }
  return text + ")";
}

}  // namespace

bool ReadNpy(const std::string& path, NpyArray* array, std::string* error) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Fail(path, "cannot be opened", error);
  std::string header;
  const char* problem = nullptr;
  if (!ReadHeader(file, &header, &problem)) return Fail(path, problem, error);
  NpyArray read;
  bool fortran = false;
  if (!ParseHeader(header, &read, &fortran)) {
    return Fail(path, "its header is not one that lowp can read", error);
  }
  if (ElementSize(read.dtype) == 0) {
    return Fail(path, "elements of type '" + read.dtype + "' are not supported",
                error);
  }
  if (fortran && read.shape.size() > 1) {
    return Fail(path, "is in Fortran order; save it in C order", error);
  }
  std::size_t size = 0;
  if (!DataSize(read, &size)) return Fail(path, "its shape overflows", error);
  // Check the file's length first, so that a forged header cannot make us
  // allocate memory that the file could never fill.
  const std::streamoff data_start = file.tellg();
  file.seekg(0, std::ios::end);
  const std::streamoff left = file.tellg() - data_start;
  file.seekg(data_start);
  if (!file || left < 0 || static_cast<std::uintmax_t>(left) != size) {
    return Fail(path,
                "holds " + std::to_string(left) + " bytes of data, not the " +
                    std::to_string(size) + " of " + read.dtype +
                    ShapeText(read.shape),
                error);
  }
  read.bytes.resize(size);
  if (!file.read(reinterpret_cast<char*>(read.bytes.data()),
                 static_cast<std::streamsize>(size))) {
    return Fail(path, "cannot be read", error);
  }
  *array = std::move(read);
  return true;
}

bool WriteNpy(const std::string& path, const NpyArray& array,
              std::string* error) {
  std::size_t size = 0;
  if (ElementSize(array.dtype) == 0 || !DataSize(array, &size) ||
      size != array.bytes.size()) {
    return Fail(path, "the array's type, shape and bytes do not agree", error);
  }
  std::string header =
      "{'descr': '" + array.dtype +
      "', 'fortran_order': False, 'shape': " + ShapeText(array.shape) + ", }";
  // The header ends with a newline, and its padding aligns the elements.
  int version = 1;
  std::size_t prefix = kMagicSize + 2 + 2;
  if (header.size() + kAlignment > 0xffff) {
    version = 2;
    prefix += 2;
  }
  header.append(kAlignment - 1 - (prefix + header.size()) % kAlignment, ' ');
  header += '\n';
  std::string start(kMagic, kMagicSize);
  start += static_cast<char>(version);
  start += '\0';
  for (std::size_t i = kMagicSize + 2; i < prefix; ++i) {
    start += static_cast<char>(header.size() >> 8 * (i - kMagicSize - 2));
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << start << header;
  file.write(reinterpret_cast<const char*>(array.bytes.data()),
             static_cast<std::streamsize>(size));
  file.close();
  if (!file) return Fail(path, "cannot be written", error);
  return true;
}

}  // namespace lowp_demo
