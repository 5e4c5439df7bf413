//@ verdict: violation
//@ kind: memory
//@ detail: null-dereference
//@ line: 27
//
// A search that finds nothing, and a caller that does not ask.

#include <stddef.h>

struct entry {
    int key, value;
};

static struct entry table[] = {{1, 10}, {2, 20}};

static struct entry *find(int key)
{
    for (int i = 0; i < 2; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

int main(void)
{
    int v = find(2)->key;
    v += find(v + 1)->value; // BUG
    return v;
}
