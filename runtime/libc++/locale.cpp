/*
 * std::locale and its parts. There is one locale that the library makes, the classic one.
 */
#include "locale.h"

#include <cstring>

namespace std {
inline namespace __1 {

/* --- Identities and facets ------------------------------------------------- */

int32_t locale::id::__next_id;

/* The number of a kind of facet, given when it is first asked for. */
long locale::id::__get()
{
    int32_t number = __atomic_load_n(&__id_, __ATOMIC_ACQUIRE);
    if (number == 0) {
        int32_t next = 1 + __atomic_fetch_add(&__next_id, 1, __ATOMIC_ACQ_REL);
        if (__atomic_compare_exchange_n(&__id_, &number, next, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            number = next;
    }
    return number - 1;
}

locale::facet::~facet() {}

void locale::facet::__on_zero_shared() noexcept
{
    delete this;
}

/* --- Sets of facets -------------------------------------------------------- */

enum { FACETS = 64 };

/* It is counted, but for the classic one. */
class locale::__imp : public facet {
  public:
    __imp() : facet(1), facets() {}

    __imp(const __imp &other) : facet(0)
    {
        for (int i = 0; i < FACETS; ++i) {
            facets[i] = other.facets[i];
            if (facets[i])
                facets[i]->__add_shared();
        }
    }

    ~__imp() override
    {
        for (facet *facet : facets) {
            if (facet)
                facet->__release_shared();
        }
    }

    facet *facets[FACETS];
};

namespace {

heddle::room<locale> classic_locale, global_locale;

} // namespace

/* A member, since only these know what a locale is. */
const locale &locale::classic()
{
    static heddle::room<__imp> imp;
    static bool is_made;
    if (!is_made) {
        is_made = true;
        new (&imp.object) __imp();
        new (&classic_locale.object) locale(__private_constructor_tag(), &imp.object);
        new (&global_locale.object) locale(__private_constructor_tag(), &imp.object);
    }
    return classic_locale.object;
}

__attribute__((constructor(101))) static void make()
{
    locale::classic();
}

extern "C" [[noreturn]] void __heddle_unmodelled_locale(void);

void __no_destroy<heddle::classic>::add(locale::id &id, locale::facet *facet)
{
    locale::classic().__locale_->facets[id.__get()] = facet;
}

/* The facets of a new locale: those of another one, and one more. */
void locale::__install_ctor(const locale &other, facet *facet, long number)
{
    if (number >= FACETS)
        __heddle_unmodelled_locale();
    __imp *imp = new __imp(*other.__locale_);
    if (facet) {
        facet->__add_shared();
        if (imp->facets[number])
            imp->facets[number]->__release_shared();
        imp->facets[number] = facet;
    }
    imp->__add_shared();
    __locale_ = imp;
}

/* --- Locales --------------------------------------------------------------- */

locale::locale() noexcept : locale(__global()) {}

locale::locale(const locale &other) noexcept : __locale_(other.__locale_)
{
    if (__locale_ != classic().__locale_)
        __locale_->__add_shared();
}

locale::locale(const char *name) : locale(classic())
{
    if (!name)
        __throw_runtime_error("locale constructed with null");
    /* An empty name asks the environment, in which there is nothing. */
    if (*name && strcmp(name, "C") && strcmp(name, "POSIX"))
        __heddle_unmodelled_locale();
}

locale::locale(const string &name) : locale(name.c_str()) {}

locale::~locale()
{
    if (__locale_ != classic().__locale_)
        __locale_->__release_shared();
}

const locale &locale::operator=(const locale &other) noexcept
{
    locale copy(other);
    __imp *old = __locale_;
    __locale_ = copy.__locale_;
    copy.__locale_ = old;
    return *this;
}

bool locale::operator==(const locale &other) const
{
    return __locale_ == other.__locale_;
}

string locale::name() const
{
    return __locale_ == classic().__locale_ ? "C" : "*";
}

locale &locale::__global()
{
    classic();
    return global_locale.object;
}

locale locale::global(const locale &other)
{
    locale old = __global();
    __global() = other;
    return old;
}

bool locale::has_facet(id &id) const
{
    long number = id.__get();
    return number < FACETS && __locale_->facets[number];
}

const locale::facet *locale::use_facet(id &id) const
{
    if (!has_facet(id))
        __throw_bad_cast();
    return __locale_->facets[id.__get()];
}

} // namespace __1
} // namespace std
