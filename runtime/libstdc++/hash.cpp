/*
 * Hash values of bytes: MurmurHash2 in the variants that the library uses, and FNV-1a. They are
 * those of the library, since the order of unordered containers shows them.
 */
#include <bits/hash_bytes.h>

#include <cstring>

namespace std {

#if __SIZEOF_SIZE_T__ == 8

static unsigned long load(const unsigned char *bytes, size_t n)
{
    unsigned long word = 0;
    memcpy(&word, bytes, n);
    return word;
}

static unsigned long mixed(unsigned long word)
{
    return word ^ word >> 47;
}

size_t _Hash_bytes(const void *p, size_t n, size_t seed)
{
    const unsigned long factor = 0xc6a4a7935bd1e995;
    const unsigned char *bytes = static_cast<const unsigned char *>(p);
    unsigned long hash = seed ^ n * factor;
    size_t whole = n & ~size_t(7);
    for (size_t i = 0; i < whole; i += 8)
        hash = (hash ^ mixed(load(bytes + i, 8) * factor) * factor) * factor;
    if (whole < n)
        hash = (hash ^ load(bytes + whole, n - whole)) * factor;
    return mixed(mixed(hash) * factor);
}

size_t _Fnv_hash_bytes(const void *p, size_t n, size_t hash)
{
    const unsigned char *bytes = static_cast<const unsigned char *>(p);
    for (size_t i = 0; i < n; ++i)
        hash = (hash ^ bytes[i]) * 1099511628211ul;
    return hash;
}

#else

static unsigned load(const unsigned char *bytes, size_t n)
{
    unsigned word = 0;
    memcpy(&word, bytes, n);
    return word;
}

size_t _Hash_bytes(const void *p, size_t n, size_t seed)
{
    const unsigned factor = 0x5bd1e995;
    const unsigned char *bytes = static_cast<const unsigned char *>(p);
    unsigned hash = seed ^ n;
    size_t whole = n & ~size_t(3);
    for (size_t i = 0; i < whole; i += 4) {
        unsigned word = load(bytes + i, 4) * factor;
        word = (word ^ word >> 24) * factor;
        hash = hash * factor ^ word;
    }
    if (whole < n)
        hash = (hash ^ load(bytes + whole, n - whole)) * factor;
    hash = (hash ^ hash >> 13) * factor;
    return hash ^ hash >> 15;
}

size_t _Fnv_hash_bytes(const void *p, size_t n, size_t hash)
{
    const unsigned char *bytes = static_cast<const unsigned char *>(p);
    for (size_t i = 0; i < n; ++i)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

#endif

} // namespace std
