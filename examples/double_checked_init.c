// Double-checked initialization.
//
// The telescope is built when somebody first looks through it. Taking the mutex
// for every look is slow, so the pointer is tested before the mutex is taken,
// and once more after. The first test reads the pointer while another thread may
// be writing it: a data race, and by the rules of C no behaviour at all.
//
// Run step by step, as this source is by default, nothing bad comes of it, and
// `heddle check` without options says verified. Ask for data races, as the
// directive below does, and heddle shows the two accesses that meet. A pointer of
// type _Atomic(struct telescope *) is the cure.
//
// Expected: a violation, a data race.
//
//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct telescope {
    int lenses;
};

static struct telescope *telescope;
static pthread_mutex_t workshop = PTHREAD_MUTEX_INITIALIZER;

static struct telescope *get_telescope(void)
{
    if (telescope == NULL) { // reads without the mutex
        pthread_mutex_lock(&workshop);
        if (telescope == NULL) {
            struct telescope *built = malloc(sizeof *built);
            built->lenses = 2;
            telescope = built; // writes with it
        }
        pthread_mutex_unlock(&workshop);
    }
    return telescope;
}

static void *look(void *unused)
{
    (void)unused;
    assert(get_telescope()->lenses == 2);
    return NULL;
}

int main(void)
{
    pthread_t galileo;
    pthread_create(&galileo, NULL, look, NULL);
    look(NULL);
    pthread_join(galileo, NULL);
    free(telescope);
    return 0;
}
