//@ verdict: verified
//@ output: native
//@ symbolic: unknown, printing with the conversion '%n'
//
// String, character, pointer and percent conversions; %n; results of printf;
// positional arguments.

#include <stdio.h>

int main(void)
{
    const char *s = "string";
    printf("[%s] [%10s] [%-10s] [%.3s] [%10.3s] [%-10.3s] [%.0s] [%.20s] [%*s] [%.*s]\n", s, s, s, s, s, s, s, s, 8, s, 2, s);
    char unterminated[3] = {'a', 'b', 'c'};
    printf("[%.3s] [%.2s]\n", unterminated, unterminated);
    printf("[%c] [%5c] [%-5c|] [%%] [%c%c]\n", 'x', 'y', 'z', 'o', 'k');
    printf("[%p] [%10p]\n", (void *)0, (void *)0);
    int at = -1, n = printf("twelve chars%n", &at);
    printf(" %d %d\n", n, at);
    printf("%2$s %1$d %2$s\n", 7, "again");
    printf("%s%s%s\n", "", "a", "");
    fputs("fputs\n", stdout);
    puts("puts");
    putchar('p');
    putc('c', stdout);
    fputc('\n', stdout);
    fprintf(stdout, "%s %d\n", "fprintf", 1);
    fwrite("fwrite\n", 1, 7, stdout);
    fflush(stdout);
    return 0;
}
