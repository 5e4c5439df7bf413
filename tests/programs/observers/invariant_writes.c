//@ verdict: unknown
//@ reason: invariant_writes.c:16: invariant 'count' writes to 'stats.calls'
//@ options: --invariant count
//
// An invariant must not change what it looks at.

static struct {
    int limit;
    int calls;
} stats;

int count(void);

int count(void)
{
    stats.calls++;
    return stats.calls < 100;
}

int main(void)
{
    return stats.limit;
}
