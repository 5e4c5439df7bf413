// How arguments and results are passed.
struct small { char c; short s; };
struct medium { long a; double b; };
struct large { long words[9]; };
struct floats { float a, b, c; };
struct mixed { double d; int i; char c; };
struct small make_small(char c) { return (struct small){c, (short)(c * 2)}; }
struct medium make_medium(struct medium m) { m.a++; m.b *= 2; return m; }
struct large make_large(struct large l, int n) { l.words[n % 9] = n; return l; }
struct floats make_floats(struct floats f) { f.b = f.a + f.c; return f; }
struct mixed make_mixed(struct mixed m) { m.i += m.c; return m; }
long double make_long(long double l) { return l + 1; }
signed char narrow(signed char a, unsigned short b, _Bool c, short d) { return (signed char)(a + b + c + d); }
int many(int a, int b, int c, int d, int e, int f, int g, struct large h, double i, struct small j) {
    return a + b + c + d + e + f + g + (int)h.words[1] + (int)i + j.s;
}
int callback(int (*f)(struct large, long double), struct large *l) { return f(*l, 2.0L); }
int calls(void) {
    struct large l = {{1, 2, 3}};
    struct small s = make_small('a');
    struct large r = make_large(l, 4);
    return many(1, 2, 3, 4, 5, 6, 7, r, 1.5, s) + narrow(-1, 2, 1, -3) +
           (int)make_medium((struct medium){1, 2}).a + (int)make_mixed((struct mixed){1, 2, 3}).i +
           (int)make_floats((struct floats){1, 2, 3}).b + (int)make_long(1);
}
void *identity(void *p) { return p; }
int old_style(a, b) int a; char b; { return a + b; }
int no_prototype();
int call_without(void) { return no_prototype(1, 2.0, "3"); }
