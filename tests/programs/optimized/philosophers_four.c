//@ verdict: violation
//@ kind: deadlock
//@ clang: -O1 -DN=4
//@ concurrent: yes
//@ switches: too many
//
// Four philosophers at -O1, by a macro on the command line.

#include "../../../examples/philosophers.c"
