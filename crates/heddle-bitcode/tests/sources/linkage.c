// Symbols: thread-local, weak, aliased, resolved late, in sections.
_Thread_local int tls = 5;
static __thread int tls_static;
extern _Thread_local int tls_extern;
__thread int tls_exec __attribute__((tls_model("initial-exec")));
_Thread_local int tls_local __attribute__((tls_model("local-exec"))) = 1;
int common_symbol;
int used_common __attribute__((common));
static const int constants[] = {1, 2, 3};
int sectioned __attribute__((section("special"))) = 1;
int aligned_var __attribute__((aligned(128)));
extern int weak_declared __attribute__((weak));
int weak_defined __attribute__((weak)) = 3;
static int hidden_target(int n) { return n + tls_static; }
int visible(int n) __attribute__((alias("hidden_target")));
int weak_alias(int n) __attribute__((weak, alias("hidden_target")));
extern int data_alias __attribute__((alias("sectioned")));
static int fast(int n) { return n * 2; }
static int slow(int n) { return n + n; }
static void *resolve(void) { return aligned_var ? (void *)fast : (void *)slow; }
int dispatched(int n) __attribute__((ifunc("resolve")));
__attribute__((constructor)) static void begin(void) { tls_static = 7; }
__attribute__((constructor(101))) static void early(void) { common_symbol = 1; }
__attribute__((destructor)) static void end(void) { common_symbol = 0; }
__attribute__((visibility("hidden"))) int hidden(void) { return tls + tls_extern + tls_exec + tls_local; }
__attribute__((used)) static int kept(void) { return constants[1]; }
inline int inlined(int n) { return n + 1; }
extern inline int inlined_too(int n) { return n + 2; }
__attribute__((weak)) int maybe(void);
__attribute__((section(".text.cold"), cold, noinline)) int cold_code(int n) { return n ^ 1; }
int use(int n) {
    int *p = &weak_declared;
    return (p ? *p : 0) + visible(n) + dispatched(n) + inlined(n) + inlined_too(n) +
           (maybe ? maybe() : 0) + weak_defined + cold_code(n) + used_common + data_alias;
}
__asm__(".globl from_assembly\nfrom_assembly:\n  ret\n");
