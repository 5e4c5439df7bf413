//@ verdict: verified
//@ clang: -DFIXED
//@ options: --engine bmc
//
// The right variant of the example, for all inputs.

#include "../../../examples/packet_parser.c"
