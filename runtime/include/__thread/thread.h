/*
 * In front of libc++'s own: std::thread hands its function over to the new thread before that
 * begins. The header keeps a pointer to it until afterwards, in case that there is no thread, and all
 * that two threads have a pointer to is shared. Here there always is one.
 */
#ifndef HEDDLE_THREAD_THREAD_H
#define HEDDLE_THREAD_THREAD_H

#include <__memory/unique_ptr.h>
#include <__thread/support.h>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _Given>
_LIBCPP_HIDE_FROM_ABI int __heddle_thread_create(__libcpp_thread_t *__id,
                                                 void *(*__start)(void *),
                                                 unique_ptr<_Given> &__given)
{
    return std::__libcpp_thread_create(__id, __start, __given.release());
}

_LIBCPP_END_NAMESPACE_STD

#define __libcpp_thread_create(thread, start, argument) __heddle_thread_create(thread, start, __p)
#include_next <__thread/thread.h>
#undef __libcpp_thread_create

#endif
