//@ verdict: verified
//@ clang: -DFIXED
//@ concurrent: yes
//
// The right variant of the example, with a few inputs.

#include "hash_table_resize_few.c"
