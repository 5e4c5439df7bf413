// Initializers of every shape.
struct point { int x, y; };
struct nested { struct point p[2]; const char *name; struct nested *self; double d; };
extern int outside[10];
static int table[5] = {5, 4, 3, 2, 1};
int function(int n);
int zeros[1000];
int mostly_zeros[1000] = {[500] = 1, [999] = -1};
const char text[] = "plain \"quoted\" \\ \n\t\001 \377";
const char unterminated[3] = {'a', 'b', 'c'};
const char *pointers[] = {"one", "two", text + 3, 0};
const unsigned short wide_text[] = u"wide \u00e4";
const unsigned wider_text[] = U"\U0001f600";
struct nested object = {{{1, 2}, {3}}, "name", &object, 0.5};
struct nested *chain[] = {&object, &object + 1};
int *inside = &table[3];
int *outside_end = outside + 10;
long as_number = (long)&table[2];
long difference = (long)&((struct nested *)0)->d;
int (*functions[])(int) = {function, 0, function};
void *code = (void *)function;
char bytes[] = {1, 0, 255, 128};
short shorts[] = {1, -2, 3};
long longs[] = {1L << 62, -1};
float floats[] = {1.5f, -0.0f};
_Bool flags[] = {1, 0, 1};
union u { int i; double d; char c[12]; } unions[] = {{7}, {.d = 1.5}, {.c = "abc"}};
struct { char c; long l; int : 5; int b : 7; } padded = {'x', 9, 3};
struct empty { } nothing;
int (*compound)[2] = &(int[2]){8, 9};
int local_constants(int i) {
    static const int squares[] = {0, 1, 4, 9, 16, 25};
    const struct nested copy = {{{i, 2}}, "local", 0, 1.0};
    int array[8] = {1, 2, 3};
    return squares[i & 3] + copy.p[0].x + array[i & 7] + (inside == &table[3]) + (&outside[1] < &table[1]);
}
long offset_of(char *p) { return p - (char *)&table + (long)(table + 1) % 16; }
int same_address(void) { return (long)&zeros > (long)&mostly_zeros ? 1 : (long)text == 5; }
