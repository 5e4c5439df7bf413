/*
 * std::locale and its parts.
 */
#include "locale.h"

#include <cstring>

namespace std {

/* --- The classic locale ---------------------------------------------------- */

/* More than there are facets in the standard, each for two types of characters. */
enum { FACETS = 64 };

locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;

namespace {

heddle::room<locale::_Impl> impl;
heddle::room<locale> classic_locale;
const locale::facet *facets[FACETS];
const locale::facet *caches[FACETS];
char name_c[] = "C";
char *names[6 + _GLIBCXX_NUM_CATEGORIES] = {name_c};

} // namespace

locale::_Impl::_Impl(size_t references) noexcept
    : _M_refcount(references), _M_facets(facets), _M_facets_size(FACETS), _M_caches(caches),
      _M_names(names)
{
}

/* It is there before any constructor of the program's runs, and as long as the process. */
__attribute__((constructor(101))) void locale::_S_initialize_once() noexcept
{
    if (_S_classic)
        return;
    _S_classic = _S_global = new (&impl.object) _Impl(2);
    new (&classic_locale.object) locale(_S_classic);
}

void locale::_S_initialize()
{
    _S_initialize_once();
}

const locale &locale::classic()
{
    return classic_locale.object;
}

void __use_cache<heddle::classic>::add(const locale::id &id, const locale::facet *facet)
{
    locale::_S_initialize();
    locale::_S_classic->_M_install_facet(&id, facet);
}

void __use_cache<heddle::classic>::add_cache(const locale::id &id, const locale::facet *cache)
{
    locale::_S_initialize();
    locale::_S_classic->_M_caches[id._M_id()] = cache;
}

/* --- Identities ------------------------------------------------------------ */

_Atomic_word locale::id::_S_refcount;

/* The number of a kind of facet, given when it is first asked for. */
size_t locale::id::_M_id() const noexcept
{
    size_t number = __atomic_load_n(&_M_index, __ATOMIC_ACQUIRE);
    if (number == 0) {
        size_t next = 1 + __atomic_fetch_add(&_S_refcount, 1, __ATOMIC_ACQ_REL);
        if (__atomic_compare_exchange_n(&_M_index, &number, next, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            number = next;
    }
    return number - 1;
}

/* --- Facets ---------------------------------------------------------------- */

const char locale::facet::_S_c_name[2] = "C";
__c_locale locale::facet::_S_c_locale;

locale::facet::~facet() {}

/* The only locale of the C library is the one that it has anyway. */
__c_locale locale::facet::_S_get_c_locale()
{
    return nullptr;
}

const char *locale::facet::_S_get_c_name() noexcept
{
    return _S_c_name;
}

__c_locale locale::facet::_S_clone_c_locale(__c_locale &) noexcept
{
    return nullptr;
}

void locale::facet::_S_destroy_c_locale(__c_locale &) {}

/* --- Sets of facets -------------------------------------------------------- */

/* A copy that has facets of its own. */
locale::_Impl::_Impl(const _Impl &other, size_t references)
    : _M_refcount(references), _M_facets_size(other._M_facets_size)
{
    _M_facets = new const facet *[_M_facets_size];
    _M_caches = new const facet *[_M_facets_size];
    for (size_t i = 0; i < _M_facets_size; ++i) {
        _M_facets[i] = other._M_facets[i];
        if (_M_facets[i])
            _M_facets[i]->_M_add_reference();
        _M_caches[i] = other._M_caches[i];
        if (_M_caches[i])
            _M_caches[i]->_M_add_reference();
    }
    _M_names = new char *[_S_categories_size];
    for (size_t i = 0; i < _S_categories_size; ++i) {
        const char *name = other._M_names[i];
        _M_names[i] = name ? strcpy(new char[strlen(name) + 1], name) : nullptr;
    }
}

locale::_Impl::~_Impl() noexcept
{
    for (size_t i = 0; i < _M_facets_size; ++i) {
        if (_M_facets[i])
            _M_facets[i]->_M_remove_reference();
        if (_M_caches[i])
            _M_caches[i]->_M_remove_reference();
    }
    delete[] _M_facets;
    delete[] _M_caches;
    for (size_t i = 0; i < _S_categories_size; ++i)
        delete[] _M_names[i];
    delete[] _M_names;
}

static const locale::facet **grown(const locale::facet **old, size_t size, size_t more)
{
    const locale::facet **made = new const locale::facet *[more];
    for (size_t i = 0; i < more; ++i)
        made[i] = i < size ? old[i] : nullptr;
    return made;
}

void locale::_Impl::_M_install_facet(const id *id, const facet *facet)
{
    if (!facet)
        return;
    size_t number = id->_M_id();
    if (number >= _M_facets_size) {
        size_t more = number + 4;
        const locale::facet **old_facets = _M_facets, **old_caches = _M_caches;
        _M_facets = grown(old_facets, _M_facets_size, more);
        _M_caches = grown(old_caches, _M_facets_size, more);
        _M_facets_size = more;
        if (old_facets != facets) {
            delete[] old_facets;
            delete[] old_caches;
        }
    }
    facet->_M_add_reference();
    if (_M_facets[number])
        _M_facets[number]->_M_remove_reference();
    _M_facets[number] = facet;
    /* What was computed from the old facet is over. */
    if (_M_caches[number]) {
        _M_caches[number]->_M_remove_reference();
        _M_caches[number] = nullptr;
    }
}

/* Several threads may have made one. */
void locale::_Impl::_M_install_cache(const facet *cache, size_t number)
{
    const facet *none = nullptr;
    cache->_M_add_reference();
    if (!__atomic_compare_exchange_n(&_M_caches[number], &none, cache, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
        cache->_M_remove_reference();
}

/* --- Locales --------------------------------------------------------------- */

/* The classic one is not counted, since it never ends. */

locale::locale() noexcept : _M_impl(_S_global)
{
    if (_M_impl != _S_classic)
        _M_impl->_M_add_reference();
}

locale::locale(_Impl *impl) noexcept : _M_impl(impl) {}

locale::locale(const locale &other) noexcept : _M_impl(other._M_impl)
{
    if (_M_impl != _S_classic)
        _M_impl->_M_add_reference();
}

extern "C" [[noreturn]] void __heddle_unmodelled_locale(const char *name);

locale::locale(const char *name) : _M_impl(_S_classic)
{
    if (!name)
        __throw_runtime_error("locale::locale null not valid");
    /* An empty name asks the environment, in which there is nothing. */
    if (*name && strcmp(name, "C") && strcmp(name, "POSIX"))
        __heddle_unmodelled_locale(name);
}

locale::~locale() noexcept
{
    if (_M_impl != _S_classic)
        _M_impl->_M_remove_reference();
}

const locale &locale::operator=(const locale &other) noexcept
{
    if (other._M_impl != _S_classic)
        other._M_impl->_M_add_reference();
    if (_M_impl != _S_classic)
        _M_impl->_M_remove_reference();
    _M_impl = other._M_impl;
    return *this;
}

bool locale::operator==(const locale &other) const noexcept
{
    if (_M_impl == other._M_impl)
        return true;
    const char *mine = _M_impl->_M_names[0], *others = other._M_impl->_M_names[0];
    return mine && others && strcmp(mine, others) == 0;
}

string locale::name() const
{
    return _M_impl->_M_names[0] ? _M_impl->_M_names[0] : "*";
}

locale locale::global(const locale &l)
{
    _Impl *old = _S_global;
    if (l._M_impl != _S_classic)
        l._M_impl->_M_add_reference();
    _S_global = l._M_impl;
    /* The reference that the global one had is the result's. */
    return locale(old);
}

const locale::category locale::none;
const locale::category locale::ctype;
const locale::category locale::numeric;
const locale::category locale::collate;
const locale::category locale::time;
const locale::category locale::monetary;
const locale::category locale::messages;
const locale::category locale::all;

/* --- What the headers' formatting goes through ----------------------------- */

extern "C" __c_locale __uselocale(__c_locale)
{
    return nullptr;
}

} // namespace std
