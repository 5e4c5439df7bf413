/*
 * Streams on files, for the other sources of the runtime.
 */
#ifndef HEDDLE_STREAM_H
#define HEDDLE_STREAM_H

#include <stddef.h>
#include <stdio.h>

/* The standard streams (stdio.c), which have no file, but for input. */
extern FILE __heddle_standard_streams[3];

/* 0 to 2 for a standard stream; -1 for another. */
static inline int heddle_standard(const FILE *stream)
{
    for (int fd = 0; fd < 3; fd++) {
        if (stream == &__heddle_standard_streams[fd])
            return fd;
    }
    return -1;
}

/* Writes to a stream on a file, in one step: n, or EOF. */
int __heddle_stream_put(const char *bytes, size_t n, FILE *stream);

/* The number of its file. */
int __heddle_stream_number(FILE *stream);

/*
 * What is left to read of a stream, for functions that look at it before they take some of it.
 * To be called in an atomic section; -1 if it cannot be read.
 */
long __heddle_stream_left(FILE *stream);
void __heddle_stream_peek(FILE *stream, char *to, size_t n);

/* Takes so many bytes, and notes whether somebody looked beyond the last one. */
void __heddle_stream_take(FILE *stream, size_t n, int saw_end);

#endif
