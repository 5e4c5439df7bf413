// A naive election.
//
// Two nodes have to agree on a leader. Each draws a number, announces it, and
// looks at what the other one announced: the higher number leads.
//
// Two things are wrong. A node that looks too early sees no number at all and
// takes itself for the leader, whatever the other draws later: two leaders. And
// when both draw the same number, nobody is higher: no leader.
//
// Expected: a violation of the assertion that there is exactly one leader.
//
//@ verdict: violation
//@ kind: assertion
//@ line: 46
//@ concurrent: yes

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { NOT_ANNOUNCED = 0, HIGHEST = 2 };

static atomic_int announced[2];
static atomic_int leaders;

static void *node(void *arg)
{
    int me = *(int *)arg;
    int mine = 1 + (int)heddle_choose(HIGHEST);
    announced[me] = mine;
    if (mine > announced[1 - me]) // NOT_ANNOUNCED is less than every number
        leaders++;
    return NULL;
}

int main(void)
{
    int name[2] = {0, 1};
    pthread_t nodes[2];
    pthread_create(&nodes[0], NULL, node, &name[0]);
    pthread_create(&nodes[1], NULL, node, &name[1]);
    pthread_join(nodes[0], NULL);
    pthread_join(nodes[1], NULL);
    assert(leaders == 1); // can fail
    return 0;
}
