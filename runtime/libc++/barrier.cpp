/*
 * Who is the last to arrive at a std::barrier. The library counts in a tree, to keep the caches of
 * many processors apart; here there is one count.
 */
#include <barrier>

namespace std {
inline namespace __1 {

class __barrier_algorithm_base {
  public:
    /* How many there are is changed between two phases. */
    const ptrdiff_t *expected;
    ptrdiff_t arrived;
};

__barrier_algorithm_base *__construct_barrier_algorithm_base(ptrdiff_t &expected)
{
    return new __barrier_algorithm_base{&expected, 0};
}

/*
 * True for the last one, and then the next phase begins with nobody there. That one may change how
 * many there are as soon as all have arrived, so they are asked for before.
 */
bool __arrive_barrier_algorithm_base(__barrier_algorithm_base *barrier, __barrier_phase_t) noexcept
{
    ptrdiff_t all = *barrier->expected;
    if (__atomic_add_fetch(&barrier->arrived, 1, __ATOMIC_ACQ_REL) != all)
        return false;
    __atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
    return true;
}

void __destroy_barrier_algorithm_base(__barrier_algorithm_base *barrier) noexcept
{
    delete barrier;
}

} // namespace __1
} // namespace std
