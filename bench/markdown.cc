// Chooses the tables and fills them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "markdown.h"

#include "contest.h"
#include "loaded.h"
#include "peak.h"
#include "published_peers.h"
#include "table.h"

namespace lowp_bench {
namespace {

using SeriesList = std::vector<const Series*>;

SeriesList InMode(const std::vector<Series>& results, Mode mode) {
  SeriesList list;
  for (const Series& series : results) {
    if (series.mode == mode && !series.seconds.empty()) {
      list.push_back(&series);
    }
  }
  return list;
}

// The backend's product that is compared with the peers'.
std::string Main(const Library& backend) {
  return VariantName(backend.name, Variants()[0]);
}

// Backends whose limits are known; the scalar one appears only among small
// products.
std::vector<Library> FastBackends() {
  std::vector<Library> fast;
  for (const Library& backend : Backends()) {
    if (PeakLoopOf(backend.name) != nullptr) fast.push_back(backend);
  }
  return fast;
}

// Marks a peer's cells with " x" if its result is wrong.
std::string Mark(const Series& series, const Library& peer) {
  return series.wrong_peers.count(peer.name) > 0 ? " x" : "";
}

// Ratios of one kind over all shapes.
class Summary {
 public:
  // `wrong`: the ratio is to a wrong result.
  void Add(const Shape& shape, double ratio, bool wrong = false) {
    if (ratio <= 0) return;
    if (wrong) ++wrong_;
    if (ratios_.empty() || ratio < worst_) {
      worst_ = ratio;
      worst_shape_ = ShapeName(shape);
    }
    ratios_.push_back(ratio);
  }
  bool empty() const { return ratios_.empty(); }
  // ", wrong in 3"
  std::string Wrong() const {
    return wrong_ == 0 ? "" : ", wrong in " + std::to_string(wrong_);
  }
  double mean() const { return GeometricMean(ratios_); }
  // "1.25, at least 1.02 (12x512x512)"
  std::string Text() const {
    if (empty()) return "-";
    return Times(mean()) + ", at least " + Times(worst_) + " (" + worst_shape_ +
           ")";
  }

