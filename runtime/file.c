/*
 * Files: names, contents, what is open, and the functions of <fcntl.h>, <unistd.h> and <sys/stat.h>
 * on them.
 *
 * The world of files is empty at first but for what the user gives (file.h). Whoever asks for a file
 * of which nothing is known is not followed; whoever creates one finds that there was none. Names
 * that the run has taken away are known to be gone. Directories are the current one, /tmp, and
 * those of the given files.
 */
#include "internal.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void __heddle_unmodelled_flag_of_open(void);
void __heddle_unmodelled_closing_of_a_standard_stream(void);
void __heddle_unmodelled_use_of_a_standard_stream_as_a_file(void);
void __heddle_unmodelled_look_at_what_a_stream_has_not_flushed(void);
void __heddle_unmodelled_change_of_what_a_stream_has_read_ahead(void);

/* A name; nothing is there if the file is null. */
struct name {
    struct name *next;
    struct heddle_inode *inode;
    char text[];
};

static struct name *names;

/* What is open; those numbers are missing here that standard streams have. */
static struct heddle_open_file **files;
static int count;
enum { FIRST = 3 };

/* Standard input has no name. */
static struct heddle_open_file *input;

static struct heddle_buffer *buffers;

/* --- Buffers of streams ---------------------------------------------------- */

void __heddle_buffer_add(struct heddle_buffer *buffer)
{
    buffer->next = buffers;
    buffers = buffer;
}

void __heddle_buffer_remove(struct heddle_buffer *buffer)
{
    struct heddle_buffer **at = &buffers;
    while (*at != buffer)
        at = &(*at)->next;
    *at = buffer->next;
}

struct heddle_buffer *__heddle_buffers(void)
{
    return buffers;
}

void __heddle_buffer_disturb(const struct heddle_inode *inode, const struct heddle_buffer *buffer,
                             int changes)
{
    for (const struct heddle_buffer *other = buffers; other; other = other->next) {
        if (other == buffer || other->file->inode != inode)
            continue;
        if (other->is_dirty)
            __heddle_unmodelled_look_at_what_a_stream_has_not_flushed();
        if (changes && other->ahead > other->file->position)
            __heddle_unmodelled_change_of_what_a_stream_has_read_ahead();
    }
}

/* --- Contents -------------------------------------------------------------- */

static struct heddle_inode *make_inode(const char *bytes, size_t size)
{
    struct heddle_inode *inode =
        __heddle_malloc(sizeof *inode, _Alignof(struct heddle_inode));
    *inode = (struct heddle_inode){.size = size, .bytes = (char *)bytes};
    return inode;
}

static void drop_inode(struct heddle_inode *inode)
{
    if (--inode->references)
        return;
    if (inode->room)
        __heddle_free(inode->bytes);
    __heddle_free(inode);
}

/* Makes room for so many bytes, and makes them the file's own. */
static void make_room(struct heddle_inode *inode, size_t size)
{
    enum { LEAST = 64 };
    if (inode->room >= size && inode->room)
        return;
    size_t room = inode->room ? inode->room : LEAST;
    while (room < size)
        room *= 2;
    char *bytes = __heddle_malloc(room, 1);
    if (inode->size)
        __builtin_memcpy(bytes, inode->bytes, inode->size);
    if (inode->room)
        __heddle_free(inode->bytes);
    inode->bytes = bytes;
    inode->room = room;
}

static void resize(struct heddle_inode *inode, size_t size)
{
    if (size == 0 && inode->room) {
        __heddle_free(inode->bytes);
        inode->bytes = NULL;
        inode->room = 0;
    } else if (size > inode->size) {
        make_room(inode, size);
        __builtin_memset(inode->bytes + inode->size, 0, size - inode->size);
    }
    inode->size = size;
}

/* --- Names ----------------------------------------------------------------- */

/* The same file by the shortest name. */
static const char *plain(const char *path)
{
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
        while (*path == '/')
            path++;
    }
    return path;
}

static const struct heddle_given_file *given(const char *path)
{
    if (!__heddle_given_files)
        return NULL;
    for (const struct heddle_given_file *file = __heddle_given_files; file->bytes; file++) {
        if (path ? file->name && strcmp(plain(file->name), path) == 0 : !file->name)
            return file;
    }
    return NULL;
}

