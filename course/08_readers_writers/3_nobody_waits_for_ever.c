//@ requirement: Nobody waits for ever
//@ hint: Who sleeps at the end, and who should have woken them?
//@ hint: Behind a writer, several readers may wait: wake all. Behind the last reader, a writer may.

#include <pthread.h>
#include <stddef.h>

void begin_read(void);
void end_read(void);
void begin_write(void);
void end_write(void);

static void *read_something(void *unused)
{
    begin_read();
    end_read();
    return unused;
}

static void *write_something(void *unused)
{
    begin_write();
    end_write();
    return unused;
}

int main(void)
{
    pthread_t readers[2], writer;
    pthread_create(&readers[0], NULL, read_something, NULL);
    pthread_create(&readers[1], NULL, read_something, NULL);
    pthread_create(&writer, NULL, write_something, NULL);
    write_something(NULL);
    pthread_join(readers[0], NULL);
    pthread_join(readers[1], NULL);
    pthread_join(writer, NULL);
}
