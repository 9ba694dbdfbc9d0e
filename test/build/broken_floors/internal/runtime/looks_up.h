// A file that breaks the rule: floors_test.cmake finds its include.
#include "../gemm/plan.h"
