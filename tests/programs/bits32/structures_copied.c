//@ verdict: verified
//@ options: -O2
//@ clang: -m32
//@ concurrent: yes
//
// Structures with pointers are copied as 64 bits by optimized code.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct slice {
    int *start;
    unsigned length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slice shared;
static int array[4] = {1, 2, 3, 4};

static void *cut(void *unused)
{
    pthread_mutex_lock(&lock);
    struct slice mine = shared;
    mine.start++;
    mine.length--;
    shared = mine;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct slice *copy = malloc(sizeof *copy);
    shared = (struct slice){array, 4};
    pthread_create(&t, NULL, cut, NULL);
    pthread_mutex_lock(&lock);
    *copy = shared;
    pthread_mutex_unlock(&lock);
    assert(copy->start + copy->length == array + 4 && copy->start[copy->length - 1] == 4);
    pthread_join(t, NULL);
    assert(shared.start == &array[1]);
    free(copy);
    return 0;
}
