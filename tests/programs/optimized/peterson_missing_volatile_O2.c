//@ verdict: violation
//@ kind: assertion
//@ clang: -O2
//@ concurrent: yes
//
// Without volatile, the optimizer removes the lock.

#include "../../../examples/peterson_missing_volatile.c"
