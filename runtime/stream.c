/*
 * Streams on files, and standard input: all of <stdio.h> that opens, reads and places them.
 *
 * Nothing is buffered. What a call reads or writes, it reads or writes in one step, as the lock of
 * a stream makes it in a real libc; a real buffer is noted only as far as others could see it
 * (file.h).
 */
#include "internal.h"

#include "file.h"
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

void __heddle_unmodelled_reopening_of_a_standard_stream_of_output(void);
void __heddle_unmodelled_closing_of_a_standard_stream(void);
void __heddle_unmodelled_use_of_a_standard_stream_as_a_file(void);

/* Bits of _flags, which the headers look at, too. */
enum { END = 0x10, FAILED = 0x20 };

/* How many bytes a real buffer would have. */
enum { BUFFER = 4096 };

/* A stream on a file; the user has the address of the first member. */
struct heddle_stream {
    FILE public;
    struct heddle_buffer buffer;
    int fd;
    int mode; /* _IOFBF, _IOLBF, _IONBF */
    /* What ungetc has put back, the last one at the end. */
    unsigned char *back;
    size_t back_count;
};

/* Standard input, from the first use on. */
static struct heddle_stream *input;

/* --- Opening and closing --------------------------------------------------- */

/* The flags of open for a mode of fopen, or -1. */
static int flags_of(const char *mode)
{
    int flags;
    switch (*mode++) {
    case 'r':
        flags = O_RDONLY;
        break;
    case 'w':
        flags = O_WRONLY | O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_WRONLY | O_CREAT | O_APPEND;
        break;
    default:
        return -1;
    }
    for (; *mode && *mode != ','; mode++) {
        if (*mode == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
    }
    return flags;
}

static void attach(struct heddle_stream *stream, int fd)
{
    struct heddle_open_file *file = __heddle_file_at(fd);
    file->references++;
    stream->buffer = (struct heddle_buffer){.file = file};
    stream->fd = fd;
    stream->mode = _IOFBF;
    __heddle_buffer_add(&stream->buffer);
    /* A stream that only appends begins at the end. */
    if (file->flags & O_APPEND && (file->flags & O_ACCMODE) == O_WRONLY)
        __heddle_file_seek(file, 0, SEEK_END);
}

/* Lets go of the file; the stream may get another one. */
static void detach(struct heddle_stream *stream)
{
    __heddle_buffer_remove(&stream->buffer);
    stream->buffer.file->references--;
    if (stream->fd)
        __heddle_file_close(stream->fd);
    if (stream->back)
        __heddle_free(stream->back);
    stream->back = NULL;
    stream->back_count = 0;
    stream->public._flags = 0;
}

static struct heddle_stream *make(int fd)
{
    struct heddle_stream *stream = __heddle_malloc(sizeof *stream, _Alignof(struct heddle_stream));
    *stream = (struct heddle_stream){.fd = fd};
    attach(stream, fd);
    return stream;
}

/* What a stream is; standard output has nothing of the kind. */
static struct heddle_stream *of(FILE *stream)
{
    switch (heddle_standard(stream)) {
    case 0:
        if (!input)
            input = make(0);
        return input;
    case 1: case 2:
        __heddle_unmodelled_use_of_a_standard_stream_as_a_file();
    }
    return (struct heddle_stream *)stream;
}

static FILE *fail(int error)
{
    errno = error;
    return NULL;
}

/* A copy of the user's string, before a section. */
#define COPY_OF(text, copy)                                                                       \
    size_t n_##copy = strlen(text) + 1;                                                            \
    char copy[n_##copy];                                                                           \
    __builtin_memcpy(copy, text, n_##copy)

static FILE *open_stream(const char *path, const char *mode)
{
    int flags = flags_of(mode);
    if (flags < 0)
        return fail(EINVAL);
    COPY_OF(path, copy);
    __heddle_atomic_begin();
    int fd = __heddle_file_open(copy, flags);
    struct heddle_stream *stream = fd < 0 ? NULL : make(fd);
    __heddle_atomic_end();
    return stream ? &stream->public : fail(-fd);
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    return open_stream(path, mode);
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return open_stream(path, mode);
}

static FILE *open_again(const char *path, const char *mode, FILE *stream)
{
    if (heddle_standard(stream) > 0 || !path)
        __heddle_unmodelled_reopening_of_a_standard_stream_of_output();
    int flags = flags_of(mode);
    COPY_OF(path, copy);
    __heddle_atomic_begin();
    int fd = flags < 0 ? -EINVAL : __heddle_file_open(copy, flags);
    int is_input = heddle_standard(stream) == 0;
    struct heddle_stream *old = is_input ? input : (struct heddle_stream *)stream;
    if (old)
        detach(old);
    if (fd >= 0 && old)
        attach(old, fd);
    else if (fd >= 0)
        input = make(fd);
    else if (!is_input)
        __heddle_free(old);
    __heddle_atomic_end();
    return fd < 0 ? fail(-fd) : stream;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    return open_again(path, mode, stream);
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    return open_again(path, mode, stream);
}

FILE *fdopen(int fd, const char *mode)
{
    int flags = flags_of(mode);
    if (flags < 0)
        return fail(EINVAL);
    __heddle_atomic_begin();
    struct heddle_open_file *file = __heddle_file_at(fd);
    int error = file ? 0 : EBADF;
    if (file && file->standard)
        __heddle_unmodelled_use_of_a_standard_stream_as_a_file();
    if (file) {
        int has = file->flags & O_ACCMODE, wants = flags & O_ACCMODE;
        if (has != O_RDWR && has != wants)
            error = EINVAL;
        else if (flags & O_APPEND)
            file->flags |= O_APPEND;
    }
    struct heddle_stream *stream = error ? NULL : make(fd);
    __heddle_atomic_end();
    return stream ? &stream->public : fail(error);
}

FILE *tmpfile(void)
{
    __heddle_atomic_begin();
    struct heddle_stream *stream = make(__heddle_file_temporary());
    __heddle_atomic_end();
    return &stream->public;
}

FILE *tmpfile64(void)
{
    return tmpfile();
}

int fclose(FILE *stream)
{
    if (heddle_standard(stream) >= 0)
        __heddle_unmodelled_closing_of_a_standard_stream();
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    detach(self);
    __heddle_free(self);
    __heddle_atomic_end();
    return 0;
}

int __heddle_stream_number(FILE *stream)
{
    __heddle_atomic_begin();
    int fd = of(stream)->fd;
    __heddle_atomic_end();
    return fd;
}

/* --- Reading, within a section --------------------------------------------- */

/* True if it may be read; else it has failed. */
static int is_readable(struct heddle_stream *self)
{
    if (__heddle_file_can_read(self->buffer.file))
        return 1;
    self->public._flags |= FAILED;
    errno = EBADF;
    return 0;
}

/* At least so many of `most` bytes are there, if there are any. */
static size_t left(struct heddle_stream *self, size_t most)
{
    struct heddle_open_file *file = self->buffer.file;
    size_t n = self->back_count;
    /* Once the end has been seen, more is not looked for. */
    if (n >= most || self->public._flags & END)
        return n < most ? n : most;
    if (file->position >= self->buffer.ahead)
        __heddle_buffer_disturb(file->inode, &self->buffer, 0);
    return n + __heddle_file_left(file, most - n);
}

static void peek(struct heddle_stream *self, char *to, size_t n)
{
    size_t first = n < self->back_count ? n : self->back_count;
    for (size_t i = 0; i < first; i++)
        to[i] = (char)self->back[self->back_count - 1 - i];
    struct heddle_open_file *file = self->buffer.file;
    if (n > first)
        __builtin_memcpy(to + first, file->inode->bytes + file->position, n - first);
}

/* Those that were put back are the first. */
static void take(struct heddle_stream *self, size_t n)
{
    size_t first = n < self->back_count ? n : self->back_count;
    self->back_count -= first;
    if (first && !self->back_count) {
        __heddle_free(self->back);
        self->back = NULL;
    }
    if (n == first)
        return;
    struct heddle_open_file *file = self->buffer.file;
    file->position += (off_t)(n - first);
    /* What would have been read ahead, up to the end. */
    if (self->mode != _IONBF && file->position > self->buffer.ahead) {
        off_t size = (off_t)file->inode->size;
        off_t ahead = self->buffer.ahead;
        while (ahead < file->position)
            ahead += BUFFER;
        self->buffer.ahead = ahead < size ? ahead : size;
    }
}

long __heddle_stream_left(FILE *stream)
{
    struct heddle_stream *self = of(stream);
    return is_readable(self) ? (long)left(self, (size_t)-1) : -1;
}

void __heddle_stream_peek(FILE *stream, char *to, size_t n)
{
    peek(of(stream), to, n);
}

void __heddle_stream_take(FILE *stream, size_t n, int saw_end)
{
    struct heddle_stream *self = of(stream);
    take(self, n);
    if (saw_end)
        self->public._flags |= END;
}

/* --- Characters ------------------------------------------------------------ */

static int get(FILE *stream)
{
    char c = 0;
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    int can_read = is_readable(self);
    size_t n = can_read ? left(self, 1) : 0;
    if (n) {
        peek(self, &c, 1);
        take(self, 1);
    } else if (can_read) {
        self->public._flags |= END;
    }
    __heddle_atomic_end();
    return n ? (unsigned char)c : EOF;
}

int fgetc(FILE *stream)
{
    return get(stream);
}

int getc(FILE *stream)
{
    return get(stream);
}

int getchar(void)
{
    return get(stdin);
}

int fgetc_unlocked(FILE *stream)
{
    return get(stream);
}

int getc_unlocked(FILE *stream)
{
    return get(stream);
}

int getchar_unlocked(void)
{
    return get(stdin);
}

/* What the headers' inline getc_unlocked and older headers' getc call. */
int __uflow(FILE *stream)
{
    return get(stream);
}

int _IO_getc(FILE *stream);
int _IO_getc(FILE *stream)
{
    return get(stream);
}

int ungetc(int c, FILE *stream)
{
    if (c == EOF)
        return EOF;
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    int is_possible = is_readable(self);
    if (is_possible) {
        unsigned char *back = __heddle_malloc(self->back_count + 1, 1);
        for (size_t i = 0; i < self->back_count; i++)
            back[i] = self->back[i];
        back[self->back_count++] = (unsigned char)c;
        if (self->back)
            __heddle_free(self->back);
        self->back = back;
        self->public._flags &= ~END;
    }
    __heddle_atomic_end();
    return is_possible ? (unsigned char)c : EOF;
}

/* --- Lines and blocks ------------------------------------------------------ */

/* How many bytes a line has that is among the next `most`, with its end. */
static size_t line_length(struct heddle_stream *self, size_t most, int end)
{
    size_t back = self->back_count, n = left(self, most);
    const char *bytes = self->buffer.file->inode->bytes + self->buffer.file->position;
    for (size_t i = 0; i < n; i++) {
        char c = i < back ? (char)self->back[back - 1 - i] : bytes[i - back];
        if ((unsigned char)c == end)
            return i + 1;
    }
    return n;
}

static char *get_line(char *to, int size, FILE *stream)
{
    if (size <= 0)
        return NULL;
    size_t most = (size_t)size - 1;
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    int can_read = is_readable(self);
    size_t n = can_read ? line_length(self, most, '\n') : 0;
    char copy[n + 1];
    if (can_read) {
        peek(self, copy, n);
        take(self, n);
        if (n < most && (n == 0 || copy[n - 1] != '\n'))
            self->public._flags |= END;
    }
    __heddle_atomic_end();
    if (n == 0 && most > 0)
        return NULL;
    copy[n] = 0;
    __builtin_memcpy(to, copy, n + 1);
    return to;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    return get_line(to, size, stream);
}

char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream)
{
    return get_line(to, size, stream);
}

static ssize_t get_until(char **line, size_t *room, int end, FILE *stream)
{
    enum { LEAST = 120 };
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    int can_read = is_readable(self);
    size_t n = can_read ? line_length(self, (size_t)-1, end) : 0;
    char copy[n + 1];
    if (can_read) {
        peek(self, copy, n);
        take(self, n);
        if (n == 0 || (unsigned char)copy[n - 1] != end)
            self->public._flags |= END;
    }
    __heddle_atomic_end();
    if (!*line || *room == 0) {
        /* As glibc has it, room is there even if no line is. */
        char *fresh = realloc(*line, LEAST);
        if (!fresh)
            return -1;
        *line = fresh;
        *room = LEAST;
    }
    if (n == 0)
        return -1;
    if (*room < n + 1) {
        size_t more = 2 * *room > n + 1 ? 2 * *room : n + 1;
        char *fresh = realloc(*line, more);
        if (!fresh)
            return -1;
        *line = fresh;
        *room = more;
    }
    copy[n] = 0;
    __builtin_memcpy(*line, copy, n + 1);
    return (ssize_t)n;
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream)
{
    return get_until(line, room, '\n', stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream)
{
    return get_until(line, room, (unsigned char)end, stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream)
{
    return get_until(line, room, (unsigned char)end, stream);
}

static size_t get_block(void *to, size_t size, size_t n, FILE *stream)
{
    size_t most = size * n;
    if (most == 0)
        return 0;
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    int can_read = is_readable(self);
    size_t there = can_read ? left(self, most) : 0;
    char copy[there ? there : 1];
    if (can_read) {
        peek(self, copy, there);
        take(self, there);
        if (there < most)
            self->public._flags |= END;
    }
    __heddle_atomic_end();
    __builtin_memcpy(to, copy, there);
    return there / size;
}

size_t fread(void *restrict to, size_t size, size_t n, FILE *restrict stream)
{
    return get_block(to, size, n, stream);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t n, FILE *restrict stream)
{
    return get_block(to, size, n, stream);
}

/* --- Writing --------------------------------------------------------------- */

int __heddle_stream_put(const char *bytes, size_t n, FILE *stream)
{
    char copy[n ? n : 1];
    __builtin_memcpy(copy, bytes, n);
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    struct heddle_open_file *file = self->buffer.file;
    int can_write = __heddle_file_can_write(file);
    if (can_write && n) {
        __heddle_buffer_disturb(file->inode, &self->buffer, 1);
        /* What was put back is lost when the buffer turns to writing. */
        take(self, self->back_count);
        __heddle_file_write(file, copy, n);
        self->buffer.ahead = 0;
        self->buffer.is_dirty =
            self->mode == _IOFBF || (self->mode == _IOLBF && copy[n - 1] != '\n');
    } else if (!can_write) {
        self->public._flags |= FAILED;
        errno = EBADF;
    }
    __heddle_atomic_end();
    return can_write ? (int)n : EOF;
}

/* --- Places ---------------------------------------------------------------- */

static int seek(FILE *stream, off_t offset, int whence)
{
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    struct heddle_open_file *file = self->buffer.file;
    if (whence == SEEK_END)
        __heddle_buffer_disturb(file->inode, &self->buffer, 0);
    if (whence == SEEK_CUR)
        offset -= (off_t)self->back_count;
    off_t position = __heddle_file_seek(file, offset, whence);
    if (position >= 0) {
        take(self, self->back_count);
        self->public._flags &= ~END;
        self->buffer.is_dirty = 0;
        self->buffer.ahead = 0;
    }
    __heddle_atomic_end();
    if (position >= 0)
        return 0;
    errno = (int)-position;
    return -1;
}

static off_t tell(FILE *stream)
{
    __heddle_atomic_begin();
    struct heddle_stream *self = of(stream);
    off_t position = self->buffer.file->position - (off_t)self->back_count;
    __heddle_atomic_end();
    return position;
}

int fseek(FILE *stream, long offset, int whence)
{
    return seek(stream, offset, whence);
}

int fseeko(FILE *stream, off_t offset, int whence)
{
    return seek(stream, offset, whence);
}

int fseeko64(FILE *stream, off64_t offset, int whence)
{
    return seek(stream, (off_t)offset, whence);
}

long ftell(FILE *stream)
{
    return tell(stream);
}

off_t ftello(FILE *stream)
{
    return tell(stream);
}

off64_t ftello64(FILE *stream)
{
    return tell(stream);
}

void rewind(FILE *stream)
{
    seek(stream, 0, SEEK_SET);
    clearerr(stream);
}

int fgetpos(FILE *restrict stream, fpos_t *restrict to)
{
    *to = (fpos_t){.__pos = tell(stream)};
    return 0;
}

int fsetpos(FILE *stream, const fpos_t *from)
{
    return seek(stream, from->__pos, SEEK_SET);
}

/* --- State ----------------------------------------------------------------- */

/* Standard output never ends nor fails here. */
static int flag(FILE *stream, int flag)
{
    if (heddle_standard(stream) > 0)
        return 0;
    __heddle_atomic_begin();
    int is_set = of(stream)->public._flags & flag;
    __heddle_atomic_end();
    return is_set != 0;
}

int feof(FILE *stream)
{
    return flag(stream, END);
}

int feof_unlocked(FILE *stream)
{
    return flag(stream, END);
}

int ferror(FILE *stream)
{
    return flag(stream, FAILED);
}

int ferror_unlocked(FILE *stream)
{
    return flag(stream, FAILED);
}

static void clear(FILE *stream)
{
    if (heddle_standard(stream) > 0)
        return;
    __heddle_atomic_begin();
    of(stream)->public._flags &= ~(END | FAILED);
    __heddle_atomic_end();
}

void clearerr(FILE *stream)
{
    clear(stream);
}

void clearerr_unlocked(FILE *stream)
{
    clear(stream);
}

static void flush_all(void)
{
    for (struct heddle_buffer *buffer = __heddle_buffers(); buffer; buffer = buffer->next)
        buffer->is_dirty = 0;
}

int fflush(FILE *stream)
{
    if (heddle_standard(stream) >= 0)
        return 0;
    __heddle_atomic_begin();
    if (stream)
        of(stream)->buffer.is_dirty = 0;
    else
        flush_all();
    __heddle_atomic_end();
    return 0;
}

int fflush_unlocked(FILE *stream)
{
    return fflush(stream);
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)buffer, (void)size;
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
        return -1;
    if (heddle_standard(stream) >= 0)
        return 0;
    __heddle_atomic_begin();
    of(stream)->mode = mode;
    __heddle_atomic_end();
    return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

void setbuffer(FILE *stream, char *buffer, size_t size)
{
    setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, NULL, _IOLBF, 0);
}
