//@ verdict: violation
//@ kind: assertion
//@ properties: assertion
//@ clang: -O2
//@ concurrent: yes
//@ switches: 5
//
// The wrong flag is wrong at every level.

#include "../../../examples/peterson_wrong_flag.c"
