/*
 * Types at run time: the kinds of std::type_info, the types that every program may name, and
 * which handlers catch what.
 */
#include "cxx.h"

#include <string.h>

/* --- Kinds --------------------------------------------------------------------- */

/*
 * Virtual functions of std::type_info are for the library's own use; nobody else calls them.
 * A call of one is a call of null. But a type has a type, too.
 */
#define KIND(name, base)                                                                           \
    const char _ZTSN10__cxxabiv1##name##E[] = "N10__cxxabiv1" #name "E";                           \
    const struct heddle_single_class _ZTIN10__cxxabiv1##name##E = {                                \
        {HEDDLE_TYPE_VTABLE(20__si_class_type_info) + 2, _ZTSN10__cxxabiv1##name##E},              \
        (const struct heddle_type *)&base};                                                        \
    const void *const HEDDLE_TYPE_VTABLE(name)[HEDDLE_TYPE_VTABLE_WORDS] = {                       \
        NULL, &_ZTIN10__cxxabiv1##name##E}

const char _ZTSSt9type_info[] = "St9type_info";
const struct heddle_type _ZTISt9type_info = {HEDDLE_TYPE_VTABLE(17__class_type_info) + 2,
                                             _ZTSSt9type_info};
const char _ZTSN10__cxxabiv117__pbase_type_infoE[] = "N10__cxxabiv117__pbase_type_infoE";
const struct heddle_single_class _ZTIN10__cxxabiv117__pbase_type_infoE = {
    {HEDDLE_TYPE_VTABLE(20__si_class_type_info) + 2, _ZTSN10__cxxabiv117__pbase_type_infoE},
    &_ZTISt9type_info};

KIND(17__class_type_info, _ZTISt9type_info);
KIND(20__si_class_type_info, _ZTIN10__cxxabiv117__class_type_infoE);
KIND(21__vmi_class_type_info, _ZTIN10__cxxabiv117__class_type_infoE);
KIND(19__pointer_type_info, _ZTIN10__cxxabiv117__pbase_type_infoE);
KIND(29__pointer_to_member_type_info, _ZTIN10__cxxabiv117__pbase_type_infoE);
KIND(20__function_type_info, _ZTISt9type_info);
KIND(17__array_type_info, _ZTISt9type_info);
KIND(16__enum_type_info, _ZTISt9type_info);
KIND(23__fundamental_type_info, _ZTISt9type_info);

#define IS(type, name) ((type)->vtable == HEDDLE_TYPE_VTABLE(name) + 2)

/* --- Types that every program may name -------------------------------------------- */

/* A fundamental type, a pointer to it, and a pointer to const of it. */
#define TYPE(code)                                                                                 \
    const char _ZTS##code[] = #code, _ZTSP##code[] = "P" #code, _ZTSPK##code[] = "PK" #code;       \
    const struct heddle_type _ZTI##code = {HEDDLE_TYPE_VTABLE(23__fundamental_type_info) + 2,      \
                                           _ZTS##code};                                            \
    const struct heddle_pointer _ZTIP##code = {                                                    \
        {HEDDLE_TYPE_VTABLE(19__pointer_type_info) + 2, _ZTSP##code}, 0, &_ZTI##code};             \
    const struct heddle_pointer _ZTIPK##code = {                                                   \
        {HEDDLE_TYPE_VTABLE(19__pointer_type_info) + 2, _ZTSPK##code},                             \
        HEDDLE_POINTER_CONST,                                                                      \
        &_ZTI##code}

TYPE(v);
TYPE(b);
TYPE(w);
TYPE(c);
TYPE(a);
TYPE(h);
TYPE(s);
TYPE(t);
TYPE(i);
TYPE(j);
TYPE(l);
TYPE(m);
TYPE(x);
TYPE(y);
TYPE(n);
TYPE(o);
TYPE(f);
TYPE(d);
TYPE(e);
TYPE(g);
TYPE(Dn);
TYPE(Du);
TYPE(Ds);
TYPE(Di);
TYPE(Dh);
TYPE(DF16_);

/* --- Equality ------------------------------------------------------------------------ */

int heddle_same_type(const struct heddle_type *a, const struct heddle_type *b)
{
    if (a == b || a->name == b->name)
        return 1;
    return a->name[0] != '*' && strcmp(a->name, b->name) == 0;
}

int heddle_is_pointer(const struct heddle_type *type)
{
    return IS(type, 19__pointer_type_info);
}

/* --- Handlers -------------------------------------------------------------------------- */

static int is_class(const struct heddle_type *type)
{
    return IS(type, 17__class_type_info) || IS(type, 20__si_class_type_info) ||
           IS(type, 21__vmi_class_type_info);
}

static int is_member_pointer(const struct heddle_type *type)
{
    return IS(type, 29__pointer_to_member_type_info);
}

/* What a handler of a pointer to a member gets for nullptr: no data, and no function. */
static const long no_member[2] = {-1, 0};
static const long no_function[2] = {0, 0};

/*
 * Pointers convert at all levels: by adding const, which then has to be at all outer levels
 * but the first, and at the first level to void or to a base. `level` counts from 0.
 */
int heddle_type_catches(const struct heddle_type *handler, const struct heddle_type *thrown,
                        void **object)
{
    int is_outer_const = 1;
    for (int level = 0;; level++) {
        if (heddle_same_type(handler, thrown))
            return 1;
        if (is_class(handler))
            return level < 2 && is_class(thrown) && heddle_upcast(thrown, handler, object);
        int is_pointer = heddle_is_pointer(handler);
        if (!is_pointer && !is_member_pointer(handler))
            return 0;
        const struct heddle_pointer *to = (const struct heddle_pointer *)handler;
        if (heddle_same_type(thrown, &_ZTIDn)) {
            if (level)
                return 0;
            int is_function = IS(to->pointee, 20__function_type_info);
            *object = is_pointer ? NULL : (void *)(is_function ? no_function : no_member);
            return 1;
        }
        if (handler->vtable != thrown->vtable || !is_outer_const)
            return 0;
        const struct heddle_pointer *from = (const struct heddle_pointer *)thrown;
        if (from->flags & ~to->flags & ~(unsigned)HEDDLE_POINTER_NOEXCEPT)
            return 0;
        if (to->flags & ~from->flags & HEDDLE_POINTER_NOEXCEPT)
            return 0;
        if (!is_pointer) {
            /* Of the same class, which comes behind the type of the member. */
            const struct heddle_type *const *of = (const void *)(to + 1);
            const struct heddle_type *const *from_of = (const void *)(from + 1);
            if (!heddle_same_type(*of, *from_of))
                return 0;
        }
        is_outer_const &= !!(to->flags & HEDDLE_POINTER_CONST);
        if (!level && is_pointer && heddle_same_type(to->pointee, &_ZTIv))
            return !IS(from->pointee, 20__function_type_info);
        handler = to->pointee;
        thrown = from->pointee;
    }
}
