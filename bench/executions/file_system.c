// N threads that take an inode each, and a block for it if it has none, under a lock for each.
#include <pthread.h>

#ifndef N
#define N 16
#endif
#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inodes[INODES], is_taken[BLOCKS];

static void *opener(void *argument) {
    int inode = (int)(long)argument % INODES;
    pthread_mutex_lock(&inode_locks[inode]);
    if (inodes[inode] == 0) {
        int block = inode * 2 % BLOCKS;
        for (;;) {
            pthread_mutex_lock(&block_locks[block]);
            if (!is_taken[block]) {
                is_taken[block] = 1;
                inodes[inode] = block + 1;
                pthread_mutex_unlock(&block_locks[block]);
                break;
            }
            pthread_mutex_unlock(&block_locks[block]);
            block = (block + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&inode_locks[inode]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&inode_locks[i], NULL);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&block_locks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, opener, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
