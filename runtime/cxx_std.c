/*
 * Classes of the standard library that the language itself uses: std::exception and those that
 * operators throw, and std::exception_ptr in the forms of libstdc++ and libc++.
 */
#include "cxx.h"

void _ZdlPv(void *p);

/* --- std::exception and its heirs ---------------------------------------------- */

struct object {
    const void *const *vtable;
};

/*
 * A class without data: its type, vtable, constructors, destructors and message. `name` is
 * mangled, `type` is its std::type_info and `info` the initializer of that.
 */
#define CLASS(name, info_type, ...)                                                                \
    const char _ZTS##name[] = #name;                                                               \
    const info_type _ZTI##name = {__VA_ARGS__};                                                    \
    extern const void *const _ZTV##name[5];                                                        \
    const char *_ZNK##name##4whatEv(const struct object *this);                                    \
    void _ZN##name##C1Ev(struct object *this)                                                      \
    {                                                                                              \
        this->vtable = _ZTV##name + 2;                                                             \
    }                                                                                              \
    void _ZN##name##C2Ev(struct object *this)                                                      \
    {                                                                                              \
        this->vtable = _ZTV##name + 2;                                                             \
    }                                                                                              \
    void _ZN##name##D0Ev(struct object *this)                                                      \
    {                                                                                              \
        _ZdlPv(this);                                                                              \
    }                                                                                              \
    void _ZN##name##D1Ev(struct object *this)                                                      \
    {                                                                                              \
        (void)this;                                                                                \
    }                                                                                              \
    void _ZN##name##D2Ev(struct object *this)                                                      \
    {                                                                                              \
        (void)this;                                                                                \
    }                                                                                              \
    const void *const _ZTV##name[5] = {NULL, &_ZTI##name, _ZN##name##D1Ev, _ZN##name##D0Ev,        \
                                       _ZNK##name##4whatEv}

#define SAYS(name, text)                                                                           \
    const char *_ZNK##name##4whatEv(const struct object *this)                                     \
    {                                                                                              \
        (void)this;                                                                                \
        return text;                                                                               \
    }

