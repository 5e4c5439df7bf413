//@ verdict: verified
//@ clang: -O3
//@ concurrent: yes
//@ symbolic: bounded, the loop left:
//@ unwind: 3
//
// Peterson's lock with volatile is right at -O3 as well.

#include "../../../examples/peterson.c"
