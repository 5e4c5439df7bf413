/*
 * Exceptions: throw, catch and all between, by the Itanium C++ ABI.
 *
 * An exception is thrown in two phases. The first looks for a handler and changes nothing, so
 * that one without a handler ends the program where it is thrown. The second enters the
 * landing pads on the way there, innermost first; each goes on by _Unwind_Resume. Their tables
 * are the linker's (lower/exceptions.rs in heddle-program), and the machine knows the calls
 * under way that have one.
 *
 * A thread that exits or is cancelled unwinds its stack, too: in the second phase alone, as glibc
 * does it with libgcc. Only handlers of everything and of abi::__forced_unwind catch that, and they
 * have to throw it again.
 */
#include "cxx.h"

_Thread_local struct heddle_thrown __heddle_thrown;

/* --- The life of an exception ------------------------------------------------ */

void *__cxa_allocate_exception(size_t n)
{
    struct heddle_exception *exception =
        __heddle_malloc(sizeof *exception + n, _Alignof(struct heddle_exception));
    *exception = (struct heddle_exception){.uses = 0};
    exception->first.exception = exception;
    return heddle_exception_object(exception);
}

void __cxa_free_exception(void *object)
{
    __heddle_free(heddle_exception_of(object));
}

void *__cxa_init_primary_exception(void *object, const struct heddle_type *type,
                                   void (*destroy)(void *))
{
    struct heddle_exception *exception = heddle_exception_of(object);
    exception->type = type;
    exception->destroy = destroy;
    return exception;
}

void heddle_use_exception(struct heddle_exception *exception)
{
    __atomic_fetch_add(&exception->uses, 1, __ATOMIC_SEQ_CST);
}

void heddle_release_exception(struct heddle_exception *exception)
{
    if (__atomic_fetch_sub(&exception->uses, 1, __ATOMIC_SEQ_CST) != 1)
        return;
    if (exception->destroy)
        exception->destroy(heddle_exception_object(exception));
    __heddle_free(exception);
}

static void end_throw(struct heddle_throw *thrown)
{
    struct heddle_exception *exception = thrown->exception;
    if (thrown != &exception->first)
        __heddle_free(thrown);
    heddle_release_exception(exception);
}

/* --- Landing pads ------------------------------------------------------------ */

union word {
    long number;
    const struct heddle_type *type;
};

/*
 * The table of a landing pad, as the linker writes it. A thread exits through the first one there
 * is, so that programs without any have no code for that.
 */
struct heddle_pad {
    void (*exit)(void *value);
    long flags;
    long clauses;
    union word words[];
};

enum { PAD_CLEANUP = 1, PAD_TERMINATE = 2 };

/* abi::__forced_unwind and abi::__foreign_exception: of the latter, there is none. */
#define UNWINDING_TYPE(name)                                                                       \
    const char _ZTSN10__cxxabiv1##name##E[] = "N10__cxxabiv1" #name "E";                           \
    const struct heddle_type _ZTIN10__cxxabiv1##name##E = {                                        \
        HEDDLE_TYPE_VTABLE(17__class_type_info) + 2, _ZTSN10__cxxabiv1##name##E}

UNWINDING_TYPE(15__forced_unwind);
UNWINDING_TYPE(19__foreign_exception);

/* Does a handler of this type, or of everything, catch it? Then it is adjusted for that. */
static int catches(const struct heddle_type *handler, struct heddle_throw *thrown)
{
    const struct heddle_type *type = &_ZTIN10__cxxabiv115__forced_unwindE;
    void *object = NULL;
    if (thrown->exception) {
        type = thrown->exception->type;
        object = heddle_exception_object(thrown->exception);
        if (heddle_is_pointer(type))
            object = *(void **)object;
    }
    if (handler && !heddle_type_catches(handler, type, &object))
        return 0;
    thrown->adjusted = object;
    return 1;
}

/* What a landing pad does with it: a selector of a handler, -1 if it is unexpected, or 0. */
static int select_clause(const struct heddle_pad *pad, struct heddle_throw *thrown)
{
    const union word *word = pad->words;
    for (long clause = 0; clause < pad->clauses; clause++) {
        long number = word++->number;
        if (number > 0) {
            if (catches(word++->type, thrown))
                return (int)number;
        } else {
            /* A thread may exit unless nothing at all is expected. */
            int is_expected = !thrown->exception && number != -1;
            for (long types = -1 - number; types > 0; types--)
                is_expected |= catches(word++->type, thrown);
            if (!is_expected)
                return -1;
        }
    }
    return 0;
}

