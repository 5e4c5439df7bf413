/* Memory that is kept until the end, and never freed. */
#include <stdlib.h>

static int *kept;

int main(void)
{
    kept = malloc(sizeof *kept);
    return 0;
}
