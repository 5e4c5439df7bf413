/*
 * getopt. As in glibc, operands are moved behind the options, unless the list of options
 * begins with '+'.
 */
#include "internal.h"

#include <stdio.h>
#include <unistd.h>

void __heddle_unmodelled_getopt_in_order(void);

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* The letters that are left of an element such as -xyz, or null. */
static char *letters;

/* Where the element is that came after it, before operands were moved. */
static int following;

static int is_option(const char *element)
{
    return element[0] == '-' && element[1] != 0;
}

/* Moves the element at `from` to `to`, and what is in between one place on. */
static void move(char **elements, int from, int to)
{
    char *moved = elements[from];
    for (int i = from; i > to; i--)
        elements[i] = elements[i - 1];
    elements[to] = moved;
}

static void complain(const char *program, const char *what, int letter)
{
    if (opterr)
        fprintf(stderr, "%s: %s -- '%c'\n", program, what, letter);
}

/* Goes to the next element that is an option; 0 if there is none. */
static int next_element(int argc, char **argv, int operands_end)
{
    if (optind == 0)
        optind = 1;
    int at = optind;
    while (!operands_end && at < argc && !is_option(argv[at]))
        at++;
    if (at >= argc || !is_option(argv[at]))
        return 0;
    move(argv, at, optind);
    following = at + 1;
    letters = argv[optind] + 1;
    if (letters[0] == '-' && letters[1] == 0) {
        letters = NULL;
        optind++;
        return 0;
    }
    return 1;
}

int getopt(int argc, char *const *argv, const char *options)
{
    char **elements = (char **)argv;
    int operands_end = *options == '+';
    if (*options == '-')
        __heddle_unmodelled_getopt_in_order();
    options += operands_end;
    int silent = *options == ':';

    optarg = NULL;
    if (!letters && !next_element(argc, elements, operands_end))
        return -1;
    int letter = *letters++;
    char *rest = *letters ? letters : NULL;
    letters = rest;
    if (!rest)
        optind++;

    const char *known = options + silent;
    while (*known && *known != letter)
        known++;
    if (!*known || letter == ':') {
        optopt = letter;
        if (!silent)
            complain(argv[0], "invalid option", letter);
        return '?';
    }
    if (known[1] != ':')
        return letter;
    letters = NULL;
    if (rest) {
        optarg = rest;
        optind++;
    } else if (known[2] == ':') {
        return letter; /* an argument that may be left out */
    } else if (following < argc) {
        move(elements, following, optind);
        optarg = elements[optind++];
    } else {
        optopt = letter;
        if (!silent)
            complain(argv[0], "option requires an argument", letter);
        return silent ? ':' : '?';
    }
    return letter;
}