#define HEIR(name, base)                                                                           \
    CLASS(name, struct heddle_single_class,                                                        \
          {HEDDLE_TYPE_VTABLE(20__si_class_type_info) + 2, _ZTS##name},                            \
          (const struct heddle_type *)&_ZTI##base)

CLASS(St9exception, struct heddle_type, HEDDLE_TYPE_VTABLE(17__class_type_info) + 2,
      _ZTSSt9exception);
SAYS(St9exception, "std::exception")
HEIR(St9bad_alloc, St9exception);
SAYS(St9bad_alloc, "std::bad_alloc")
HEIR(St20bad_array_new_length, St9bad_alloc);
SAYS(St20bad_array_new_length, "std::bad_array_new_length")
HEIR(St8bad_cast, St9exception);
SAYS(St8bad_cast, "std::bad_cast")
HEIR(St10bad_typeid, St9exception);
SAYS(St10bad_typeid, "std::bad_typeid")
HEIR(St13bad_exception, St9exception);
SAYS(St13bad_exception, "std::bad_exception")

#define THROW(name)                                                                                \
    do {                                                                                           \
        struct object *object = __cxa_allocate_exception(sizeof *object);                          \
        _ZN##name##C1Ev(object);                                                                   \
        __cxa_throw(object, &_ZTI##name.type, NULL);                                               \
    } while (0)

_Noreturn void heddle_throw_bad_alloc(void)
{
    THROW(St9bad_alloc);
}

_Noreturn void __cxa_throw_bad_array_new_length(void)
{
    THROW(St20bad_array_new_length);
}

_Noreturn void __cxa_throw_bad_array_length(void)
{
    THROW(St20bad_array_new_length);
}

_Noreturn void __cxa_bad_cast(void)
{
    THROW(St8bad_cast);
}

_Noreturn void __cxa_bad_typeid(void)
{
    THROW(St10bad_typeid);
}

/* --- std::exception_ptr ---------------------------------------------------------- */

/* The object that was thrown, or null, in both libraries. */
struct exception_ptr {
    void *object;
};

static void add(void *object)
{
    if (object)
        heddle_use_exception(heddle_exception_of(object));
}

static void release(void *object)
{
    if (object)
        heddle_release_exception(heddle_exception_of(object));
}

static void assign(struct exception_ptr *to, void *object)
{
    void *old = to->object;
    add(object);
    to->object = object;
    release(old);
}

static void *current_exception(void)
{
    struct heddle_throw *thrown = __heddle_thrown.caught;
    return thrown && thrown->exception ? heddle_exception_object(thrown->exception) : NULL;
}

static _Noreturn void rethrow(void *object)
{
    if (!object)
        __heddle_terminate();
    add(object);
    heddle_throw_again(heddle_exception_of(object));
}

/* Objects of the class are returned in the caller's memory, whose address comes first. */
void _ZSt17current_exceptionv(struct exception_ptr *result)
{
    result->object = current_exception();
    add(result->object);
}

_Noreturn void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(struct exception_ptr *p)
{
    rethrow(p->object);
}

_Noreturn void _ZSt17rethrow_exceptionSt13exception_ptr(struct exception_ptr *p)
{
    rethrow(p->object);
}

/* The members of libstdc++'s. */
#define GNU(member) _ZNSt15__exception_ptr13exception_ptr##member

void GNU(C1EPv)(struct exception_ptr *this, void *object)
{
    this->object = object;
    add(object);
}

void GNU(C2EPv)(struct exception_ptr *this, void *object)
{
    this->object = object;
    add(object);
}

void GNU(9_M_addrefEv)(struct exception_ptr *this)
{
    add(this->object);
}

void GNU(10_M_releaseEv)(struct exception_ptr *this)
{
    void *object = this->object;
    this->object = NULL;
    release(object);
}

void *_ZNKSt15__exception_ptr13exception_ptr6_M_getEv(const struct exception_ptr *this)
{
    return this->object;
}

const struct heddle_type *
_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv(const struct exception_ptr *this)
{
    return heddle_exception_of(this->object)->type;
}

/* The members that both have under names of their own. */
#define MEMBERS(of, self)                                                                          \
    void _ZN##of##C1Ev(struct exception_ptr *this)                                                 \
    {                                                                                              \
        this->object = NULL;                                                                       \
    }                                                                                              \
    void _ZN##of##C2Ev(struct exception_ptr *this)                                                 \
    {                                                                                              \
        this->object = NULL;                                                                       \
    }                                                                                              \
    void _ZN##of##C1ERK##self(struct exception_ptr *this, const struct exception_ptr *other)       \
    {                                                                                              \
        this->object = other->object;                                                              \
        add(this->object);                                                                         \
    }                                                                                              \
    void _ZN##of##C2ERK##self(struct exception_ptr *this, const struct exception_ptr *other)       \
    {                                                                                              \
        this->object = other->object;                                                              \
        add(this->object);                                                                         \
    }                                                                                              \
    void _ZN##of##D1Ev(struct exception_ptr *this)                                                 \
    {                                                                                              \
        release(this->object);                                                                     \
    }                                                                                              \
    void _ZN##of##D2Ev(struct exception_ptr *this)                                                 \
    {                                                                                              \
        release(this->object);                                                                     \
    }                                                                                              \
    struct exception_ptr *_ZN##of##aSERK##self(struct exception_ptr *this,                         \
                                               const struct exception_ptr *other)                  \
    {                                                                                              \
        assign(this, other->object);                                                               \
        return this;                                                                               \
    }

MEMBERS(St15__exception_ptr13exception_ptr, S0_)
MEMBERS(St13exception_ptr, S_)

/* What libc++ asks of its support library. */

void _ZNSt13exception_ptr31__from_native_exception_pointerEPv(struct exception_ptr *result,
                                                               void *object)
{
    result->object = object;
    add(object);
}

void *__cxa_current_primary_exception(void)
{
    void *object = current_exception();
    add(object);
    return object;
}

void __cxa_increment_exception_refcount(void *object)
{
    add(object);
}

void __cxa_decrement_exception_refcount(void *object)
{
    release(object);
}

void __cxa_rethrow_primary_exception(void *object)
{
    if (object)
        rethrow(object);
}

/* --- std::nested_exception ---------------------------------------------------------- */

struct nested_exception {
    const void *const *vtable;
    struct exception_ptr nested;
};

const char _ZTSSt16nested_exception[] = "St16nested_exception";
const struct heddle_type _ZTISt16nested_exception = {
    HEDDLE_TYPE_VTABLE(17__class_type_info) + 2, _ZTSSt16nested_exception};

void _ZNSt16nested_exceptionD2Ev(struct nested_exception *this)
{
    release(this->nested.object);
}

void _ZNSt16nested_exceptionD1Ev(struct nested_exception *this)
{
    release(this->nested.object);
}

void _ZNSt16nested_exceptionD0Ev(struct nested_exception *this)
{
    release(this->nested.object);
    _ZdlPv(this);
}

const void *const _ZTVSt16nested_exception[4] = {NULL, &_ZTISt16nested_exception,
                                                 _ZNSt16nested_exceptionD1Ev,
                                                 _ZNSt16nested_exceptionD0Ev};

/* In libstdc++, these are in the headers. */

static void begin_nested(struct nested_exception *this)
{
    this->vtable = _ZTVSt16nested_exception + 2;
    _ZSt17current_exceptionv(&this->nested);
}

void _ZNSt16nested_exceptionC1Ev(struct nested_exception *this)
{
    begin_nested(this);
}

void _ZNSt16nested_exceptionC2Ev(struct nested_exception *this)
{
    begin_nested(this);
}

_Noreturn void _ZNKSt16nested_exception14rethrow_nestedEv(const struct nested_exception *this)
{
    rethrow(this->nested.object);
}