/* The landing pad that ends its flight, or null. */
static const struct heddle_pad *find_handler(struct heddle_throw *thrown)
{
    for (unsigned number = 0;; number++) {
        const struct heddle_pad *pad = __heddle_pad(number);
        if (!pad || select_clause(pad, thrown))
            return pad;
    }
}

_Noreturn void _ZSt10unexpectedv(void);
static _Noreturn void end_exit(struct heddle_throw *thrown);

/* Goes to the next landing pad. Exceptions have one. */
static _Noreturn void land(struct heddle_throw *thrown)
{
    for (unsigned number = 0;; number++) {
        const struct heddle_pad *pad = __heddle_pad(number);
        if (!pad && !thrown->exception)
            end_exit(thrown);
        int selector = select_clause(pad, thrown);
        if (selector < 0 && !thrown->exception)
            _ZSt10unexpectedv();
        if (selector < 0)
            thrown->refused_by = pad;
        if (selector || pad->flags & PAD_CLEANUP) {
            if (__heddle_thread_hooks.cleanup)
                __heddle_cleanup_unwound(number);
            __heddle_thrown.landed = thrown;
            __heddle_thrown.selector = selector;
            __heddle_unwind(number);
        }
    }
}

/* With what the landing pad is entered that a thread is at: the first calls there. */

void *__heddle_landed_exception(void)
{
    struct heddle_throw *thrown = __heddle_thrown.landed;
    __heddle_thrown.landed = NULL;
    return thrown;
}

int __heddle_landed_selector(void)
{
    int selector = __heddle_thrown.selector;
    __heddle_thrown.selector = 0;
    return selector;
}

_Noreturn void _Unwind_Resume(void *exception)
{
    land(exception);
}

/* --- Exits of threads ----------------------------------------------------------- */

/* The exit of a thread: a throw without an exception. */
struct exit {
    struct heddle_throw thrown;
    void *value;
};

/* What pthread_exit does where destructors or handlers are to run before (lower/exceptions.rs). */
void __heddle_exit_through_pads(void *value);
void __heddle_exit_through_pads(void *value)
{
    struct exit *exit = __heddle_malloc(sizeof *exit, _Alignof(struct exit));
    *exit = (struct exit){.value = value};
    land(&exit->thrown);
}

static _Noreturn void end_exit(struct heddle_throw *thrown)
{
    struct exit *exit = (struct exit *)thrown;
    void *value = exit->value;
    __heddle_free(exit);
    __heddle_end_thread(value);
}

/* A handler that caught the exit has ended: glibc says that the exception was not rethrown. */
static _Noreturn void exit_not_rethrown(void)
{
    __heddle_abort();
}

/* --- Ends --------------------------------------------------------------------- */

static void (*terminate_handler)(void);

static void (*get_terminate(void))(void)
{
    __heddle_atomic_begin();
    void (*handler)(void) = terminate_handler;
    __heddle_atomic_end();
    return handler;
}

void (*_ZSt13get_terminatev(void))(void)
{
    void (*handler)(void) = get_terminate();
    return handler ? handler : __heddle_abort;
}

void (*_ZSt13set_terminatePFvvE(void (*handler)(void)))(void)
{
    void (*old)(void) = _ZSt13get_terminatev();
    __heddle_atomic_begin();
    terminate_handler = handler == __heddle_abort ? NULL : handler;
    __heddle_atomic_end();
    return old;
}

/* An exception escapes in this way; does not return unless the program wants to be told. */
static void report(struct heddle_throw *thrown, enum heddle_escape escape)
{
    if (!get_terminate())
        __heddle_uncaught_exception(thrown->exception->type->name, escape);
}

_Noreturn void _ZSt9terminatev(void)
{
    void (*handler)(void) = get_terminate();
    if (handler)
        handler();
    else if (__heddle_thrown.caught && __heddle_thrown.caught->exception)
        report(__heddle_thrown.caught, HEDDLE_ESCAPE_TERMINATE);
    __heddle_terminate();
}

/* --- Throw and catch ------------------------------------------------------------ */

void *__cxa_begin_catch(void *exception);

static _Noreturn void throw_it(struct heddle_throw *thrown)
{
    const struct heddle_pad *pad = find_handler(thrown);
    if (pad && !(pad->flags & PAD_TERMINATE))
        land(thrown);
    report(thrown, pad ? HEDDLE_ESCAPE_NOEXCEPT : HEDDLE_ESCAPE_UNCAUGHT);
    if (pad)
        land(thrown);
    __cxa_begin_catch(thrown);
    _ZSt9terminatev();
}

