//@ verdict: verified
//@ clang: -O2
//@ concurrent: yes
//@ symbolic: bounded, the loop left:
//@ unwind: 3
//
// Peterson's lock with volatile is right at -O2 as well.

#include "../../../examples/peterson.c"
