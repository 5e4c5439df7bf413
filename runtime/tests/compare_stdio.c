/* stdio.c, printf.c and fortify.c: what arrives at the machine, and the results. */
#include "compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

OURS(printf); OURS(fprintf); OURS(dprintf); OURS(sprintf); OURS(snprintf); OURS(asprintf);
OURS(puts); OURS(putchar); OURS(fputc); OURS(fputs); OURS(fwrite); OURS(fileno); OURS(perror);
OURS(stdin); OURS(stdout); OURS(stderr); OURS(free);
int rt___sprintf_chk(char *s, int flag, size_t room, const char *format, ...);
int rt___snprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, ...);
char *rt___strcpy_chk(char *to, const char *from, size_t room);
extern int *rt___errno_location(void);

static void wrote(const char *what, int fd, const char *text)
{
    int actual_fd;
    const char *actual = take_output(&actual_fd);
    SAME(what, actual, strcmp(actual, text), 0);
    SAME(what, actual, actual_fd, fd);
}

static char room[4];

static void overflow_sprintf(void)
{
    rt___sprintf_chk(room, 1, sizeof room, "%d", 1234);
}

static void overflow_snprintf(void)
{
    rt___snprintf_chk(room, 5, 1, sizeof room, "x");
}

static void overflow_strcpy(void)
{
    rt___strcpy_chk(room, "1234", sizeof room);
}

void compare_stdio(void)
{
    char large[400], buffer[400];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = 0;

    HOLDS(rt_printf("%d %s\n", 12, "ab") == 6);
    wrote("printf", 1, "12 ab\n");
    HOLDS(rt_printf("%s", large) == (int)strlen(large));
    wrote("printf", 1, large);
    HOLDS(rt_fprintf(rt_stderr, "%c%5.2f", 'e', 1.5) == 6);
    wrote("fprintf", 2, "e 1.50");
    HOLDS(rt_dprintf(2, "%x", 255) == 2);
    wrote("dprintf", 2, "ff");
    HOLDS(rt_fprintf(rt_stdin, "no") == -1 && *rt___errno_location() == EBADF);
    HOLDS(rt_puts("line") >= 0);
    wrote("puts", 1, "line\n");
    HOLDS(rt_putchar('a') == 'a' && rt_fputc(-1, rt_stdout) == 255);
    wrote("putchar", 1, "a\xff");
    HOLDS(rt_fputs("text", rt_stderr) >= 0 && rt_fwrite("abcd", 2, 2, rt_stderr) == 2);
    wrote("fputs", 2, "textabcd");
    *rt___errno_location() = ENOMEM;
    rt_perror("here");
    wrote("perror", 2, "here: Cannot allocate memory\n");
    HOLDS(rt_fileno(rt_stdin) == 0 && rt_fileno(rt_stdout) == 1 && rt_fileno(rt_stderr) == 2);

    HOLDS(rt_sprintf(buffer, "%s", large) == (int)strlen(large) && !strcmp(buffer, large));
    HOLDS(rt_snprintf(buffer, 3, "%d", 12345) == 5 && !strcmp(buffer, "12"));
    HOLDS(rt_snprintf(NULL, 0, "%d", 12345) == 5);
    char *text = NULL;
    HOLDS(rt_asprintf(&text, "%d-%s", 1, large) == (int)strlen(large) + 2 && text[2] == 'x');
    rt_free(text);

    HOLDS(rt___sprintf_chk(room, 1, sizeof room, "%d", 123) == 3);
    HOLDS(rt___snprintf_chk(room, 4, 1, sizeof room, "%d", 12345) == 5);
    HOLDS(until_end(overflow_sprintf) == -2);
    HOLDS(until_end(overflow_snprintf) == -2);
    HOLDS(until_end(overflow_strcpy) == -2);
}
