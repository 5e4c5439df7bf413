//@ verdict: verified
//@ clang: -DFIXED
//@ concurrent: yes
//
// The right variant of the example, with a few inputs.

#include "ticket_wrap_few.c"
