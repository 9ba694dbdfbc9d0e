#include <cstdio>
#include <cstring>
#include "network.h"
#include "read_tflite.h"
using namespace lowp_network;
int main(int, char** argv) {
  std::vector<std::uint8_t> b; ReadFile(argv[1], &b);
  Graph g; auto s = ReadTflite(b, &g); std::printf("%s\n", s.message().c_str());
  if (!s.ok()) return 1;
  std::unique_ptr<Network> n; int i; NetworkOptions o;
  s = Network::Prepare(g, o, &n, &i); std::printf("%d %s\n", i, s.message().c_str());
  if (!s.ok()) return 1;
  for (int k=0;k<n->step_count();++k) std::printf("%s: %s\n", OperatorName(g.operators[k].code), n->step(k).Describe().c_str());
  std::printf("%zu\n", n->tensor_bytes());
}
