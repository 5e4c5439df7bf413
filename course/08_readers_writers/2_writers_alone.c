//@ requirement: A writer is alone
//@ hint: Who was inside when the writer came in, or came in while the writer was there?
//@ hint: A writer waits until there are neither readers nor a writer, and a reader until there is no writer: `while`, not `if`.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void begin_read(void);
void end_read(void);
void begin_write(void);
void end_write(void);

static atomic_int readers, writers;

static void *read_something(void *unused)
{
    begin_read();
    readers++;
    assert(writers == 0);
    readers--;
    end_read();
    return unused;
}

static void *write_something(void *unused)
{
    begin_write();
    assert(writers++ == 0);
    assert(readers == 0);
    writers--;
    end_write();
    return unused;
}

int main(void)
{
    pthread_t reader, writer;
    pthread_create(&reader, NULL, read_something, NULL);
    pthread_create(&writer, NULL, write_something, NULL);
    read_something(NULL);
    write_something(NULL);
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
}
