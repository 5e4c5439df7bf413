//@ verdict: verified
//@ properties: default,leak
//@ concurrent: yes
//
// A mutex inside a heap object; the last user destroys it and frees the object.

#include <pthread.h>
#include <stdlib.h>

struct shared {
    pthread_mutex_t mutex;
    int users;
};

static void *leave(void *arg)
{
    struct shared *s = arg;
    pthread_mutex_lock(&s->mutex);
    int left = --s->users;
    pthread_mutex_unlock(&s->mutex);
    if (left == 0) {
        pthread_mutex_destroy(&s->mutex);
        free(s);
    }
    return NULL;
}

int main(void)
{
    struct shared *s = malloc(sizeof *s);
    pthread_t t;
    pthread_mutex_init(&s->mutex, NULL);
    s->users = 2;
    pthread_create(&t, NULL, leave, s);
    leave(s);
    pthread_join(t, NULL);
    return 0;
}
