//@ verdict: verified
//@ properties: all
//
// The operand of __builtin_constant_p is not evaluated, whatever it would do.

#include <assert.h>
#include <stddef.h>

struct list {
    struct list *next;
    int items[4];
};

static int calls;

static int count(void)
{
    return ++calls;
}

static int asks(int *p, const struct list *list, int n)
{
    int found = __builtin_constant_p(*p) + __builtin_constant_p(list->next->items[n] * 3 + n);
    return found + __builtin_constant_p(p[1]++) + __builtin_constant_p(count() / 0);
}

int main(void)
{
    assert(asks(NULL, NULL, 7) == 0);
    assert(calls == 0);
    static const int known[] = {__builtin_constant_p(3), __builtin_constant_p("text")};
    assert(known[0] == 1 && known[1] == 1);
    return 0;
}
