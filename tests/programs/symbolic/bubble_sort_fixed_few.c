//@ verdict: verified
//@ clang: -DFIXED
//@ concurrent: yes
//
// The right variant of the example, with a few inputs.

#include "bubble_sort_few.c"
