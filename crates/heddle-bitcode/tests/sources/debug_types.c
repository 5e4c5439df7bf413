// Types, scopes and variables for debug information.
enum colour { RED, GREEN = 5, BLUE = -3 };
enum wide { SMALL, LARGE = 0xffffffffffULL };
typedef enum colour colour_t;
typedef struct list { struct list *next; colour_t colour; union { int i; float f; } value; } list;
typedef int (*operation)(const list *, int);
struct opaque;
typedef const volatile int *restrict_me;
int matrix[3][4][5];
static list *global_list;
extern int declared[];
static int visit(const list *item, int depth) {
    if (!item) return depth;
    {
        int depth2 = depth + 1;
        {
            const char *name = item->colour == RED ? "red" : "other";
            int depth3 = depth2 * 2;
            depth2 += depth3 + (name[0] == 'r');
        }
        depth = depth2;
    }
    return visit(item->next, depth);
}
static inline __attribute__((always_inline)) int inner(int a) { int local = a * 3; return local + 1; }
static inline __attribute__((always_inline)) int outer(int b) { int kept = inner(b) + inner(b + 1); return kept; }
int run(struct opaque *o, restrict_me p, operation op, enum wide w) {
    static int calls;
    int total = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) total += matrix[i][j][calls % 5];
    }
    calls++;
    list node = {global_list, GREEN, {.i = total}};
    global_list = &node;
    int result = op(&node, outer(*p)) + visit(&node, 0) + (o != 0) + (w == LARGE) + declared[1];
    global_list = node.next;
    return result + outer(result);
}
