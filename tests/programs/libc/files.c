//@ verdict: verified
//@ output: native
//@ symbolic: slow, contents of files
//
// Files that the run itself writes: every way to read them again, places, ends and errors.

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "/tmp/heddle_files.txt"
#define OTHER "/tmp/heddle_files_2.txt"

static void write_all(void)
{
    FILE *file = fopen(NAME, "w");
    printf("%d", fprintf(file, "%d %s %.2f\n", 12, "abc", 0.5));
    printf(" %d", fputs("second line\n", file) >= 0);
    printf(" %d", fputc('x', file));
    printf(" %zu", fwrite("yz\n", 1, 3, file));
    printf(" %ld", ftell(file));
    printf(" %zu %d", fread((char[4]){0}, 1, 4, file), errno == EBADF);
    printf(" %d\n", ferror(file) != 0);
    printf("%d\n", fclose(file));
}

static void read_lines(void)
{
    FILE *file = fopen(NAME, "r");
    char line[8];
    while (fgets(line, sizeof line, file))
        printf("[%s]", line);
    printf("%d %d %d\n", feof(file) != 0, ferror(file), fgetc(file));
    rewind(file);
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&text, &room, file)) > 0)
        printf("%zd:%s", length, text);
    free(text);
    printf("%d %d\n", feof(file) != 0, fputc('a', file));
    clearerr(file);
    printf("%d %d\n", feof(file), ferror(file));
    fclose(file);
}

static void scan(void)
{
    FILE *file = fopen(NAME, "r");
    int number;
    char word[10], rest[20];
    double fraction;
    printf("%d", fscanf(file, "%d %9s%lf", &number, word, &fraction));
    printf(" %d %s %.3f", number, word, fraction);
    printf(" %d", fscanf(file, "%d", &number));
    printf(" %d", fscanf(file, " %19[a-z ]", rest));
    printf(" '%s' %d", rest, fgetc(file));
    printf(" %d", fscanf(file, "%s %d", word, &number));
    printf(" %s %d %d\n", word, feof(file) != 0, fscanf(file, "%d", &number));
    fclose(file);
}

static void move_about(void)
{
    FILE *file = fopen(NAME, "r+");
    fseek(file, -3, SEEK_END);
    int first = fgetc(file);
    printf("%c", first);
    ungetc('u', file);
    ungetc('v', file);
    int second = fgetc(file), third = fgetc(file), fourth = fgetc(file);
    printf("%c%c%c %ld", second, third, fourth, ftell(file));
    fseek(file, 3, SEEK_SET);
    fputs("ABC", file);
    fpos_t place;
    fgetpos(file, &place);
    printf(" %c", fgetc(file));
    fsetpos(file, &place);
    fseek(file, 2, SEEK_CUR);
    printf(" %ld %d", ftell(file), fseek(file, -100, SEEK_CUR));
    printf(" %d\n", errno == EINVAL);
    fclose(file);
    file = fopen(NAME, "a");
    printf("%d", ftell(file) > 0);
    fputs("end\n", file);
    fclose(file);
    file = fopen(NAME, "r");
    char block[100];
    size_t n = fread(block, 10, 10, file);
    printf(" %zu %d %.6s\n", n, feof(file) != 0, block);
    fclose(file);
}

static void numbers(void)
{
    int fd = open(OTHER, O_RDWR | O_CREAT | O_TRUNC, 0600);
    printf("%d", fd >= 3);
    printf(" %zd", write(fd, "hello world", 11));
    printf(" %d", (int)lseek(fd, 6, SEEK_SET));
    char text[20] = "";
    int copy = dup(fd);
    printf(" %zd %s", read(copy, text, sizeof text - 1), text);
    printf(" %zd", read(fd, text, 1));
    struct stat status;
    printf(" %d %d %d", fstat(fd, &status), (int)status.st_size, S_ISREG(status.st_mode) != 0);
    printf(" %d %d", close(copy), close(copy));
    printf(" %d\n", errno == EBADF);
    printf("%d", (int)lseek(fd, 3, SEEK_END));
    write(fd, "!", 1);
    lseek(fd, 11, SEEK_SET);
    printf(" %zd %d%d%d%c", read(fd, text, 10), text[0], text[1], text[2], text[3]);
    printf(" %d", ftruncate(fd, 5));
    FILE *file = fdopen(fd, "r+");
    rewind(file);
    printf(" %s %d\n", fgets(text, sizeof text, file), fileno(file) == fd);
    fclose(file);
}

static void names(void)
{
    printf("%d", rename(OTHER, NAME));
    FILE *file = fopen(NAME, "r");
    printf(" %c", fgetc(file));
    printf(" %d", unlink(NAME));
    printf(" %c", fgetc(file));
    fclose(file);
    printf(" %d %d", fopen(NAME, "r") == NULL, errno == ENOENT);
    printf(" %d %d", remove(NAME), open(NAME, O_RDONLY));
    file = fopen(NAME, "wx");
    printf(" %d %d %d", file != NULL, fopen(NAME, "wx") == NULL, errno == EEXIST);
    printf(" %d %d", fopen(NAME, "q") == NULL, errno == EINVAL);
    file = freopen(OTHER, "w+", file);
    setvbuf(file, NULL, _IONBF, 0);
    fputs("x", file);
    struct stat status;
    printf(" %d %d\n", stat(OTHER, &status), (int)status.st_size);
    fclose(file);
    remove(NAME);
    remove(OTHER);
    file = tmpfile();
    fprintf(file, "temporary");
    rewind(file);
    char word[20];
    printf("%d %s\n", fscanf(file, "%19s", word), word);
    fclose(file);
}

int main(void)
{
    write_all();
    read_lines();
    scan();
    move_about();
    numbers();
    names();
}
