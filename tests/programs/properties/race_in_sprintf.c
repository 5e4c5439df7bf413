//@ verdict: violation
//@ kind: data-race
//@ properties: data-race
//@ symbolic: unknown, snprintf
//
// sprintf writes its destination.

#include <heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char name[] = "ab";
static int length;

static void *change(void *unused)
{
    name[1] = 'c', length = 2;
    return unused;
}

int main(void)
{
    char text[8] = "";
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    sprintf(name, "%d", 7);
    pthread_join(thread, 0);
    return text[0] + length - text[0] - length;
}
