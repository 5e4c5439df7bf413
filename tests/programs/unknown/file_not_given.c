//@ verdict: unknown
//@ reason: not there for heddle
//
// A file that the run has not made and nobody has given: whether it is there is not known.

#include <stdio.h>

int main(void)
{
    FILE *file = fopen("settings.conf", "r");
    return file == NULL;
}
