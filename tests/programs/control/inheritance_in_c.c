//@ verdict: verified
//@ output: native
//
// container_of, intrusive lists, a dispatch table, offsetof: how kernels write
// objects in C.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
    struct link *next, *prev;
};

struct operations {
    const char *(*name)(const struct link *);
    int (*weight)(const struct link *);
};

struct animal {
    const struct operations *ops;
    struct link link;
};

struct dog {
    int tricks;
    struct animal base;
};

struct fish {
    struct animal base;
    double depth;
};

static const char *dog_name(const struct link *l)
{
    (void)l;
    return "dog";
}
static int dog_weight(const struct link *l) { return container_of(container_of(l, struct animal, link), struct dog, base)->tricks * 10; }
static const char *fish_name(const struct link *l)
{
    (void)l;
    return "fish";
}
static int fish_weight(const struct link *l) { return (int)(container_of(l, struct fish, base.link)->depth * 4); }

static const struct operations dog_ops = {dog_name, dog_weight}, fish_ops = {fish_name, fish_weight};
static struct link zoo = {&zoo, &zoo};

static void enter(struct link *l)
{
    l->prev = zoo.prev;
    l->next = &zoo;
    zoo.prev->next = l;
    zoo.prev = l;
}

static void leave(struct link *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
}

static void visit(void)
{
    for (struct link *l = zoo.next; l != &zoo; l = l->next) {
        const struct operations *ops = container_of(l, struct animal, link)->ops;
        printf("%s %d, ", ops->name(l), ops->weight(l));
    }
    printf("\n");
}

int main(void)
{
    struct dog *d = malloc(sizeof *d);
    *d = (struct dog){3, {&dog_ops, {NULL, NULL}}};
    struct fish f[2] = {{{&fish_ops, {NULL, NULL}}, 1.5}, {{&fish_ops, {NULL, NULL}}, 20}};
    enter(&f[0].base.link);
    enter(&d->base.link);
    enter(&f[1].base.link);
    visit();
    leave(&d->base.link);
    free(d);
    visit();
    printf("%zu %zu\n", offsetof(struct dog, base.link), offsetof(struct fish, depth));
    return 0;
}
