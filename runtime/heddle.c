/* The functions of heddle.h that are more than a shim. */
#include "internal.h"

#include "heddle.h"

void heddle_trace(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __heddle_format(NULL, 0, format, &args);
    va_end(args);
    if (n < 0)
        return;
    char text[(size_t)n + 1];
    va_start(args, format);
    __heddle_format(text, sizeof text, format, &args);
    va_end(args);
    __heddle_trace(text, (unsigned long)n);
}

void *heddle_malloc(size_t n)
{
    return __heddle_malloc(n, 16);
}

unsigned char heddle_abs[64];

void heddle_thread(void *(*f)(void *), void *arg)
{
    pthread_t thread;
    __heddle_thread_create(f, arg, 1, &thread);
}
