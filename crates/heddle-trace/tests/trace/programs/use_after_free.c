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

static struct session *open_session(int id, const char *user)
{
    struct session *s = malloc(sizeof *s);
    s->id = id;
    snprintf(s->user, sizeof s->user, "%s", user);
    pthread_mutex_lock(&lock);
    s->next = sessions;
    sessions = s;
    pthread_mutex_unlock(&lock);
    return s;
}

static void *logout(void *unused)
{
    pthread_mutex_lock(&lock);
    struct session *s = sessions;
    sessions = s->next;
    pthread_mutex_unlock(&lock);
    free(s);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct session *s = open_session(7, "ann");
    pthread_create(&thread, NULL, logout, NULL);
    printf("session %d of %s\n", s->id, s->user);
    s->id++;
    pthread_join(thread, NULL);
    return 0;
}
