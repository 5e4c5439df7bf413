#include <pthread.h>
#include <stdatomic.h>

void __heddle_ap_set(const char *name, int value);

static atomic_flag taken = ATOMIC_FLAG_INIT;

static void enter_and_leave(void) {
    while (atomic_flag_test_and_set(&taken))
        ;
    atomic_flag_clear(&taken);
}

static void *modest(void *argument) {
    __heddle_ap_set("req", 1);
    while (atomic_flag_test_and_set(&taken))
        ;
    __heddle_ap_set("cs", 1);
    __heddle_ap_set("req", 0);
    atomic_flag_clear(&taken);
    return 0;
}

static void *greedy(void *argument) {
    for (;;)
        enter_and_leave();
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, modest, 0);
    pthread_create(&other, 0, greedy, 0);
    pthread_join(one, 0);
    return 0;
}
