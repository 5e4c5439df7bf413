// Assembly inside of functions.
unsigned long counter(void) {
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return ((unsigned long)high << 32) | low;
}
int exchange(int *p, int v) {
    __asm__ volatile("lock; xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
    return v;
}
int plus(int a, int b) {
    __asm__("addl %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a;
}
void fence(void) { __asm__ volatile("mfence" ::: "memory"); }
void barrier(void) { __asm__ volatile("" ::: "memory"); }
int jump(int n) {
    __asm__ goto("testl %0, %0; jz %l[zero]; js %l[negative]" : : "r"(n) : "cc" : zero, negative);
    return 1;
zero:
    return 0;
negative:
    return -1;
}
struct pair { long a, b; };
struct pair both(long n) {
    struct pair p;
    __asm__("mov %2, %0\n\tmov %2, %1" : "=&r"(p.a), "=&r"(p.b) : "r"(n));
    return p;
}
register unsigned long stack_pointer __asm__("rsp");
unsigned long where(void) { return stack_pointer; }
