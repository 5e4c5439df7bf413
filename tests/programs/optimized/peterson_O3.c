//@ verdict: verified
//@ clang: -O3
//@ concurrent: yes
//
// Peterson's lock with volatile is right at -O3 as well.

#include "../../../examples/peterson.c"
