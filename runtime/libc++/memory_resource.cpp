/*
 * Memory resources.
 *
 * A pool takes each block from its upstream, and keeps a list of them: what a program sees of pools
 * beyond that is how often they ask, and that is not promised.
 */
#include <memory_resource>

#include <new>

namespace std {
inline namespace __1 {
namespace pmr {

memory_resource::~memory_resource() = default;

namespace {

struct of_new final : memory_resource {
    void *do_allocate(size_t bytes, size_t alignment) override
    {
        return __libcpp_allocate(bytes, alignment);
    }

    void do_deallocate(void *p, size_t bytes, size_t alignment) override
    {
        __libcpp_deallocate(p, bytes, alignment);
    }

    bool do_is_equal(const memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

struct nothing final : memory_resource {
    void *do_allocate(size_t, size_t) override
    {
        __throw_bad_alloc();
    }

    void do_deallocate(void *, size_t, size_t) override {}

    bool do_is_equal(const memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

/* Never destroyed. */
template <typename T> union forever {
    constexpr forever() : object() {}
    ~forever() {}
    T object;
};

constinit forever<of_new> new_delete;
constinit forever<nothing> null;

/* Null is the one with new and delete. */
memory_resource *chosen;

} // namespace

memory_resource *new_delete_resource() noexcept
{
    return &new_delete.object;
}

memory_resource *null_memory_resource() noexcept
{
    return &null.object;
}

memory_resource *get_default_resource() noexcept
{
    memory_resource *resource = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
    return resource ? resource : new_delete_resource();
}

memory_resource *set_default_resource(memory_resource *resource) noexcept
{
    memory_resource *old = __atomic_exchange_n(&chosen, resource, __ATOMIC_ACQ_REL);
    return old ? old : new_delete_resource();
}

/* --- A resource that only grows -------------------------------------------- */

/* Blocks are taken from the end of a buffer, whose description is behind it. */
static void *take(char *start, char *&end, size_t bytes, size_t alignment)
{
    if (!start || static_cast<size_t>(end - start) < bytes)
        return nullptr;
    char *p = end - bytes;
    size_t below = reinterpret_cast<uintptr_t>(p) & (alignment - 1);
    if (static_cast<size_t>(p - start) < below)
        return nullptr;
    return end = p - below;
}

void *monotonic_buffer_resource::__initial_descriptor::__try_allocate_from_chunk(size_t bytes,
                                                                                size_t alignment)
{
    return take(__start_, __cur_, bytes, alignment);
}

void *monotonic_buffer_resource::__chunk_footer::__try_allocate_from_chunk(size_t bytes,
                                                                          size_t alignment)
{
    return take(__start_, __cur_, bytes, alignment);
}

void *monotonic_buffer_resource::do_allocate(size_t bytes, size_t alignment)
{
    if (void *p = __initial_.__try_allocate_from_chunk(bytes, alignment))
        return p;
    if (__chunks_)
        if (void *p = __chunks_->__try_allocate_from_chunk(bytes, alignment))
            return p;
    size_t align = alignment < alignof(__chunk_footer) ? alignof(__chunk_footer) : alignment;
    size_t room = __initial_.__start_ ? __initial_.__end_ - __initial_.__start_ : __initial_.__size_;
    if (room < __default_buffer_capacity)
        room = __default_buffer_capacity;
    if (__chunks_ && room < 2 * __chunks_->__allocation_size())
        room = 2 * __chunks_->__allocation_size();
    if (room < bytes)
        room = bytes;
    room = (room + align - 1) / align * align;
    char *start = static_cast<char *>(__res_->allocate(room + sizeof(__chunk_footer), align));
    __chunks_ = new (start + room) __chunk_footer{__chunks_, start, start + room, align};
    return __chunks_->__try_allocate_from_chunk(bytes, alignment);
}

/* --- Pools ------------------------------------------------------------------ */

/* Behind each block. */
struct unsynchronized_pool_resource::__adhoc_pool::__chunk_footer {
    __chunk_footer *next;
    char *start;
    size_t bytes, alignment;
};

void *unsynchronized_pool_resource::__adhoc_pool::__do_allocate(memory_resource *upstream,
                                                                size_t bytes, size_t alignment)
{
    size_t align = alignment < alignof(__chunk_footer) ? alignof(__chunk_footer) : alignment;
    size_t room = (bytes + align - 1) / align * align, all = room + sizeof(__chunk_footer);
    char *start = static_cast<char *>(upstream->allocate(all, align));
    __first_ = new (start + room) __chunk_footer{__first_, start, all, align};
    return start;
}

void unsynchronized_pool_resource::__adhoc_pool::__do_deallocate(memory_resource *upstream, void *p,
                                                                 size_t, size_t)
{
    for (__chunk_footer **link = &__first_; *link; link = &(*link)->next) {
        __chunk_footer *chunk = *link;
        if (chunk->start == p) {
            *link = chunk->next;
            upstream->deallocate(chunk->start, chunk->bytes, chunk->alignment);
            return;
        }
    }
}

void unsynchronized_pool_resource::__adhoc_pool::__release_ptr(memory_resource *upstream)
{
    while (__chunk_footer *chunk = __first_) {
        __first_ = chunk->next;
        upstream->deallocate(chunk->start, chunk->bytes, chunk->alignment);
    }
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options,
                                                           memory_resource *upstream)
    : __res_(upstream), __fixed_pools_(nullptr)
{
    size_t largest = options.largest_required_pool_block;
    if (largest == 0)
        largest = __default_largest_block_size;
    __num_fixed_pools_ = 1;
    for (size_t size = __smallest_block_size; size < largest && size < __max_largest_block_size;
         size *= 2)
        ++__num_fixed_pools_;
    size_t blocks = options.max_blocks_per_chunk;
    if (blocks == 0 || blocks > __max_blocks_per_chunk)
        blocks = __max_blocks_per_chunk;
    else if (blocks < __min_blocks_per_chunk)
        blocks = __min_blocks_per_chunk;
    __options_max_blocks_per_chunk_ = static_cast<uint32_t>(blocks);
}

pool_options unsynchronized_pool_resource::options() const
{
    return {__options_max_blocks_per_chunk_, __smallest_block_size << (__num_fixed_pools_ - 1)};
}

void unsynchronized_pool_resource::release()
{
    __adhoc_pool_.__release_ptr(__res_);
}

void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment)
{
    return __adhoc_pool_.__do_allocate(__res_, bytes, alignment);
}

void unsynchronized_pool_resource::do_deallocate(void *p, size_t bytes, size_t alignment)
{
    __adhoc_pool_.__do_deallocate(__res_, p, bytes, alignment);
}

bool synchronized_pool_resource::do_is_equal(const memory_resource &other) const noexcept
{
    return this == &other;
}

} // namespace pmr
} // namespace __1
} // namespace std
