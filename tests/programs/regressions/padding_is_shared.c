//@ verdict: verified
//@ properties: default,uninitialized
//@ concurrent: yes
//
// Padding is copied with a structure, and nobody wrote it; what is beside it in the same word is
// defined all the same. So are bits beside a field that nobody wrote yet.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct padded {
    char first;
    int second;
};

struct fields {
    unsigned low : 4, high : 4;
};

static struct padded shared, copy;
static struct fields *fields;

static void *work(void *unused)
{
    struct padded local;
    local.first = 1;
    local.second = 2;
    shared = local;
    fields->high = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    fields = malloc(sizeof *fields);
    fields->low = 1;
    pthread_create(&thread, NULL, work, NULL);
    copy = shared;
    pthread_join(thread, NULL);
    if (copy.first)
        assert(copy.second == 2);
    if (fields->low != 1 || fields->high != 1)
        return 1;
    return 0;
}
