//@ requirement: No node is lost, whoever asks for one gets it while there are some, and the last one in is the first one out
//@ hint: What is on the stack in the end, and who wrote `top` last?
//@ hint: Two that push at the same time: the second has to put its node on top of the first one's, so it has to look again.
//@ hint: Who was overtaken while it took one has to look again, too: there may be another one.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void push(int node);
int pop(void);

static void *put_back(void *unused)
{
    push(1);
    return unused;
}

static void *get(void *node)
{
    *(int *)node = pop();
    return NULL;
}

int main(void)
{
    assert(pop() == -1);
    push(0);
    push(2);
    assert(pop() == 2);
    pthread_t thread;
    pthread_create(&thread, NULL, put_back, NULL);
    push(2);
    pthread_join(thread, NULL);
    int mine, theirs;
    pthread_create(&thread, NULL, get, &theirs);
    get(&mine);
    pthread_join(thread, NULL);
    assert(mine + theirs == 3 && mine * theirs == 2);
    assert(pop() == 0 && pop() == -1);
}
