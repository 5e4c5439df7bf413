/*
 * The driver: the runtime's shims in terms of the system's libc, and the frame of the
 * comparison. The names have the prefix that the runtime's symbols were given.
 */
#include "compare.h"

#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Differences and inputs ------------------------------------------------ */

static int differences;

void report(const char *what, const char *input, long long ours, long long theirs)
{
    if (++differences <= 20)
        printf("%s(\"%s\"): %lld, but natively %lld\n", what, input, ours, theirs);
}

uint64_t random_bits(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 20;
}

void random_string(char *s, size_t size, const char *alphabet)
{
    size_t n = random_below((unsigned)size), letters = strlen(alphabet);
    for (size_t i = 0; i < n; i++)
        s[i] = alphabet[random_below((unsigned)letters)];
    s[n] = 0;
}

/* --- Shims: memory, text, arithmetic --------------------------------------- */

void *rt___heddle_malloc(unsigned long n, unsigned long align);
void *rt___heddle_malloc(unsigned long n, unsigned long align)
{
    return memalign(align, n);
}

int rt___heddle_malloc_may_fail(void);
int rt___heddle_malloc_may_fail(void)
{
    return 0;
}

void rt___heddle_free(void *p);
void rt___heddle_free(void *p)
{
    free(p);
}

unsigned long rt___heddle_object_size(void *p);
unsigned long rt___heddle_object_size(void *p)
{
    return malloc_usable_size(p);
}

void rt___heddle_atomic_begin(void);
void rt___heddle_atomic_begin(void)
{
}

void rt___heddle_atomic_end(void);
void rt___heddle_atomic_end(void)
{
}

double rt___heddle_strtod(const char *s, char **end);
double rt___heddle_strtod(const char *s, char **end)
{
    return strtod(s, end);
}

int rt___heddle_format(char *buf, unsigned long size, const char *format, va_list *ap);
int rt___heddle_format(char *buf, unsigned long size, const char *format, va_list *ap)
{
    return vsnprintf(buf, size, format, *ap);
}

void rt___heddle_output(int fd, const char *bytes, unsigned long n);
int rt___heddle_print(int fd, const char *format, va_list *ap);
int rt___heddle_print(int fd, const char *format, va_list *ap)
{
    char text[1024];
    int n = vsnprintf(text, sizeof text, format, *ap);
    rt___heddle_output(fd, text, (unsigned long)n);
    return n;
}

#define SAME_AS(result, name, parameters, arguments)                                              \
    result rt_##name parameters;                                                                  \
    result rt_##name parameters                                                                   \
    {                                                                                              \
        return name arguments;                                                                     \
    }

SAME_AS(void *, memcpy, (void *to, const void *from, size_t n), (to, from, n))
SAME_AS(void *, memmove, (void *to, const void *from, size_t n), (to, from, n))
SAME_AS(void *, memset, (void *to, int c, size_t n), (to, c, n))
SAME_AS(double, trunc, (double x), (x))
SAME_AS(double, round, (double x), (x))
SAME_AS(double, rint, (double x), (x))
SAME_AS(double, fabs, (double x), (x))
SAME_AS(double, sin, (double x), (x))
SAME_AS(double, cos, (double x), (x))
SAME_AS(double, fmod, (double x, double y), (x, y))
SAME_AS(double, pow, (double x, double y), (x, y))

/* --- Shims: output --------------------------------------------------------- */

static char output[4096];
static size_t output_size;
static int output_fd;

void rt___heddle_output(int fd, const char *bytes, unsigned long n)
{
    memcpy(output + output_size, bytes, n);
    output_size += n;
    output_fd = fd;
}

const char *take_output(int *fd)
{
    output[output_size] = 0;
    output_size = 0;
    *fd = output_fd;
    return output;
}

/* --- Shims: one thread that can end ---------------------------------------- */

static jmp_buf end;
static long end_value;

long until_end(void (*f)(void))
{
    if (!setjmp(end)) {
        f();
        return -1;
    }
    return end_value;
}

_Noreturn void rt___heddle_thread_exit(void *value);
_Noreturn void rt___heddle_thread_exit(void *value)
{
    end_value = (long)value;
    longjmp(end, 1);
}

_Noreturn void rt___heddle_exit(int code);
_Noreturn void rt___heddle_exit(int code)
{
    end_value = code;
    longjmp(end, 1);
}

_Noreturn void rt___heddle_abort(void);
_Noreturn void rt___heddle_abort(void)
{
    end_value = -2;
    longjmp(end, 1);
}

int rt___heddle_thread_setcancelstate(int state);
int rt___heddle_thread_setcancelstate(int state)
{
    return state;
}

int rt___heddle_once_enter(int *once);
int rt___heddle_once_enter(int *once)
{
    return *once == 0 ? *once = 1 : 0;
}

void rt___heddle_once_leave(int *once);
void rt___heddle_once_leave(int *once)
{
    *once = 2;
}

/* --- What must not be called ------------------------------------------------ */

void rt_longjmp(void);
void rt_longjmp(void)
{
    abort();
}

/* There are no landing pads. */
const void *rt___heddle_pad(unsigned number);
const void *rt___heddle_pad(unsigned number)
{
    (void)number;
    return NULL;
}

/* What no test comes to. */
#define NEVER(name)                                                                               \
    void name(void);                                                                               \
    void name(void)                                                                                \
    {                                                                                              \
        abort();                                                                                   \
    }

NEVER(rt___heddle_unmodelled_wide_scanf)
NEVER(rt___heddle_unmodelled_getopt_in_order)
NEVER(rt___heddle_unmodelled_logarithm_of_a_long_double)
NEVER(rt___heddle_unmodelled_look_at_what_a_stream_has_not_flushed)
NEVER(rt___heddle_unmodelled_change_of_what_a_stream_has_read_ahead)
NEVER(rt___heddle_unmodelled_use_of_a_standard_stream_as_a_file)
NEVER(rt___heddle_unmodelled_closing_of_a_standard_stream)
NEVER(rt___heddle_refuse_file)

int rt___heddle_thread_cancelled(void);
int rt___heddle_thread_cancelled(void)
{
    return 0;
}

int main(void)
{
    compare_string();
    compare_wchar();
    compare_stdlib();
    compare_ctype();
    compare_stdio();
    compare_scanf();
    compare_math();
    compare_calendar();
    check_threads();
    if (differences)
        printf("%d differences\n", differences);
    return differences != 0;
}
