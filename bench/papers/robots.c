// Two robots on a board of N x N fields. One sweeps it row by row, the other column by
// column; one keeps to the fields on and below the diagonal, the other to those on and above.
// A robot enters a field before it leaves the one it comes from. They can meet on the
// diagonal only. -DN: the size of the board.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

enum { BY_ROW = 1, BY_COLUMN = 2 };

static atomic_uchar board[N][N];

static void enter(int row, int column, unsigned char me) {
    unsigned char others = atomic_fetch_or(&board[row][column], me);
    assert(!(others & me));
    assert(others == 0 || row == column);
}

static void leave(int row, int column, unsigned char me) {
    unsigned char there = atomic_fetch_and(&board[row][column], (unsigned char)~me);
    assert(there & me);
}

static void *robot(void *argument) {
    unsigned char me = (unsigned char)(intptr_t)argument;
    int row = 0, column = 0;
    for (int i = 0; i < N; i++) {
        for (int j = me == BY_ROW ? 0 : i; me == BY_ROW ? j <= i : j < N; j++) {
            // By row, the lower half; by column, the upper half from the bottom.
            int to_row = me == BY_ROW ? i : N - 1 - j;
            int to_column = me == BY_ROW ? j : N - 1 - i;
            enter(to_row, to_column, me);
            if (i > 0 || j > (me == BY_ROW ? 0 : i))
                leave(row, column, me);
            row = to_row;
            column = to_column;
        }
    }
    leave(row, column, me);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, robot, (void *)(intptr_t)BY_ROW);
    pthread_create(&threads[1], NULL, robot, (void *)(intptr_t)BY_COLUMN);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    for (int i = 0; i < N * N; i++)
        assert(board[i / N][i % N] == 0);
    return 0;
}
