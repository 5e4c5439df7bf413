/* Structures, arrays, pointers, initializers, thread-local storage, variable arguments. */
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *malloc(size_t);
void free(void *);
int printf(const char *, ...);

struct point { int x, y; };
struct line { struct point from, to; char name[5]; double weight; };
struct bits { unsigned a : 3; int b : 7; unsigned long long c : 40; };
struct node { struct node *next; void (*visit)(struct node *); int value; };

static void nothing(struct node *n) { (void)n; }
struct node second = { 0, nothing, 2 };
struct node first = { &second, nothing, 1 };
int matrix[3][4] = { { 1, 2 }, { 3 }, { [3] = 4 } };
int *inside = &matrix[1][2];
const char *names[] = { "one", "two", 0 };
const char text[] = "text";
struct line lines[2] = { { { 1, 2 }, { 3, 4 }, "ab", 1.5 } };
static _Thread_local int mine = 7;
_Thread_local struct node *per_thread = &first;
long difference = (char *)&matrix[2] - (char *)&matrix[0];
extern int undefined_array[];
__attribute__((weak)) extern int maybe(void);

static struct point add(struct point a, struct point b) {
    struct point r = { a.x + b.x, a.y + b.y };
    return r;
}

static struct line mirror(struct line l) {
    struct point p = l.from;
    l.from = l.to;
    l.to = p;
    return l;
}

static int sum(int count, ...) {
    va_list list, again;
    __builtin_va_start(list, count);
    __builtin_va_copy(again, list);
    int result = 0;
    for (int i = 0; i < count; i++) result += __builtin_va_arg(list, int);
    result += (int)__builtin_va_arg(again, double);
    __builtin_va_end(again);
    __builtin_va_end(list);
    return result;
}

static int bitfields(int v) {
    struct bits b = { 1, -2, 3 };
    b.a = (unsigned)v;
    b.b += v;
    b.c <<= 2;
    return (int)(b.a + (unsigned)b.b + b.c);
}

static int variable_length(int n) {
    int values[n], total = 0;
    for (int i = 0; i < n; i++) values[i] = i;
    for (int i = 0; i < n; i++) total += values[i];
    return total;
}

int main(int argc, char **argv) {
    struct point p = add((struct point){ 1, argc }, lines[0].to);
    struct line l = mirror(lines[argc & 1]);
    struct line copy;
    memcpy(&copy, &l, sizeof copy);
    memmove(&copy, &lines[1], sizeof copy);
    memset(&copy.name, 0, sizeof copy.name);
    struct node *n = malloc(sizeof *n);
    n->next = per_thread;
    n->visit = nothing;
    for (struct node *i = n; i; i = i->next) i->visit(i);
    free(n);
    mine += sum(3, argc, 2, 3, 4.5) + bitfields(argc) + variable_length(argc);
    long as_int = (long)(size_t)&p;
    struct point *back = (struct point *)(size_t)as_int;
    volatile int quiet = back->x;
    if (maybe) mine += maybe();
    mine += undefined_array[argc] + inside[0] + text[argc] + (int)difference;
    printf("%s %d %f\n", names[argc & 1], quiet, copy.weight);
    return matrix[argc][mine & 3] + (int)l.weight;
}
