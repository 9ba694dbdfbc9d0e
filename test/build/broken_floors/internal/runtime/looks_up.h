// A file as none may be: floors_test.cmake finds its include.
#include "../gemm/plan.h"
