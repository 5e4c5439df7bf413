/*
 * The standard streams, and output to any stream, all but the printf family.
 *
 * What is written to stdout and stderr goes to the trace at once, one call one step;
 * nothing is buffered, so that the streams have no state. A standard stream is known by its
 * address: its FILE object is never read here, since a read of shared memory would be a
 * point of interleaving. Streams on files are in stream.c.
 */
#include "internal.h"

#include "stream.h"

#include <errno.h>
#include <string.h>

FILE __heddle_standard_streams[3] = {{._fileno = 0}, {._fileno = 1}, {._fileno = 2}};

FILE *stdin = &__heddle_standard_streams[0];
FILE *stdout = &__heddle_standard_streams[1];
FILE *stderr = &__heddle_standard_streams[2];

int fileno(FILE *stream)
{
    int fd = heddle_standard(stream);
    return fd >= 0 ? fd : __heddle_stream_number(stream);
}

int fileno_unlocked(FILE *stream)
{
    return fileno(stream);
}

/* Writes to the stream: n, or EOF where it takes no output. */
static int put(const char *bytes, size_t n, FILE *stream)
{
    int fd = heddle_standard(stream);
    if (fd < 0)
        return __heddle_stream_put(bytes, n, stream);
    if (fd == 0) {
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
    return put_char(c, &__heddle_standard_streams[1]);
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
    return put_char(c, &__heddle_standard_streams[1]);
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
    return put(line, n + 1, &__heddle_standard_streams[1]);
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
        fprintf(&__heddle_standard_streams[2], "%s: %s\n", s, reason);
    else
        fprintf(&__heddle_standard_streams[2], "%s\n", reason);
}
