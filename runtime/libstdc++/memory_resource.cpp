/*
 * Memory resources of <memory_resource>; those with pools are in memory_pool.cpp.
 */
#include <memory_resource>

#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

struct of_new final : memory_resource {
    void *do_allocate(size_t bytes, size_t alignment) override
    {
        return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__
                   ? operator new(bytes, align_val_t(alignment))
                   : operator new(bytes);
    }

    void do_deallocate(void *p, size_t bytes, size_t alignment) override
    {
        if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
            operator delete(p, bytes, align_val_t(alignment));
        else
            operator delete(p, bytes);
    }

    bool do_is_equal(const memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

struct nothing final : memory_resource {
    void *do_allocate(size_t, size_t) override
    {
        throw bad_alloc();
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

/* In front of each buffer. */
class monotonic_buffer_resource::_Chunk {
  public:
    _Chunk *next;
    size_t bytes, alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource()
{
    release();
}

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment)
{
    if (alignment < alignof(_Chunk))
        alignment = alignof(_Chunk);
    size_t front = (sizeof(_Chunk) + alignment - 1) / alignment * alignment;
    size_t room = bytes > _M_next_bufsiz ? bytes : _M_next_bufsiz;
    void *p = _M_upstream->allocate(front + room, alignment);
    _M_head = new (p) _Chunk{_M_head, front + room, alignment};
    _M_current_buf = static_cast<char *>(p) + front;
    _M_avail = room;
    _M_next_bufsiz = _S_next_bufsize(_M_next_bufsiz);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept
{
    while (_M_head) {
        _Chunk *chunk = _M_head;
        _M_head = chunk->next;
        _M_upstream->deallocate(chunk, chunk->bytes, chunk->alignment);
    }
}

} // namespace std::pmr
