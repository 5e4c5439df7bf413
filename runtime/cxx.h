/*
 * What the files of C++ support (cxx*.c) share: types as the Itanium C++ ABI lays them out,
 * and exceptions as they are here.
 */
#ifndef HEDDLE_CXX_H
#define HEDDLE_CXX_H

#include "internal.h"

/* --- cxx_type.c: types ------------------------------------------------------ */

/* std::type_info. Its vtable tells its kind, behind which there are more fields. */
struct heddle_type {
    const void *const *vtable;
    const char *name;
};

/* A class with one base: public, not virtual, at offset 0. */
struct heddle_single_class {
    struct heddle_type type;
    const struct heddle_type *base;
};

struct heddle_base {
    const struct heddle_type *type;
    long offset_flags;
};

enum { HEDDLE_BASE_VIRTUAL = 1, HEDDLE_BASE_PUBLIC = 2, HEDDLE_BASE_OFFSET_SHIFT = 8 };

/* A class with any bases. */
struct heddle_many_class {
    struct heddle_type type;
    unsigned flags;
    unsigned count;
    struct heddle_base bases[];
};

/* A pointer, or a pointer to a member. */
struct heddle_pointer {
    struct heddle_type type;
    unsigned flags;
    const struct heddle_type *pointee;
};

enum {
    HEDDLE_POINTER_CONST = 1,
    HEDDLE_POINTER_NOEXCEPT = 0x40,
};

/* The vtables of the kinds of types; objects point to the third word. */
#define HEDDLE_TYPE_VTABLE(name) _ZTVN10__cxxabiv1##name##E
#define HEDDLE_TYPE_VTABLE_WORDS 16
extern const void *const HEDDLE_TYPE_VTABLE(17__class_type_info)[HEDDLE_TYPE_VTABLE_WORDS];
extern const void *const HEDDLE_TYPE_VTABLE(20__si_class_type_info)[HEDDLE_TYPE_VTABLE_WORDS];
extern const void *const HEDDLE_TYPE_VTABLE(21__vmi_class_type_info)[HEDDLE_TYPE_VTABLE_WORDS];

int heddle_same_type(const struct heddle_type *a, const struct heddle_type *b);

/*
 * Can a handler of a type catch an exception of another? `object` is the exception, or the
 * pointer that it is; it is adjusted for the handler.
 */
int heddle_type_catches(const struct heddle_type *handler, const struct heddle_type *thrown,
                        void **object);

int heddle_is_pointer(const struct heddle_type *type);

/* --- cxx_cast.c: bases of classes ------------------------------------------- */

/*
 * Is `to` a public base of `from`, and just one? `object`, which may be null, becomes its
 * address.
 */
int heddle_upcast(const struct heddle_type *from, const struct heddle_type *to, void **object);

/* --- cxx_exception.c: exceptions -------------------------------------------- */

/*
 * One throw, from there to the end of its handlers. Landing pads get the address of it.
 * Exceptions that are thrown again by std::rethrow_exception have one each, so that several
 * threads may do so at a time.
 */
struct heddle_throw {
    struct heddle_throw *next_caught;
    /* Handlers that it is in; below 0 if it was rethrown in one. */
    int handlers;
    /* The exception as its handler sees it. */
    void *adjusted;
    /* Null, if it is the exit of a thread. */
    struct heddle_exception *exception;
    /* The landing pad of the function whose specification does not have it, if there is one. */
    const struct heddle_pad *refused_by;
};

/* An exception. The object that was thrown comes behind it. */
struct heddle_exception {
    struct heddle_throw first;
    /* Throws and exception_ptrs that have it. */
    int uses;
    const struct heddle_type *type;
    void (*destroy)(void *);
} __attribute__((aligned(16)));

/* What a thread has of exceptions. The first two fields are those of __cxa_eh_globals. */
struct heddle_thrown {
    struct heddle_throw *caught;
    unsigned uncaught;
    /* What the landing pad gets that is entered next. */
    int selector;
    struct heddle_throw *landed;
};

extern _Thread_local struct heddle_thrown __heddle_thrown;

static inline void *heddle_exception_object(struct heddle_exception *exception)
{
    return exception + 1;
}

static inline struct heddle_exception *heddle_exception_of(void *object)
{
    return (struct heddle_exception *)object - 1;
}

void heddle_use_exception(struct heddle_exception *exception);
void heddle_release_exception(struct heddle_exception *exception);

/* Throws an exception again, of which one use is the new throw's. */
_Noreturn void heddle_throw_again(struct heddle_exception *exception);

void *__cxa_allocate_exception(size_t n);
_Noreturn void __cxa_throw(void *object, const struct heddle_type *type, void (*destroy)(void *));

/* --- cxx_std.c: exceptions of the language ----------------------------------- */

_Noreturn void heddle_throw_bad_alloc(void);

#endif
