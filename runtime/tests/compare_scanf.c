/* scanf.c against the system's: the same results, and the same bytes stored. */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rt_sscanf(const char *s, const char *format, ...);
int rt_fscanf(FILE *stream, const char *format, ...);
OURS(tmpfile); OURS(fputs); OURS(rewind); OURS(getc); OURS(feof); OURS(fclose);
void rt_free(void *p);

/* Calls both with four targets and compares all that they left behind. */
static void compare_scan(const char *s, const char *format)
{
    static char ours[4][64], theirs[4][64];
    char label[200];
    memset(ours, '#', sizeof ours);
    memset(theirs, '#', sizeof theirs);
    int n = rt_sscanf(s, format, ours[0], ours[1], ours[2], ours[3]);
    int native = sscanf(s, format, theirs[0], theirs[1], theirs[2], theirs[3]);
    snprintf(label, sizeof label, "%s\", \"%s", s, format);
    SAME("sscanf", label, n, native);
    for (int i = 0; i < 4; i++)
        SAME("sscanf target", label, memcmp(ours[i], theirs[i], sizeof ours[i]), 0);
}

/* The same from a file: what is stored, whether the end was seen, and what is read next. */
static void compare_stream(const char *s, const char *format)
{
    static char ours[4][64], theirs[4][64];
    char label[200];
    memset(ours, '#', sizeof ours);
    memset(theirs, '#', sizeof theirs);
    FILE *our_file = rt_tmpfile(), *their_file = tmpfile();
    rt_fputs(s, our_file);
    fputs(s, their_file);
    rt_rewind(our_file);
    rewind(their_file);
    int n = rt_fscanf(our_file, format, ours[0], ours[1], ours[2], ours[3]);
    int native = fscanf(their_file, format, theirs[0], theirs[1], theirs[2], theirs[3]);
    snprintf(label, sizeof label, "%s\", \"%s", s, format);
    SAME("fscanf", label, n, native);
    for (int i = 0; i < 4; i++)
        SAME("fscanf target", label, memcmp(ours[i], theirs[i], sizeof ours[i]), 0);
    SAME("feof", label, rt_feof(our_file), feof(their_file) != 0);
    SAME("getc", label, rt_getc(our_file), getc(their_file));
    rt_fclose(our_file);
    fclose(their_file);
}

static const char *const inputs[] = {
    "", " ", "12", " -12 34", "+7x", "0x1F 0", "0x", "0xg", "077 08", "abc def", "a,b,c",
    "1.5 -2e3", ".5", "1e", "1e+", "1e5x", "inf nan", "infinity", "0x1p4", "0x1p", "-.", ".", "-",
    "+", "99999999999999999999", "-99999999999999999999", "4294967296", "12abc", "key=value",
    "[x]", "a-b", "]a]", "  lead", "%5", "% 5", "1:2:3", "1 : 2", "123456789", "x y z w", "\t\n1",
};

static const char *const formats[] = {
    "%d", "%d%d", "%d %d", "%i", "%i%n", "%u", "%x", "%X%s", "%o", "%hhd", "%hd", "%ld", "%lld",
    "%jd", "%zd", "%td", "%lu%lu", "%2d%2d", "%1x%x", "%*d%d", "%c", "%c%c%c", "%3c", " %c", "%s",
    "%3s%s", "%s%n", "%*s%s", "%[a-z]", "%[^,],%[^,]", "%[]a]", "%[^]]", "%[a-]", "%2[0-9]%s",
    "%[0-9a-fx]", "%*[a-z]=%s", "%f", "%lf%lf", "%f%s", "%3f%f", "%e", "%g %g", "%d:%d:%d",
    "%d : %d", "%%%d", "key=%s", "%n", "%d%n", "a%c", "%p", "%5d%%", "%s %s %s %s",
};

static void compare_allocating(void)
{
    char *ours = NULL, *theirs = NULL;
    SAME("%ms", "", rt_sscanf(" word x", "%ms", &ours), sscanf(" word x", "%ms", &theirs));
    HOLDS(ours && strcmp(ours, theirs) == 0);
    rt_free(ours);
    free(theirs);
    SAME("%m[", "", rt_sscanf("abc1", "%m[a-z]", &ours), sscanf("abc1", "%m[a-z]", &theirs));
    HOLDS(ours && strcmp(ours, theirs) == 0);
    rt_free(ours);
    free(theirs);
}

void compare_scanf(void)
{
    size_t count = sizeof inputs / sizeof *inputs, kinds = sizeof formats / sizeof *formats;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < kinds; k++) {
            compare_scan(inputs[i], formats[k]);
            compare_stream(inputs[i], formats[k]);
        }
    char s[24];
    for (int i = 0; i < 50000; i++) {
        random_string(s, sizeof s, i % 2 ? "0123456789 -." : "01aeE+-. ,:f");
        compare_scan(s, formats[random_below((unsigned)kinds)]);
    }
    compare_allocating();
}