/* What is known of a name, or null. */
static struct name *find(const char *path)
{
    for (struct name *name = names; name; name = name->next) {
        if (strcmp(name->text, path) == 0)
            return name;
    }
    return NULL;
}

static struct name *add(const char *path)
{
    size_t n = strlen(path) + 1;
    struct name *name = __heddle_malloc(sizeof *name + n, _Alignof(struct name));
    name->next = names;
    name->inode = NULL;
    __builtin_memcpy(name->text, path, n);
    names = name;
    return name;
}

/* Gives a name to a file, and takes it from the one that has it. */
static void set(struct name *name, struct heddle_inode *inode)
{
    if (inode)
        inode->references++;
    if (name->inode)
        drop_inode(name->inode);
    name->inode = inode;
}

/* As find, with the given files. */
static struct name *known(const char *path)
{
    struct name *name = find(path);
    if (!name) {
        const struct heddle_given_file *file = given(path);
        if (file) {
            name = add(path);
            set(name, make_inode(file->bytes, file->size));
        }
    }
    return name;
}

/* The name of a file that must be known. */
static struct name *need(const char *path)
{
    struct name *name = known(path);
    if (!name)
        __heddle_refuse_file(path);
    return name;
}

static int is_below(const char *path, const char *directory, size_t n)
{
    return strncmp(path, directory, n) == 0 && path[n] == '/' && !strchr(path + n + 1, '/');
}

/* The directory of a file that is created must be there. */
static void need_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash || is_below(path, "/tmp", 4))
        return;
    if (__heddle_given_files) {
        for (const struct heddle_given_file *file = __heddle_given_files; file->bytes; file++) {
            const char *name = file->name ? plain(file->name) : "";
            if (is_below(name, path, (size_t)(slash - path)))
                return;
        }
    }
    __heddle_refuse_file(path);
}

/* --- What is open ---------------------------------------------------------- */

static struct heddle_open_file *make_open(struct heddle_inode *inode, int flags)
{
    struct heddle_open_file *file =
        __heddle_malloc(sizeof *file, _Alignof(struct heddle_open_file));
    *file = (struct heddle_open_file){.flags = flags, .inode = inode};
    if (inode)
        inode->references++;
    return file;
}

static void drop_open(struct heddle_open_file *file)
{
    if (--file->references)
        return;
    if (file->inode)
        drop_inode(file->inode);
    __heddle_free(file);
}

/* Makes numbers up to this one. */
static void grow(int last)
{
    if (last < count)
        return;
    size_t size = (size_t)(last + 1) * sizeof *files;
    struct heddle_open_file **more = __heddle_malloc(size, sizeof *files);
    for (int i = 0; i <= last; i++)
        more[i] = i < count ? files[i] : NULL;
    if (files)
        __heddle_free(files);
    files = more;
    count = last + 1;
}

static void put_at(int index, struct heddle_open_file *file)
{
    grow(index);
    files[index] = file;
    file->references++;
}

/* The least free number from `fd` on, which it then has. */
static int number(struct heddle_open_file *file, int fd)
{
    int index = fd < FIRST ? 0 : fd - FIRST;
    while (index < count && files[index])
        index++;
    put_at(index, file);
    return index + FIRST;
}

/* The table of numbers goes when none is left. */
static void shrink(void)
{
    for (int i = 0; i < count; i++) {
        if (files[i])
            return;
    }
    __heddle_free(files);
    files = NULL;
    count = 0;
}

/* Standard input is there from the first use on. */
static struct heddle_open_file *standard_input(void)
{
    if (!input) {
        const struct heddle_given_file *file = given(NULL);
        if (!file)
            __heddle_refuse_file(NULL);
        input = make_open(make_inode(file->bytes, file->size), O_RDONLY);
    }
    return input;
}

struct heddle_open_file *__heddle_file_at(int fd)
{
    if (fd == 0)
        return standard_input();
    if (fd == 1 || fd == 2)
        __heddle_unmodelled_use_of_a_standard_stream_as_a_file();
    return fd >= FIRST && fd - FIRST < count ? files[fd - FIRST] : NULL;
}

