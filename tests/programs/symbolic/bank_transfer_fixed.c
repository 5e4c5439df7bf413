//@ verdict: verified
//@ properties: default,overflow
//@ clang: -DFIXED
//@ options: --engine bmc
//
// The right variant of the example, for all inputs.

#include "../../../examples/bank_transfer.c"
