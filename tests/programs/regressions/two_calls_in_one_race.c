//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// Two calls race with one write, in the same instruction of the library: these are two
// bugs, and both are told.

#include <pthread.h>
#include <string.h>

static char name[2];
static int before;

static void *writer(void *unused)
{
    (void)unused;
    before = 1;
    name[0] = 'a';
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    unsigned long first = strlen(name);
    unsigned long second = strlen(name);
    pthread_join(thread, NULL);
    return first > second;
}