_Noreturn void __cxa_throw(void *object, const struct heddle_type *type, void (*destroy)(void *))
{
    struct heddle_exception *exception = __cxa_init_primary_exception(object, type, destroy);
    heddle_use_exception(exception);
    __heddle_thrown.uncaught++;
    throw_it(&exception->first);
}

_Noreturn void __cxa_rethrow(void)
{
    struct heddle_throw *thrown = __heddle_thrown.caught;
    if (!thrown)
        _ZSt9terminatev();
    __heddle_thrown.uncaught++;
    if (!thrown->exception) {
        __heddle_thrown.caught = NULL;
        land(thrown);
    }
    thrown->handlers = -thrown->handlers;
    throw_it(thrown);
}

_Noreturn void heddle_throw_again(struct heddle_exception *exception)
{
    struct heddle_throw *thrown = __heddle_malloc(sizeof *thrown, _Alignof(struct heddle_throw));
    *thrown = (struct heddle_throw){.exception = exception};
    __heddle_thrown.uncaught++;
    throw_it(thrown);
}

void *__cxa_get_exception_ptr(void *exception)
{
    return ((struct heddle_throw *)exception)->adjusted;
}

void *__cxa_begin_catch(void *exception)
{
    struct heddle_throw *thrown = exception;
    if (!thrown->exception) {
        /* It is in no list: only one without others in it may catch it. */
        if (__heddle_thrown.caught)
            _ZSt9terminatev();
        __heddle_thrown.caught = thrown;
        return NULL;
    }
    thrown->handlers = (thrown->handlers < 0 ? -thrown->handlers : thrown->handlers) + 1;
    __heddle_thrown.uncaught--;
    if (__heddle_thrown.caught != thrown) {
        thrown->next_caught = __heddle_thrown.caught;
        __heddle_thrown.caught = thrown;
    }
    return thrown->adjusted;
}

void __cxa_end_catch(void)
{
    struct heddle_throw *thrown = __heddle_thrown.caught;
    if (!thrown)
        return;
    if (!thrown->exception)
        exit_not_rethrown();
    int is_rethrown = thrown->handlers < 0;
    thrown->handlers += is_rethrown ? 1 : -1;
    if (thrown->handlers)
        return;
    __heddle_thrown.caught = thrown->next_caught;
    thrown->next_caught = NULL;
    if (!is_rethrown)
        end_throw(thrown);
}

/* --- Exception specifications ------------------------------------------------------ */

/*
 * Asks the handler of std::set_unexpected, and returns if there is none (unexpected.h). Only programs
 * that set one have this. `thrown` is what a function must not throw; null if std::unexpected was called.
 */
void __heddle_ask_unexpected(struct heddle_throw *thrown) __attribute__((weak));

/* May the exception that is being handled leave the function that refused another one? */
int __heddle_is_expected(const struct heddle_throw *refused);
int __heddle_is_expected(const struct heddle_throw *refused)
{
    return select_clause(refused->refused_by, __heddle_thrown.caught) >= 0;
}

/* May std::bad_exception leave it? */
int __heddle_expects_bad_exception(const struct heddle_throw *refused,
                                   const struct heddle_type *bad_exception);
int __heddle_expects_bad_exception(const struct heddle_throw *refused,
                                   const struct heddle_type *bad_exception)
{
    struct heddle_exception exception = {.type = bad_exception};
    struct heddle_throw thrown = {.exception = &exception};
    return select_clause(refused->refused_by, &thrown) >= 0;
}

_Noreturn void __cxa_call_unexpected(void *exception)
{
    if (__heddle_ask_unexpected)
        __heddle_ask_unexpected(exception);
    report(exception, HEDDLE_ESCAPE_NOEXCEPT);
    __cxa_begin_catch(exception);
    _ZSt9terminatev();
}

_Noreturn void _ZSt10unexpectedv(void)
{
    if (__heddle_ask_unexpected)
        __heddle_ask_unexpected(NULL);
    _ZSt9terminatev();
}

/* --- Questions -------------------------------------------------------------------- */

void *__cxa_get_globals(void)
{
    return &__heddle_thrown;
}

void *__cxa_get_globals_fast(void)
{
    return &__heddle_thrown;
}

const struct heddle_type *__cxa_current_exception_type(void)
{
    struct heddle_throw *thrown = __heddle_thrown.caught;
    return thrown && thrown->exception ? thrown->exception->type : NULL;
}

unsigned __cxa_uncaught_exceptions(void)
{
    return __heddle_thrown.uncaught;
}

_Bool _ZSt18uncaught_exceptionv(void)
{
    return __heddle_thrown.uncaught != 0;
}

int _ZSt19uncaught_exceptionsv(void)
{
    return (int)__heddle_thrown.uncaught;
}
