//@ verdict: unknown
//@ reason: external_handler
//
// The unknown function is called through a pointer.

extern void external_handler(int);

static void local_handler(int n) { (void)n; }

static void (*handlers[])(int) = {local_handler, external_handler};

int main(void)
{
    for (int i = 0; i < 2; i++)
        handlers[i](i);
    return 0;
}
