//@ verdict: verified
//@ properties: data-race
//@ concurrent: yes
//
// What is printed under a lock, or is nobody's else, does not race.

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char name[] = "ab";

static void *change(void *unused)
{
    char own[] = "xy";
    printf("%s %d\n", own, 1);
    pthread_mutex_lock(&lock);
    name[1] = 'c';
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    pthread_mutex_lock(&lock);
    printf("%s\n", name);
    fwrite(name, 1, 2, stdout);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