int __heddle_file_open(const char *path, int flags)
{
    enum {
        KNOWN = O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND,
        IRRELEVANT = O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | O_SYNC | O_DSYNC | 0100000
    };
    if (flags & ~(KNOWN | IRRELEVANT))
        __heddle_unmodelled_flag_of_open();
    path = plain(path);
    if (!*path)
        return -ENOENT;
    struct name *name = flags & O_CREAT ? known(path) : need(path);
    if (name && name->inode && (flags & O_CREAT) && (flags & O_EXCL))
        return -EEXIST;
    if ((!name || !name->inode) && !(flags & O_CREAT))
        return -ENOENT;
    if (!name) {
        need_directory(path);
        name = add(path);
    }
    if (!name->inode)
        set(name, make_inode(NULL, 0));
    struct heddle_inode *inode = name->inode;
    if (flags & O_TRUNC && inode->size) {
        __heddle_buffer_disturb(inode, NULL, 1);
        resize(inode, 0);
    }
    return number(make_open(inode, flags & (O_ACCMODE | O_APPEND)), 0);
}

int __heddle_file_temporary(void)
{
    return number(make_open(make_inode(NULL, 0), O_RDWR), 0);
}

int __heddle_file_close(int fd)
{
    if (fd >= 0 && fd < FIRST)
        __heddle_unmodelled_closing_of_a_standard_stream();
    struct heddle_open_file *file = __heddle_file_at(fd);
    if (!file)
        return EBADF;
    drop_open(file);
    files[fd - FIRST] = NULL;
    shrink();
    return 0;
}

int __heddle_file_unlink(const char *path)
{
    struct name *name = need(plain(path));
    if (!name->inode)
        return ENOENT;
    set(name, NULL);
    return 0;
}

/* --- Reading and writing --------------------------------------------------- */

int __heddle_file_can_read(const struct heddle_open_file *file)
{
    return !file->standard && (file->flags & O_ACCMODE) != O_WRONLY;
}

int __heddle_file_can_write(const struct heddle_open_file *file)
{
    return file->standard || (file->flags & O_ACCMODE) != O_RDONLY;
}

size_t __heddle_file_left(const struct heddle_open_file *file, size_t most)
{
    if ((size_t)file->position >= file->inode->size)
        return 0;
    size_t left = file->inode->size - (size_t)file->position;
    return left < most ? left : most;
}

void __heddle_file_read(struct heddle_open_file *file, char *to, size_t n)
{
    if (n)
        __builtin_memcpy(to, file->inode->bytes + file->position, n);
    file->position += (off_t)n;
}

void __heddle_file_write(struct heddle_open_file *file, const char *bytes, size_t n)
{
    if (file->standard) {
        __heddle_output(file->standard, bytes, n);
        return;
    }
    if (n == 0)
        return;
    struct heddle_inode *inode = file->inode;
    if (file->flags & O_APPEND)
        file->position = (off_t)inode->size;
    size_t end = (size_t)file->position + n;
    make_room(inode, end > inode->size ? end : inode->size);
    if ((size_t)file->position > inode->size)
        resize(inode, (size_t)file->position);
    __builtin_memcpy(inode->bytes + file->position, bytes, n);
    file->position = (off_t)end;
    if (end > inode->size)
        inode->size = end;
}

off_t __heddle_file_seek(struct heddle_open_file *file, off_t offset, int whence)
{
    if (file->standard)
        return -ESPIPE;
    off_t base;
    switch (whence) {
    case SEEK_SET:
        base = 0;
        break;
    case SEEK_CUR:
        base = file->position;
        break;
    case SEEK_END:
        base = (off_t)file->inode->size;
        break;
    default:
        return -EINVAL;
    }
    if (base + offset < 0)
        return -EINVAL;
    file->position = base + offset;
    return file->position;
}

/* --- <fcntl.h> and <unistd.h> ---------------------------------------------- */

/* A result that is minus an error where it is below 0, and -1 for the caller. */
static long result(long value)
{
    if (value >= 0)
        return value;
    errno = (int)-value;
    return -1;
}

