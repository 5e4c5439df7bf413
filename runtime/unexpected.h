/*
 * std::set_unexpected, for both C++ libraries: what is asked when a function throws what it must not,
 * before C++17. The handler may throw what the function may.
 */
#ifndef HEDDLE_UNEXPECTED_H
#define HEDDLE_UNEXPECTED_H

#include <cxxabi.h>
#include <exception>
#include <typeinfo>

extern "C" {

/* The handlers; the headers have their names before C++17 only. Null is std::terminate. */
typedef void (*heddle_unexpected_handler)();

static heddle_unexpected_handler heddle_unexpected;

heddle_unexpected_handler _ZSt14get_unexpectedv()
{
    heddle_unexpected_handler handler = __atomic_load_n(&heddle_unexpected, __ATOMIC_SEQ_CST);
    return handler ? handler : std::terminate;
}

heddle_unexpected_handler _ZSt14set_unexpectedPFvvE(heddle_unexpected_handler handler)
{
    heddle_unexpected_handler old = _ZSt14get_unexpectedv();
    __atomic_store_n(&heddle_unexpected, handler == std::terminate ? nullptr : handler,
                     __ATOMIC_SEQ_CST);
    return old;
}

/* What the C code of exceptions has (cxx_exception.c). */
int __heddle_is_expected(const void *refused);
int __heddle_expects_bad_exception(const void *refused, const std::type_info *bad_exception);
void __heddle_ask_unexpected(void *thrown);

void __heddle_ask_unexpected(void *thrown)
{
    heddle_unexpected_handler handler = _ZSt14get_unexpectedv();
    if (handler == std::terminate)
        return;
    if (!thrown) {
        handler();
        std::terminate();
    }
    struct handled {
        explicit handled(void *thrown)
        {
            __cxxabiv1::__cxa_begin_catch(thrown);
        }
        ~handled()
        {
            __cxxabiv1::__cxa_end_catch();
        }
    } handled(thrown);
    try {
        handler();
    } catch (...) {
        if (__heddle_is_expected(thrown))
            throw;
        if (__heddle_expects_bad_exception(thrown, &typeid(std::bad_exception)))
            throw std::bad_exception();
    }
    std::terminate();
}

} // extern "C"

#endif
