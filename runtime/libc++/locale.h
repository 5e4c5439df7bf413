/*
 * What the files about locales share; see libstdc++/locale.h.
 */
#ifndef HEDDLE_LOCALE_H
#define HEDDLE_LOCALE_H

#include <locale>
#include <new>

namespace heddle {

/* Room for an object that is never destroyed. */
template <typename T> union room {
    constexpr room() : nothing() {}
    ~room() {}
    char nothing;
    T object;
};

/* A facet whose destructor is not asked for. */
template <typename Facet> struct lasting : Facet {
    using Facet::Facet;
    ~lasting() override {}
};

struct classic {};

} // namespace heddle

namespace std {
inline namespace __1 {

/* A friend of std::locale that adds facets to the classic one. */
template <> struct __no_destroy<heddle::classic> {
    static void add(locale::id &id, locale::facet *facet);
};

} // namespace __1
} // namespace std

namespace heddle {

/* Makes a facet of the classic locale; constructors of priority 102 call it. */
template <typename Facet> void add(room<lasting<Facet>> &room)
{
    auto facet = new (&room.object) lasting<Facet>();
    /* It is the classic locale's, however many others have it. */
    facet->__add_shared();
    std::__no_destroy<classic>::add(Facet::id, facet);
}

} // namespace heddle

#endif
