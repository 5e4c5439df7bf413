/*
 * Output streams of <stdio.h>, all but the printf family.
 *
 * There are three streams. What is written to stdout and stderr goes to the trace at
 * once, one call one step; nothing is buffered, so that the streams have no state. A
 * stream is known by its address: its FILE object is never read here, since a read of
 * shared memory would be a point of interleaving.
 */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static FILE input_stream = {._fileno = 0};
static FILE output_stream = {._fileno = 1};
static FILE error_stream = {._fileno = 2};

FILE *stdin = &input_stream;
FILE *stdout = &output_stream;
FILE *stderr = &error_stream;

int fileno(FILE *stream)
{
    if (stream == &output_stream)
        return 1;
    if (stream == &error_stream)
        return 2;
    if (stream == &input_stream)
        return 0;
    errno = EBADF;
    return -1;
}

int fileno_unlocked(FILE *stream)
{
    return fileno(stream);
}

/* Writes to the stream: n, or EOF where it takes no output. */
static int put(const char *bytes, size_t n, FILE *stream)
{
    int fd = fileno(stream);
    if (fd < 1) {
        errno = EBADF;
        return EOF;
    }
    __heddle_output(fd, bytes, n);
    return (int)n;
}

static int put_char(int c, FILE *stream)
{
    char byte = (char)c;
    return put(&byte, 1, stream) == EOF ? EOF : (unsigned char)c;
}

/* --- Characters ------------------------------------------------------------ */

int fputc(int c, FILE *stream)
{
    return put_char(c, stream);
}

int putc(int c, FILE *stream)
{
    return put_char(c, stream);
}

int putchar(int c)
{
    return put_char(c, &output_stream);
}

int fputc_unlocked(int c, FILE *stream)
{
    return put_char(c, stream);
}

int putc_unlocked(int c, FILE *stream)
{
    return put_char(c, stream);
}

int putchar_unlocked(int c)
{
    return put_char(c, &output_stream);
}

/* What the headers' inline putc_unlocked and older headers' putc call. */
int __overflow(FILE *stream, int c)
{
    return put_char(c, stream);
}

int _IO_putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream)
{
    return put_char(c, stream);
}

/* --- Strings and blocks ---------------------------------------------------- */

int puts(const char *s)
{
    size_t n = strlen(s);
    char line[n + 1];
    __builtin_memcpy(line, s, n);
    line[n] = '\n';
    return put(line, n + 1, &output_stream);
}

int fputs(const char *restrict s, FILE *restrict stream)
{
    return put(s, strlen(s), stream) == EOF ? EOF : 1;
}

int fputs_unlocked(const char *restrict s, FILE *restrict stream)
{
    return fputs(s, stream);
}

size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict stream)
{
    if (size == 0 || n == 0)
        return 0;
    return put(p, size * n, stream) == EOF ? 0 : n;
}

size_t fwrite_unlocked(const void *restrict p, size_t size, size_t n, FILE *restrict stream)
{
    return fwrite(p, size, n, stream);
}

void perror(const char *s)
{
    const char *reason = strerror(errno);
    if (s && *s)
        fprintf(&error_stream, "%s: %s\n", s, reason);
    else
        fprintf(&error_stream, "%s\n", reason);
}

/* --- Buffers and errors: there are none ------------------------------------ */

int fflush(FILE *stream)
{
    (void)stream;
    return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream, (void)buffer, (void)mode, (void)size;
    return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)stream, (void)buffer;
}

void setbuffer(FILE *stream, char *buffer, size_t size)
{
    (void)stream, (void)buffer, (void)size;
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}

int ferror(FILE *stream)
{
    (void)stream;
    return 0;
}

void clearerr(FILE *stream)
{
    (void)stream;
}
