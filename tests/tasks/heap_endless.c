/* Memory that is lost before a loop that never ends: nothing is looked at there. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    p = 0;
    while (!p)
        ;
    return 0;
}
