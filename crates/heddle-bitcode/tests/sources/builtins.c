// Intrinsics, hints and things that come back twice.
typedef long jmp_buf[64];
int setjmp(jmp_buf) __attribute__((returns_twice));
void longjmp(jmp_buf, int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
static jmp_buf context;
int twice(int n) {
    volatile int count = 0;
    if (setjmp(context)) return count;
    count++;
    if (n) longjmp(context, 1);
    abort();
}
int hints(int *p, int n) {
    if (__builtin_expect(n < 0, 0)) return -1;
    __builtin_assume(n != 3);
    int *q = __builtin_assume_aligned(p, 32);
    __builtin_prefetch(q);
    return q[n] + __builtin_constant_p(n) + (int)__builtin_object_size(p, 0);
}
void copies(char *a, const char *b, unsigned long n) {
    __builtin_memcpy(a, b, 16);
    __builtin_memmove(a, b, n);
    __builtin_memset(a, 0, n);
    __builtin_memcpy_inline(a, b, 4);
}
double maths(double x, float y) {
    return __builtin_floor(x) + __builtin_fma(x, x, x) + __builtin_copysign(x, y) + __builtin_fmaxf(y, 1) +
           __builtin_powi(x, 3) + __builtin_exp(x);
}
void *addresses(void) { return __builtin_return_address(0) ? __builtin_frame_address(0) : 0; }
void trap(int n) { if (n == 5) __builtin_trap(); if (n == 6) __builtin_debugtrap(); }
__attribute__((nonnull, returns_nonnull)) int *checked(int *p) { return p; }
__attribute__((malloc, alloc_size(1), warn_unused_result)) void *allocate(unsigned long n);
int *make(void) { int *p = allocate(40); if (!p) return 0; p[3] = 1; return checked(p); }
__attribute__((const)) int constant_function(int);
__attribute__((pure)) int pure_function(int);
int repeated(int n) { return constant_function(n) + constant_function(n) + pure_function(n); }
unsigned long long ticks(void) { return __builtin_readcyclecounter(); }
int saturating(short a, short b) { return __builtin_elementwise_add_sat(a, b); }
