//@ requirement: Readers may be inside together
//@ forbids: pthread_rwlock
//@ hint: The two readers of this test meet inside. Why can the second one not come in?
//@ hint: They may have come while a writer was inside: all who wait have to be woken behind it.
//@ hint: Count those who read, and those who write, under a mutex that is held only for counting.

#include <pthread.h>

void begin_read(void);
void end_read(void);
void begin_write(void);
void end_write(void);

static pthread_barrier_t both_inside;

static void *read_together(void *unused)
{
    begin_read();
    pthread_barrier_wait(&both_inside);
    end_read();
    return unused;
}

int main(void)
{
    pthread_barrier_init(&both_inside, NULL, 2);
    pthread_t one, other;
    begin_write();
    pthread_create(&one, NULL, read_together, NULL);
    pthread_create(&other, NULL, read_together, NULL);
    end_write();
    pthread_join(one, NULL);
    pthread_join(other, NULL);
}
