/* Loops, switches, gotos, recursion, constructors, atomic functions of SV-COMP. */
void abort(void);
void exit(int) __attribute__((noreturn));
int printf(const char *, ...);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int order;
__attribute__((constructor(200))) static void late(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void early(void) { order = order * 10 + 1; }
__attribute__((destructor)) static void last(void) { printf("%d\n", order); }

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int swap_loop(int n) {
    int a = 0, b = 1;
    while (n-- > 0) {
        int t = a;
        a = b;
        b = t + b;
    }
    return a;
}

static int dispatch(int op, int v) {
    static void *labels[] = { &&add, &&sub, &&stop };
    goto *labels[op % 3];
add:
    v++;
    goto *labels[v % 3];
sub:
    v -= 2;
stop:
    return v;
}

static const char *word(int n) {
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    case 7 ... 9: return "some";
    case -1: return "less";
    default: return "many";
    }
}

void __VERIFIER_atomic_step(int *p) { ++*p; }

static int nested(int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3) continue;
        for (int j = i; j; j--) {
            if (j == 5) break;
            do count += i * j; while (count < 0);
        }
    }
    _Bool flag = count > 3;
    while (!flag) flag = __VERIFIER_nondet_bool();
    return flag ? count : -count;
}

int main(int argc, char **argv) {
    int (*f)(int) = argc > 1 ? fib : swap_loop;
    int v = f(argc) + dispatch(argc, 4) + nested(argc);
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_step(&v);
    __VERIFIER_atomic_end();
    printf("%s\n", word(v));
    if (v == 12345) __builtin_unreachable();
    if (v == 12346) __builtin_trap();
    if (!argc) exit(3);
    return v;
}
