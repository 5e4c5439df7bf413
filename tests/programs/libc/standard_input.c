//@ verdict: verified
//@ output: native
//@ options: --stdin tests/programs/libc/standard_input.txt --file tests/programs/libc/standard_input.txt
//@ symbolic: slow, contents of files
//
// Standard input, and a file of the world outside: both are what --stdin and --file name.

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static void read_input(void)
{
    int n;
    char word[20], line[40];
    printf("%d", scanf("%d %19s", &n, word));
    printf(" %d %s", n, word);
    int c = getchar();
    ungetc(c, stdin);
    printf(" %d %s", c, fgets(line, sizeof line, stdin));
    char *text = NULL;
    size_t room = 0;
    printf("%zd %s", getline(&text, &room, stdin), text);
    free(text);
    double half;
    printf("%d", scanf("%i%lf%19s", &n, &half, word));
    printf(" %d %g %s\n", n, half, word);
    printf("%d", feof(stdin));
    while ((c = fgetc(stdin)) != EOF)
        putchar(c);
    printf("%d %d\n", feof(stdin) != 0, scanf("%d", &n));
}

static void read_file(void)
{
    const char *name = "tests/programs/libc/standard_input.txt";
    struct stat status;
    printf("%d %d ", stat(name, &status), (int)status.st_size);
    FILE *file = fopen(name, "r");
    int lines = 0, c;
    while ((c = getc(file)) != EOF)
        lines += c == '\n';
    printf("%d\n", lines);
    fclose(file);
}

int main(void)
{
    read_input();
    read_file();
}
