/*
 * Files: what the runtime's own sources share about them.
 *
 * There is a world of files in memory. It has the files that the user gives, and those that the
 * run makes; of all other names nobody knows whether there is a file, so that a run which asks for
 * one is not followed.
 *
 * Whatever is declared here is called in an atomic section, unless it says otherwise.
 */
#ifndef HEDDLE_FILE_H
#define HEDDLE_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* A file, which lives as long as a name or an open file refers to it. */
struct heddle_inode {
    unsigned references;
    size_t size;
    /* Bytes of room in `bytes`; 0 if these are the user's, which nobody writes. */
    size_t room;
    char *bytes;
};

/* An open file: what open makes and dup shares. */
struct heddle_open_file {
    unsigned references;
    /* As of open: how it may be used, and O_APPEND. */
    int flags;
    /* 1 or 2 if it is a standard stream of output, which has no file. */
    int standard;
    off_t position;
    struct heddle_inode *inode;
};

/* A file that the user gives; that of standard input has no name. The last one has no bytes. */
struct heddle_given_file {
    const char *name;
    const char *bytes;
    unsigned long size;
};

/* The given files. The sources in which they are come from heddle, if there are any. */
extern const struct heddle_given_file __heddle_given_files[] __attribute__((weak));

/* The number of a new open file, or minus an error. */
int __heddle_file_open(const char *path, int flags);

/* A new file without a name, and its number. */
int __heddle_file_temporary(void);

/* The open file of a number; null if there is none. Number 0 is standard input. */
struct heddle_open_file *__heddle_file_at(int fd);

/* Gives the number back. 0, or an error. */
int __heddle_file_close(int fd);

/* Takes a name away. 0, or an error. */
int __heddle_file_unlink(const char *path);

/* How many of `most` bytes are there from the position on. */
size_t __heddle_file_left(const struct heddle_open_file *file, size_t most);

/* Reads that many bytes, which are there. */
void __heddle_file_read(struct heddle_open_file *file, char *to, size_t n);

/* Writes to a file, or to a standard stream. */
void __heddle_file_write(struct heddle_open_file *file, const char *bytes, size_t n);

/* The new position, or minus an error. */
off_t __heddle_file_seek(struct heddle_open_file *file, off_t offset, int whence);

/* True if it may be read, or written. */
int __heddle_file_can_read(const struct heddle_open_file *file);
int __heddle_file_can_write(const struct heddle_open_file *file);

/*
 * What a stream would have in its buffer, which is not modelled: here all that is written is in the
 * file at once. So nobody else may look at a file while something would wait to be written, nor
 * change it while a stream would still read what was there before.
 */
struct heddle_buffer {
    struct heddle_buffer *next;
    struct heddle_open_file *file;
    /* True if something would wait to be written. */
    int is_dirty;
    /* The position up to which it would have read. */
    off_t ahead;
};

/* Adds the buffer of a new stream, or takes one away. */
void __heddle_buffer_add(struct heddle_buffer *buffer);
void __heddle_buffer_remove(struct heddle_buffer *buffer);

/* All of them, in a list. */
struct heddle_buffer *__heddle_buffers(void);

/*
 * Somebody looks at a file, or changes it: through `buffer`, or directly if that is null. A run is
 * not followed in which the buffers of others matter.
 */
void __heddle_buffer_disturb(const struct heddle_inode *inode, const struct heddle_buffer *buffer,
                             int changes);

#endif
