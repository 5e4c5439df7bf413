/*
 * setjmp returns 0: what it does until a longjmp comes back to it. longjmp itself is
 * not modelled, so a run that jumps is `unknown`, and all others are right.
 */
#include "internal.h"

#include <setjmp.h>

#undef setjmp
#undef _setjmp
#undef sigsetjmp

int setjmp(jmp_buf env)
{
    (void)env;
    return 0;
}

int _setjmp(jmp_buf env)
{
    (void)env;
    return 0;
}

int __sigsetjmp(struct __jmp_buf_tag env[1], int save_mask)
{
    (void)env, (void)save_mask;
    return 0;
}