 private:
  std::vector<double> ratios_;
  double worst_ = 0;
  std::string worst_shape_;
  int wrong_ = 0;
};

void PrintPeaks(const std::vector<Series>& results) {
  Table table({"limit", "GOPS"});
  for (const Library& backend : FastBackends()) {
    const double peak = PeakGops(results, backend.name);
    if (peak > 0) {
      table.Add({std::string("peak of ") + backend.name, Number(peak)});
    }
  }
  table.Print("Measured limits of one core");
}

// Rates, shares of the limit and ratios, one row per shape.
void PrintProducts(const std::vector<Series>& results, const Options& options,
                   Mode mode, const std::string& heading) {
  TableRow head = {"rows x cols x depth"};
  for (const Library& backend : FastBackends()) {
    head.insert(head.end(), {backend.name, "of limit"});
  }
  for (const Library& peer : Peers()) head.push_back(peer.name);
  for (const Library& peer : Peers()) {
    head.push_back(std::string("to ") + peer.name);
  }
  head.insert(head.end(), {"best published", "", "to it"});
  Table table(head);

  const std::string best = Main(Backends()[0]);
  const double peak = PublishedPeakHere(results, options.cold);
  const bool packed = mode == Mode::kPacked;
  std::vector<Summary> to_peers(Peers().size());
  Summary to_published, to_all;
  for (const Series* series : InMode(results, mode)) {
    TableRow row = {ShapeName(series->shape)};
    for (const Library& backend : FastBackends()) {
      const double share = series->ShareOfLimit(Main(backend), backend.name);
      row.push_back(Number(series->Gops(Main(backend))));
      row.push_back(Percent(share) +
                    (series->LimitedByMemory(backend.name) ? " m" : ""));
    }
    for (const Library& peer : Peers()) {
      row.push_back(Number(series->Gops(peer.name)) + Mark(*series, peer));
    }
    for (std::size_t i = 0; i < Peers().size(); ++i) {
      const Spread ratio = series->Ratio(best, Peers()[i].name);
      row.push_back(Times(ratio));
      to_peers[i].Add(series->shape, ratio.median,
                      series->wrong_peers.count(Peers()[i].name) > 0);
    }
    int peer = 0;
    const double gops = series->Gops(best);
    const double published =
        BestPublishedGops(series->shape, packed, peak, &peer);
    const double ratio = published > 0 ? gops / published : 0;
    row.push_back(Number(published));
    row.push_back(published > 0 ? kPublishedNames[peer] : "");
    row.push_back(Times(ratio));
    table.Add(row);
    to_published.Add(series->shape, ratio);
    const double best_peer = BestPeerGops(*series, peak);
    if (best_peer > 0) to_all.Add(series->shape, gops / best_peer);
  }
  if (table.empty()) return;
  table.Print(heading);

  Table means({"geometric mean of " + best + " to", "ratio"});
  for (std::size_t i = 0; i < Peers().size(); ++i) {
    means.Add({Peers()[i].name + to_peers[i].Wrong(), to_peers[i].Text()});
  }
  if (!to_published.empty()) {
    means.Add({"the best published peer of each shape", to_published.Text()});
  }
  means.Add(
      {"the best peer of each shape, measured or published", to_all.Text()});
  means.Print(heading + ": means");
}

// The speed of other operand types and outputs, relative to the first variant.
void PrintVariants(const std::vector<Series>& results) {
  TableRow head = {"geometric mean to " + Variants()[0].name};
  for (const Variant& variant : Variants()) head.push_back(variant.name);
  head.erase(head.begin() + 1);
  Table table(head);
  for (const Mode mode : {Mode::kPacked, Mode::kOneShot}) {
    for (const Library& backend : FastBackends()) {
      TableRow row = {std::string(backend.name) + ", " + ModeName(mode)};
      bool any = false;
      for (std::size_t v = 1; v < Variants().size(); ++v) {
        Summary summary;
        for (const Series* series : InMode(results, mode)) {
          const Spread ratio = series->Ratio(
              VariantName(backend.name, Variants()[v]), Main(backend));
          summary.Add(series->shape, ratio.median);
        }
        any |= !summary.empty();
        row.push_back(summary.Text());
      }
      if (any) table.Add(row);
    }
  }
  table.Print("Operand types and outputs");
}

// Products that show the overhead of a call, in nanoseconds.
void PrintLatencies(const std::vector<Series>& results,
                    const Options& options) {
  TableRow head = {"rows x cols x depth"};
  for (const Library& backend : Backends()) head.push_back(backend.name);
  const std::string prepared = PreparedName(Backends()[0].name);
  head.push_back(prepared);
  for (const Library& peer : Peers()) head.push_back(peer.name);
  head.insert(head.end(), {"AOCL, published", "to AOCL"});
  Table table(head);
  const double peak = PublishedPeakHere(results, options.cold);
  for (const Mode mode : {Mode::kPacked, Mode::kOneShot}) {
    for (const Series* series : InMode(results, mode)) {
      if (series->shape.group != "tiny") continue;
      TableRow row = {ShapeName(series->shape) + ", " + ModeName(mode)};
      const double best = series->Seconds(Main(Backends()[0]));
      for (const Library& backend : Backends()) {
        row.push_back(Nanoseconds(series->Seconds(Main(backend))));
      }
      row.push_back(Nanoseconds(series->Seconds(prepared)));
      for (const Library& peer : Peers()) {
        row.push_back(Nanoseconds(series->Seconds(peer.name)) +
                      Mark(*series, peer));
      }
      const double* const gops =
          PublishedGops(series->shape, mode == Mode::kPacked);
      const double aocl = gops == nullptr || peak == 0
                              ? 0
                              : 2e-9 * MultiplyAdds(series->shape) *
                                    kPublishedPeakGops /
                                    (gops[kPublishedAocl] * peak);
      row.push_back(Nanoseconds(aocl));
      row.push_back(Times(best > 0 ? aocl / best : 0));
      table.Add(row);
    }
  }
  table.Print("Time of a small product, ns");
}

void PrintThreads(const std::vector<Series>& results, Mode mode, int threads,
                  const std::string& heading) {
  const std::vector<Library> backends = FastBackends();
  TableRow head = {"rows x cols x depth"};
  for (const Library& backend : backends) {
    head.insert(head.end(), {backend.name, "to one thread"});
  }
  for (const Library& peer : Peers()) {
    head.insert(head.end(), {peer.name, std::string("to ") + peer.name});
  }
  Table table(head);
  std::vector<Summary> speedups(backends.size());
  for (const Series* series : InMode(results, mode)) {
    TableRow row = {ShapeName(series->shape)};
    for (std::size_t i = 0; i < backends.size(); ++i) {
      const std::string name = backends[i].name;
      const Spread ratio =
          series->Ratio(ThreadsName(name, threads), ThreadsName(name, 1));
      row.push_back(Number(series->Gops(ThreadsName(name, threads))));
      row.push_back(Times(ratio));
      speedups[i].Add(series->shape, ratio.median);
    }
    for (const Library& peer : Peers()) {
      row.push_back(Number(series->Gops(peer.name)) + Mark(*series, peer));
      row.push_back(Times(
          series->Ratio(ThreadsName(backends[0].name, threads), peer.name)));
    }
    table.Add(row);
  }
  if (table.empty()) return;
  TableRow mean = {"geometric mean"};
  for (const Summary& summary : speedups) {
    mean.insert(mean.end(), {"", summary.Text()});
  }
  table.Add(mean);
  table.Print(heading);
}

// The distribution of the calls' times.
void PrintLoaded(const std::vector<Series>& results) {
  Table table({"rows x cols x depth", "one thread, median", "90%", "99%",
               "two threads, median", "90%", "99%", "median to median"});
  Summary summary;
  for (const Series* series : InMode(results, Mode::kLoaded)) {
    TableRow row = {ShapeName(series->shape)};
    for (const char* name : {kLoadedAlone, kLoadedShared}) {
      for (const double at : {0.5, 0.9, 0.99}) {
        row.push_back(Microseconds(series->SecondsAt(name, at)));
      }
    }
    const double ratio = series->SecondsAt(kLoadedAlone, 0.5) /
                         series->SecondsAt(kLoadedShared, 0.5);
    row.push_back(Times(ratio));
    table.Add(row);
    summary.Add(series->shape, ratio);
  }
  if (table.empty()) return;
  table.Add({"geometric mean", "", "", "", "", "", "", summary.Text()});
  table.Print("Two threads beside foreign work, us");
}

}  // namespace

void PrintMarkdown(const std::vector<Series>& results, const Options& options) {
  PrintPeaks(results);
  PrintProducts(results, options, Mode::kPacked, "Weights packed ahead");
  PrintProducts(results, options, Mode::kOneShot, "One-shot");
  PrintVariants(results);
  PrintLatencies(results, options);
  const std::string threads = std::to_string(options.threads) + " threads, ";
  PrintThreads(results, Mode::kThreadsPacked, options.threads,
               threads + "weights packed ahead");
  PrintThreads(results, Mode::kThreadsOneShot, options.threads,
               threads + "one-shot");
  PrintLoaded(results);
}

}  // namespace lowp_bench
