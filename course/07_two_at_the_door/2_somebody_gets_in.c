//@ requirement: If both want to enter, one of them does; and nobody waits for one who does not want to
//@ hint: In the run, what would each of the two have to see, so that it stops waiting?
//@ hint: If both have said that they want to, someone has to give way. Who? Let a third variable tell whose turn it is.
//@ hint: A turn alone is not enough: the other may not want to enter at all.

#include <pthread.h>

void enter(int me);
void leave(int me);

static void *other(void *unused)
{
    enter(1);
    leave(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    for (int visits = 0; visits < 3; visits++) {
        enter(0);
        leave(0);
    }
    pthread_join(thread, NULL);
}
