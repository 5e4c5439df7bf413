/* Memory that is lost before the program aborts. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    p = 0;
    if (!p)
        abort();
    return 0;
}
