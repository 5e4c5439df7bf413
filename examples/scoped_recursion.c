// A proposition about the variables of a function that calls itself.
//
// Every call says what holds for its own variable, and the proposition holds if it does for
// any call that has not returned: `shallow` from the first call to the last return, since
// the outermost call is shallow all the time, and `deep` only while the fourth call lasts.
//
//     heddle check examples/scoped_recursion.c
//
// Expected: verified.
//
//@ verdict: verified
//@ temporal: yes

#include <heddle.h>

LTL(once_begun, "G(begun -> shallow || over)");
LTL(as_deep_as_can_be, "F deep && F G !deep");
LTL(not_at_once, "!deep U shallow");

static int is_shallow(int depth)
{
    return depth < 3;
}

static int is_deep(int depth)
{
    return depth == 3;
}

static int descend(int depth)
{
    ap_local(shallow, is_shallow, depth);
    ap_local(deep, is_deep, depth);
    if (depth == 0)
        ap_set(begun, 1);
    int deepest = depth >= 3 ? depth : descend(depth + 1);
    if (depth == 0)
        ap_set(over, 1);
    return deepest;
}

int main(void)
{
    heddle_assert(descend(0) == 3);
    return 0;
}
