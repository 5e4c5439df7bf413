/* Inline assembly that real code has. */
int shared;

static int hide(int x) {
    __asm__ volatile("" : "+r"(x));
    return x;
}

static int exchange(int *p, int v) {
    __asm__ volatile("xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
    return v;
}

static int fetch_add(int *p, int v) {
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
    return v;
}

static int swap_if(int *p, int old, int new) {
    int seen;
    __asm__ volatile("lock; cmpxchgl %2, %1"
                     : "=a"(seen), "+m"(*p)
                     : "r"(new), "0"(old)
                     : "memory", "cc");
    return seen;
}

int main(int argc, char **argv) {
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("mfence" ::: "memory");
#ifdef __x86_64__
    __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
#endif
    __asm__ volatile("lock; incl %0" : "+m"(shared) : : "memory", "cc");
    __asm__ volatile("lock decl %0" : "+m"(shared) : : "memory", "cc");
    int v = hide(argc) + exchange(&shared, 3) + fetch_add(&shared, 2) + swap_if(&shared, 5, 6);
    __asm__("cpuid" : "+a"(v) : : "ebx", "ecx", "edx");
    return v;
}
