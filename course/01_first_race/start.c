// Visitors of a place with several doors.

static int visitors;

void count(void)
{
    visitors++;
}

int total(void)
{
    return visitors;
}
