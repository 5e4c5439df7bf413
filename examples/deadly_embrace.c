// The deadly embrace.
//
// Romeo writes a letter: he takes the pen, then the paper. Juliet writes one
// too, but reaches for the paper first. Mostly one of them is quick enough to
// take both. Once in a while each holds what the other one waits for, and they
// stay like that for ever.
//
// Expected: a violation, a deadlock. Let both take the pen first, and it is gone.
//
//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t pen = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t paper = PTHREAD_MUTEX_INITIALIZER;
static int letters_written;

static void *romeo(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&pen);
    pthread_mutex_lock(&paper); // Juliet may hold it, and wait for the pen
    letters_written++;
    pthread_mutex_unlock(&paper);
    pthread_mutex_unlock(&pen);
    return NULL;
}

static void *juliet(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&paper);
    pthread_mutex_lock(&pen); // Romeo may hold it, and wait for the paper
    letters_written++;
    pthread_mutex_unlock(&pen);
    pthread_mutex_unlock(&paper);
    return NULL;
}

int main(void)
{
    pthread_t his, hers;
    pthread_create(&his, NULL, romeo, NULL);
    pthread_create(&hers, NULL, juliet, NULL);
    pthread_join(his, NULL);
    pthread_join(hers, NULL);
    return 0;
}

//@ switches: 5
