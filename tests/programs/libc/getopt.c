//@ verdict: verified
//
// getopt: letters in one element, arguments in the same and in the next element, operands
// moved behind the options, and what is not an option.

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char *argv[] = {"program", "first", "-xn3", "-o", "out", "second", "-q", "--", "-x", NULL};
    int argc = 9;
    int letter;
    opterr = 0;
    while ((letter = getopt(argc, argv, "xn:o:")) != -1)
        printf("%c %s\n", letter, optarg ? optarg : "-");
    assert(optopt == 'q');
    assert(optind == 6);
    assert(strcmp(argv[6], "first") == 0);
    assert(strcmp(argv[7], "second") == 0);
    assert(strcmp(argv[8], "-x") == 0);
    return 0;
}
