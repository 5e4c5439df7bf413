// Variables whose size or place is unusual.
#include <stddef.h>
void *malloc(size_t n);
void free(void *p);
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

struct bits {
    unsigned a : 3;
    signed b : 5;
    unsigned : 0;
    unsigned long long c : 40;
    _Bool d : 1;
};

int fields(struct bits *s, int n) {
    s->a = n;
    s->b -= 1;
    s->c = (unsigned long long)n << 20;
    s->d = n != 0;
    return s->a + s->b + (int)s->c + s->d;
}

int variable(int n, int matrix[n][n]) {
    int row[n], other[n * 2];
    for (int i = 0; i < n; i++) row[i] = matrix[i][n - 1 - i];
    other[0] = row[n - 1];
    return row[0] + other[0] + (int)sizeof row;
}

void *dynamic(size_t n) {
    char *p = __builtin_alloca(n);
    memset(p, 0, n);
    char *q = malloc(n);
    if (q) memcpy(q, p, n);
    return q;
}

struct flexible { int count; int items[]; };
int last(struct flexible *f) { return f->items[f->count - 1]; }

_Alignas(64) int aligned[3];
struct packed { char c; int i; } __attribute__((packed));
int unaligned(struct packed *p) { return p->i++; }

union both { float f; int i; unsigned char bytes[4]; };
int reinterpret(float f) {
    union both u = {.f = f};
    return u.i ^ u.bytes[2];
}

volatile int device;
int poll(void) {
    device = 1;
    while (!device) { }
    return device + device;
}

struct node { struct node *next; int value; };
int length(const struct node *n) {
    int count = 0;
    for (; n; n = n->next) count += n->value > 0;
    return count;
}

struct node *reverse(struct node *list) {
    struct node *done = 0;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

ptrdiff_t distance(int (*a)[4], int (*b)[4]) { return a - b; }