/* The user's name is copied before it is looked for. */
#define COPY_OF(path, copy)                                                                       \
    size_t n_##copy = strlen(path) + 1;                                                            \
    char copy[n_##copy];                                                                           \
    __builtin_memcpy(copy, path, n_##copy)

static int open_file(const char *path, int flags)
{
    pthread_testcancel();
    COPY_OF(path, copy);
    __heddle_atomic_begin();
    int fd = __heddle_file_open(copy, flags);
    __heddle_atomic_end();
    return (int)result(fd);
}

int open(const char *path, int flags, ...)
{
    return open_file(path, flags);
}

int open64(const char *path, int flags, ...)
{
    return open_file(path, flags);
}

int creat(const char *path, mode_t mode)
{
    (void)mode;
    return open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
}

int close(int fd)
{
    pthread_testcancel();
    __heddle_atomic_begin();
    int error = __heddle_file_close(fd);
    __heddle_atomic_end();
    return (int)result(-error);
}

/* Output to a file, from memory that nobody else writes. */
static ssize_t write_copy(int fd, const char *bytes, size_t n)
{
    __heddle_atomic_begin();
    struct heddle_open_file *file = fd == 0 ? NULL : __heddle_file_at(fd);
    ssize_t written = -EBADF;
    if (file && __heddle_file_can_write(file)) {
        if (!file->standard)
            __heddle_buffer_disturb(file->inode, NULL, 1);
        __heddle_file_write(file, bytes, n);
        written = (ssize_t)n;
    }
    __heddle_atomic_end();
    return written;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    pthread_testcancel();
    if (fd == 1 || fd == 2) {
        __heddle_output(fd, bytes, n);
        return (ssize_t)n;
    }
    char copy[n ? n : 1];
    __builtin_memcpy(copy, bytes, n);
    return result(write_copy(fd, copy, n));
}

ssize_t read(int fd, void *to, size_t most)
{
    pthread_testcancel();
    __heddle_atomic_begin();
    struct heddle_open_file *file = __heddle_file_at(fd);
    int is_readable = file && __heddle_file_can_read(file);
    if (is_readable)
        __heddle_buffer_disturb(file->inode, NULL, 0);
    size_t n = is_readable ? __heddle_file_left(file, most) : 0;
    char copy[n ? n : 1];
    if (is_readable)
        __heddle_file_read(file, copy, n);
    __heddle_atomic_end();
    __builtin_memcpy(to, copy, n);
    return result(is_readable ? (ssize_t)n : -EBADF);
}

static off_t seek(int fd, off_t offset, int whence)
{
    __heddle_atomic_begin();
    struct heddle_open_file *file = __heddle_file_at(fd);
    if (file && !file->standard)
        __heddle_buffer_disturb(file->inode, NULL, 0);
    off_t position = file ? __heddle_file_seek(file, offset, whence) : -EBADF;
    __heddle_atomic_end();
    return result(position);
}

off_t lseek(int fd, off_t offset, int whence)
{
    return seek(fd, offset, whence);
}

off64_t lseek64(int fd, off64_t offset, int whence)
{
    return seek(fd, (off_t)offset, whence);
}

int ftruncate(int fd, off_t size)
{
    __heddle_atomic_begin();
    struct heddle_open_file *file = __heddle_file_at(fd);
    int error = !file ? EBADF : file->standard || size < 0 || !__heddle_file_can_write(file) ? EINVAL : 0;
    if (!error) {
        __heddle_buffer_disturb(file->inode, NULL, 1);
        resize(file->inode, (size_t)size);
    }
    __heddle_atomic_end();
    return (int)result(-error);
}

int fsync(int fd)
{
    __heddle_atomic_begin();
    int error = __heddle_file_at(fd) ? 0 : EBADF;
    __heddle_atomic_end();
    return (int)result(-error);
}

/* A standard stream of output gets an open file when it is duplicated. */
static struct heddle_open_file *to_duplicate(int fd)
{
    if (fd != 1 && fd != 2)
        return __heddle_file_at(fd);
    struct heddle_open_file *file = make_open(NULL, O_WRONLY);
    file->standard = fd;
    return file;
}

int dup(int fd)
{
    __heddle_atomic_begin();
    struct heddle_open_file *file = to_duplicate(fd);
    int copy = file ? number(file, 0) : -EBADF;
    __heddle_atomic_end();
    return (int)result(copy);
}

int dup2(int fd, int to)
{
    __heddle_atomic_begin();
    if (to >= 0 && to < FIRST && to != fd)
        __heddle_unmodelled_closing_of_a_standard_stream();
    struct heddle_open_file *file = fd == to && fd < FIRST ? NULL : to_duplicate(fd);
    int is_same = fd == to && (file || (fd >= 0 && fd < FIRST));
    int is_bad = !is_same && (!file || to < 0);
    if (!is_same && !is_bad) {
        file->references++;
        struct heddle_open_file *old = to - FIRST < count ? files[to - FIRST] : NULL;
        if (old)
            drop_open(old);
        put_at(to - FIRST, file);
        file->references--;
    }
    __heddle_atomic_end();
    return (int)result(is_bad ? -EBADF : to);
}

int isatty(int fd)
{
    int is_open = fd >= 0 && fd < FIRST;
    if (!is_open) {
        __heddle_atomic_begin();
        is_open = __heddle_file_at(fd) != NULL;
        __heddle_atomic_end();
    }
    errno = is_open ? ENOTTY : EBADF;
    return 0;
}

/* --- Names ----------------------------------------------------------------- */

static int remove_name(const char *path)
{
    COPY_OF(path, copy);
    __heddle_atomic_begin();
    int error = __heddle_file_unlink(copy);
    __heddle_atomic_end();
    return (int)result(-error);
}

int unlink(const char *path)
{
    return remove_name(path);
}

int remove(const char *path)
{
    return remove_name(path);
}

int rename(const char *from, const char *to)
{
    COPY_OF(from, old);
    COPY_OF(to, new);
    __heddle_atomic_begin();
    struct name *name = need(plain(old));
    int error = name->inode ? 0 : ENOENT;
    if (!error && strcmp(plain(old), plain(new)) != 0) {
        struct name *other = known(plain(new));
        if (!other) {
            need_directory(plain(new));
            other = add(plain(new));
        }
        set(other, name->inode);
        set(name, NULL);
    }
    __heddle_atomic_end();
    return (int)result(-error);
}

int access(const char *path, int mode)
{
    COPY_OF(path, copy);
    __heddle_atomic_begin();
    struct name *name = need(plain(copy));
    int error = !name->inode ? ENOENT : mode & X_OK ? EACCES : 0;
    __heddle_atomic_end();
    return (int)result(-error);
}

/* --- <sys/stat.h> ---------------------------------------------------------- */

/* All files are plain ones, which their owner may read and write. */
static void describe(struct stat *to, size_t size)
{
    enum { BLOCK = 4096, SECTOR = 512 };
    *to = (struct stat){
        .st_mode = S_IFREG | 0644,
        .st_nlink = 1,
        .st_uid = geteuid(),
        .st_gid = getegid(),
        .st_size = (off_t)size,
        .st_blksize = BLOCK,
        .st_blocks = (blkcnt_t)((size + BLOCK - 1) / BLOCK * (BLOCK / SECTOR)),
    };
}

int fstat(int fd, struct stat *to)
{
    __heddle_atomic_begin();
    struct heddle_open_file *file = __heddle_file_at(fd);
    if (file && file->standard)
        __heddle_unmodelled_use_of_a_standard_stream_as_a_file();
    if (file)
        __heddle_buffer_disturb(file->inode, NULL, 0);
    size_t size = file ? file->inode->size : 0;
    __heddle_atomic_end();
    if (!file)
        return (int)result(-EBADF);
    describe(to, size);
    return 0;
}

int stat(const char *restrict path, struct stat *restrict to)
{
    COPY_OF(path, copy);
    __heddle_atomic_begin();
    const struct heddle_inode *inode = need(plain(copy))->inode;
    if (inode)
        __heddle_buffer_disturb(inode, NULL, 0);
    size_t size = inode ? inode->size : 0;
    __heddle_atomic_end();
    if (!inode)
        return (int)result(-ENOENT);
    describe(to, size);
    return 0;
}
