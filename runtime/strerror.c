/*
 * strerror: the words of the errors that the functions of this runtime give, and of
 * the other usual ones.
 */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *message(int error)
{
    switch (error) {
    case 0: return "Success";
    case EPERM: return "Operation not permitted";
    case ENOENT: return "No such file or directory";
    case ESRCH: return "No such process";
    case EINTR: return "Interrupted system call";
    case EIO: return "Input/output error";
    case ENXIO: return "No such device or address";
    case E2BIG: return "Argument list too long";
    case EBADF: return "Bad file descriptor";
    case ECHILD: return "No child processes";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EACCES: return "Permission denied";
    case EFAULT: return "Bad address";
    case EBUSY: return "Device or resource busy";
    case EEXIST: return "File exists";
    case ENODEV: return "No such device";
    case ENOTDIR: return "Not a directory";
    case EISDIR: return "Is a directory";
    case EINVAL: return "Invalid argument";
    case ENFILE: return "Too many open files in system";
    case EMFILE: return "Too many open files";
    case ENOTTY: return "Inappropriate ioctl for device";
    case EFBIG: return "File too large";
    case ENOSPC: return "No space left on device";
    case ESPIPE: return "Illegal seek";
    case EROFS: return "Read-only file system";
    case EPIPE: return "Broken pipe";
    case EDOM: return "Numerical argument out of domain";
    case ERANGE: return "Numerical result out of range";
    case EDEADLK: return "Resource deadlock avoided";
    case ENAMETOOLONG: return "File name too long";
    case ENOSYS: return "Function not implemented";
    case EPROTO: return "Protocol error";
    case EOVERFLOW: return "Value too large for defined data type";
    case EILSEQ: return "Invalid or incomplete multibyte or wide character";
    case ENOTSUP: return "Operation not supported";
    case EADDRINUSE: return "Address already in use";
    case ECONNRESET: return "Connection reset by peer";
    case ENOBUFS: return "No buffer space available";
    case ETIMEDOUT: return "Connection timed out";
    case ECONNREFUSED: return "Connection refused";
    case EALREADY: return "Operation already in progress";
    case EINPROGRESS: return "Operation now in progress";
    case ECANCELED: return "Operation canceled";
    case EOWNERDEAD: return "Owner died";
    case ENOTRECOVERABLE: return "State not recoverable";
    default: return NULL;
    }
}

/* A result for an unknown number is valid until the thread asks for another. */
char *strerror(int error)
{
    static _Thread_local char unknown[32];
    const char *known = message(error);
    if (known)
        return (char *)known;
    snprintf(unknown, sizeof unknown, "Unknown error %d", error);
    return unknown;
}

/* The GNU function: what it returns may be in the buffer or elsewhere. */
char *strerror_r(int error, char *buffer, size_t size)
{
    const char *known = message(error);
    if (known)
        return (char *)known;
    snprintf(buffer, size, "Unknown error %d", error);
    return buffer;
}

/* The POSIX function of the same name, which the headers call so. */
int __xpg_strerror_r(int error, char *buffer, size_t size);
int __xpg_strerror_r(int error, char *buffer, size_t size)
{
    const char *known = message(error);
    int n = known ? snprintf(buffer, size, "%s", known)
                  : snprintf(buffer, size, "Unknown error %d", error);
    if ((size_t)n >= size)
        return ERANGE;
    return known ? 0 : EINVAL;
}
