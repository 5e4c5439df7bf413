//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ concurrent: yes
//
// The example with a few inputs, so that the explicit engine can go through them: the
// keys 0 to 7, of which there are some for each slot.

#include <heddle.h>

static unsigned few_keys(void)
{
    return heddle_choose(8);
}

#define __VERIFIER_nondet_uint few_keys
#include "../../../examples/hash_table_resize.c"
