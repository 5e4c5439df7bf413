#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct session {
    int id;
    char user[8];
    struct session *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *sessions;

static void open_session(int id, const char *user)
{
    struct session *s = malloc(sizeof *s);
    s->id = id;
    snprintf(s->user, sizeof s->user, "%s", user);
    pthread_mutex_lock(&lock);
    s->next = sessions;
    sessions = s;
    pthread_mutex_unlock(&lock);
}

static void *greet(void *unused)
{
    pthread_mutex_lock(&lock);
    struct session *s = sessions;
    pthread_mutex_unlock(&lock);
    if (s)
        printf("session %d of %s\n", s->id, s->user);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    open_session(7, "ann");
    open_session(8, "bob");
    pthread_create(&thread, NULL, greet, NULL);
    pthread_mutex_lock(&lock);
    struct session *s = sessions;
    sessions = s->next;
    pthread_mutex_unlock(&lock);
    free(s);
    pthread_join(thread, NULL);
    return 0;
}
