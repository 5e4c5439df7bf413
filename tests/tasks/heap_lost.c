/* Memory that is lost. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    p = 0;
    return p != 0;
}
