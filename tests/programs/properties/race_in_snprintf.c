//@ verdict: violation
//@ kind: data-race
//@ line: 19
//@ properties: data-race
//@ symbolic: unknown, snprintf
//
// snprintf reads the string that it copies.

#include <heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char name[] = "ab";
static int length;

static void *change(void *unused)
{
    name[1] = 'c', length = 2; // BUG
    return unused;
}

int main(void)
{
    char text[8] = "";
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    snprintf(text, sizeof text, "%s", name);
    pthread_join(thread, 0);
    return text[0] + length - text[0] - length;
}
