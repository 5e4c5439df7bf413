//@ verdict: unknown
//@ reason: look at what a stream has not flushed
//@ symbolic: slow, contents of files
//
// What is in the buffer of a stream is not in the file for others, natively. Here there are no
// buffers, so a run in which that matters is not followed.

#include <stdio.h>

int main(void)
{
    FILE *out = fopen("/tmp/heddle_buffered", "w"), *in = fopen("/tmp/heddle_buffered", "r");
    fputs("text", out);
    return fgetc(in) == 't';
}
