//@ verdict: violation
//@ kind: assertion
//@ line: 37
//@ symbolic: slow, contents of files
//
// A counter in a file that two threads read and write without a lock.

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *increment(void *unused)
{
    char digit;
    int fd = open("/tmp/heddle_counter", O_RDWR);
    read(fd, &digit, 1);
    digit++;
    lseek(fd, 0, SEEK_SET);
    write(fd, &digit, 1);
    close(fd);
    return unused;
}

int main(void)
{
    int fd = open("/tmp/heddle_counter", O_RDWR | O_CREAT | O_TRUNC, 0600);
    write(fd, "0", 1);
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    char digit;
    lseek(fd, 0, SEEK_SET);
    read(fd, &digit, 1);
    assert(digit == '2');
    close(fd);
}
