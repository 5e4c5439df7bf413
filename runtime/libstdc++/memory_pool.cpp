/*
 * Memory resources with pools.
 *
 * The library cuts blocks out of larger chunks. Here each block comes from upstream by itself, so that
 * what is wrong with one is seen; a list has them for when all are released at once.
 */
#include <memory_resource>

#include <mutex>
#include <new>

namespace std::pmr {

/* In front of each block. */
struct __pool_resource::_Pool {
    _Pool *next, *previous;
    size_t bytes, alignment;
};

struct synchronized_pool_resource::_TPools {
    _TPools *next, *previous;
    size_t bytes, alignment;
};

struct __pool_resource::_BigBlock {};

template <typename Block>
static void *allocate(Block *&list, memory_resource *upstream, size_t bytes, size_t alignment)
{
    if (alignment < alignof(Block))
        alignment = alignof(Block);
    size_t front = (sizeof(Block) + alignment - 1) / alignment * alignment;
    char *start = static_cast<char *>(upstream->allocate(front + bytes, alignment));
    Block *block = new (start + front - sizeof(Block)) Block{list, nullptr, front + bytes, alignment};
    if (list)
        list->previous = block;
    list = block;
    return start + front;
}

template <typename Block> static void give_back(Block *block, memory_resource *upstream)
{
    size_t front = (sizeof(Block) + block->alignment - 1) / block->alignment * block->alignment;
    char *start = reinterpret_cast<char *>(block + 1) - front;
    upstream->deallocate(start, block->bytes, block->alignment);
}

template <typename Block> static void deallocate(Block *&list, memory_resource *upstream, void *p)
{
    Block *block = static_cast<Block *>(p) - 1;
    if (block->next)
        block->next->previous = block->previous;
    if (block->previous)
        block->previous->next = block->next;
    else
        list = block->next;
    give_back(block, upstream);
}

template <typename Block> static void release_all(Block *&list, memory_resource *upstream)
{
    while (Block *block = list) {
        list = block->next;
        give_back(block, upstream);
    }
}

static size_t between(size_t least, size_t n, size_t most)
{
    return n < least ? least : n > most ? most : n;
}

/* What the library makes of them; zeros ask for what is usual. */
static pool_options munged(pool_options options)
{
    size_t blocks = options.max_blocks_per_chunk, largest = options.largest_required_pool_block;
    options.max_blocks_per_chunk = blocks ? between(4, blocks, 524287) : 16384;
    options.largest_required_pool_block =
        largest ? (between(64, largest, 4194304) + 7) / 8 * 8 : 4096;
    return options;
}

/* --- For one thread -------------------------------------------------------- */

__pool_resource::__pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_opts(munged(options)), _M_unpooled(upstream), _M_npools()
{
}

__pool_resource::~__pool_resource() = default;

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options,
                                                           memory_resource *upstream)
    : _M_impl(options, upstream)
{
}

unsynchronized_pool_resource::~unsynchronized_pool_resource()
{
    release();
}

void unsynchronized_pool_resource::release()
{
    release_all(_M_pools, upstream_resource());
}

void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment)
{
    return pmr::allocate(_M_pools, upstream_resource(), bytes, alignment);
}

void unsynchronized_pool_resource::do_deallocate(void *p, size_t, size_t)
{
    pmr::deallocate(_M_pools, upstream_resource(), p);
}

/* --- For several ----------------------------------------------------------- */

synchronized_pool_resource::synchronized_pool_resource(const pool_options &options,
                                                       memory_resource *upstream)
    : _M_impl(options, upstream), _M_key()
{
}

synchronized_pool_resource::~synchronized_pool_resource()
{
    release();
}

void synchronized_pool_resource::release()
{
    lock_guard<shared_mutex> guard(_M_mx);
    release_all(_M_tpools, upstream_resource());
}

void *synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment)
{
    lock_guard<shared_mutex> guard(_M_mx);
    return pmr::allocate(_M_tpools, upstream_resource(), bytes, alignment);
}

void synchronized_pool_resource::do_deallocate(void *p, size_t, size_t)
{
    lock_guard<shared_mutex> guard(_M_mx);
    pmr::deallocate(_M_tpools, upstream_resource(), p);
}

} // namespace std::pmr
