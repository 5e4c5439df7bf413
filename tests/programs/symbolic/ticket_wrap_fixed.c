//@ verdict: verified
//@ clang: -DFIXED
//@ options: --engine bmc
//
// The right variant of the example, for all inputs.

#include "../../../examples/ticket_wrap.c"
