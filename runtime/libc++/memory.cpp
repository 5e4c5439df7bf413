/*
 * The counts of shared pointers.
 */
#include <memory>

namespace std {
inline namespace __1 {

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}

void __shared_weak_count::__release_weak() noexcept
{
    if (__atomic_fetch_sub(&__shared_weak_owners_, 1, __ATOMIC_ACQ_REL) == 0)
        __on_zero_shared_weak();
}

/* One more owner, unless there is none any more: the counts are one less than the owners. */
__shared_weak_count *__shared_weak_count::lock() noexcept
{
    long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
    while (owners != -1) {
        if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return this;
    }
    return nullptr;
}

const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept
{
    return nullptr;
}

} // namespace __1

bad_weak_ptr::~bad_weak_ptr() noexcept {}

const char *bad_weak_ptr::what() const noexcept
{
    return "bad_weak_ptr";
}

} // namespace std
