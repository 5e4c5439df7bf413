/*
 * What the files about locales share.
 *
 * There is one locale that the library makes, the classic one. It has the facets that numbers and
 * streams need; a file with more of them adds these when it is part of a program.
 */
#ifndef HEDDLE_LOCALE_H
#define HEDDLE_LOCALE_H

#include <locale>
#include <new>

namespace heddle {

/* The friend of std::locale that adds facets and caches to the classic one. */
struct classic {};

/* Room for an object that is never destroyed. */
template <typename T> union room {
    constexpr room() : nothing() {}
    ~room() {}
    char nothing;
    T object;
};

} // namespace heddle

namespace std {

template <> struct __use_cache<heddle::classic> {
    static void add(const locale::id &id, const locale::facet *facet);
    static void add_cache(const locale::id &id, const locale::facet *cache);
};

} // namespace std

namespace heddle {

/* Makes a facet of the classic locale; constructors of priority 102 call it. */
template <typename Facet, typename... Arguments> void add(room<Facet> &room, Arguments... arguments)
{
    std::__use_cache<classic>::add(Facet::id, new (&room.object) Facet(arguments..., 1));
}

} // namespace heddle

#endif
