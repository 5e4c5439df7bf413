// Peterson's lock, as a module.
//
// A module has no main, and here its threads never end. What runs is named on the
// command line, and so is what must be true in every state:
//
//   heddle check --init setup --thread visit=0 --thread visit=1 --invariant exclusive
//
// Expected: verified. Without the assignment to `last` the invariant fails.
//
//@ verdict: verified
//@ options: --init setup --thread visit=0 --thread visit=1 --invariant exclusive
//@ concurrent: yes

static _Atomic int wants[2], last;
static _Atomic int inside;

void setup(void);
void visit(int me);
int exclusive(void);

void setup(void)
{
    wants[0] = wants[1] = 0;
    inside = 0;
}

static void lock(int me)
{
    wants[me] = 1;
    last = me;
    while (wants[1 - me] && last == me)
        continue;
}

static void unlock(int me)
{
    wants[me] = 0;
}

void visit(int me)
{
    for (;;) {
        lock(me);
        inside++;
        inside--;
        unlock(me);
    }
}

int exclusive(void)
{
    return inside <= 1;
}
