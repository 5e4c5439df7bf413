//@ requirement: No data race
//@ options: --property data-race
//@ hint: One thread may read the `next` of a node while another one, which has it already, pushes it again.

#include <pthread.h>
#include <stddef.h>

void push(int node);
int pop(void);

static void *use(void *unused)
{
    int node = pop();
    if (node != -1)
        push(node);
    return unused;
}

int main(void)
{
    push(0);
    push(1);
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    use(NULL);
    pthread_join(thread, NULL);
}
