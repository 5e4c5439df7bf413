//@ verdict: verified
//@ properties: default,leak
//@ output: native
//
// Everything is released, a structure with inner pointers too.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    struct person *parent;
};

static struct person *person(const char *name, struct person *parent)
{
    struct person *p = malloc(sizeof *p);
    p->name = strdup(name);
    p->parent = parent;
    return p;
}

int main(void)
{
    struct person *p = person("child", person("parent", person("grandparent", NULL)));
    while (p != NULL) {
        struct person *parent = p->parent;
        printf("%s\n", p->name);
        free(p->name);
        free(p);
        p = parent;
    }
    return 0;
}
