//@ verdict: violation
//@ kind: invariant
//@ line: 18
//@ options: --thread _Z5storel=-9000000000 --thread load --invariant sane
//@ concurrent: yes
//
// C++ functions by their name, or by the linker's where there are several.

static long stored;

void load(void);
void store(long value);
void store(int value);
bool sane();

static const long most = 9000000000;

bool sane() // BUG
{
    return stored > -most;
}

void load(void)
{
    __atomic_load_n(&stored, __ATOMIC_SEQ_CST);
}

void store(long value)
{
    __atomic_store_n(&stored, value, __ATOMIC_SEQ_CST);
}

void store(int value)
{
    stored = value + 1;
}
