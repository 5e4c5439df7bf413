//@ verdict: verified
//@ clang: -O2
//@ concurrent: yes
//
// Peterson's lock with volatile is right at -O2 as well.

#include "../../../examples/peterson.c"
