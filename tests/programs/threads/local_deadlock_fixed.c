//@ verdict: verified
//@ clang: -DFIXED
//@ concurrent: yes
//
// The right variant of the example.

#include "../../../examples/local_deadlock.c"
