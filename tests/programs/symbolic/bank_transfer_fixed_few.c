//@ verdict: verified
//@ properties: default,overflow
//@ clang: -DFIXED
//@ concurrent: yes
//
// The right variant of the example, with a few inputs.

#include "bank_transfer_few.c"
