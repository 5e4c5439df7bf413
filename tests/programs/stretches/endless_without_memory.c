//@ verdict: violation
//@ kind: spin-deadlock
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// A loop that never ends and writes nothing, behind one that does: it is found in a stretch.

static volatile unsigned flag, count;

int main(void)
{
    while (count < 3000)
        count++;
    while (!flag) {
    }
    return 0;
}
