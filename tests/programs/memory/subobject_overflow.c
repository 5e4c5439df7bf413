//@ verdict: verified
//@ output: native
//
// Running from one member into the next stays inside the object: objects are
// the unit of checking, as in the allocator's and the machine's view.

#include <stdio.h>
#include <string.h>

struct message {
    char head[4];
    char body[12];
};

int main(void)
{
    struct message m;
    memcpy(&m, "HEADbody of it", 15);
    char *p = (char *)&m;
    for (int i = 0; i < 14; i++)
        putchar(p[i]);
    printf("\n%.4s %s\n", m.head, m.body);
    return 0;
}
