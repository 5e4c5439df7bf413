//@ verdict: verified
//@ clang: -DFIXED
//@ concurrent: yes
//@ symbolic: bounded, the loop blink:
//
// The right variant of the example.

#include "../../../examples/local_deadlock.c"
