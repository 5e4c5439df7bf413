//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//@ symbolic: slow, contents of files
//
// Two threads write to one stream: each call is one step, and nothing is lost.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *out;

static void *work(void *name)
{
    fprintf(out, "%s\n", (const char *)name);
    fputs("+\n", out);
    return NULL;
}

int main(void)
{
    out = fopen("/tmp/heddle_log.txt", "w+");
    pthread_t a, b;
    pthread_create(&a, NULL, work, "first");
    pthread_create(&b, NULL, work, "second");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    rewind(out);
    int first = 0, second = 0, others = 0;
    char line[20];
    while (fgets(line, sizeof line, out)) {
        first += strcmp(line, "first\n") == 0;
        second += strcmp(line, "second\n") == 0;
        others += strcmp(line, "+\n") == 0;
    }
    assert(first == 1 && second == 1 && others == 2);
    fclose(out);
}
