// Exceptions: invoke, landing pads, filters, cleanups, rethrow.
struct Error { int code; virtual ~Error() {} };
struct Special : Error { };
struct Guard { int *p; Guard(int *q) : p(q) { ++*p; } ~Guard() { --*p; } };
int may_throw(int n);
void never() noexcept;
int several(int n) {
    int depth = 0;
    Guard outer(&depth);
    try {
        Guard inner(&depth);
        if (n > 100) throw Special();
        if (n > 50) throw n;
        return may_throw(n);
    } catch (Special &e) {
        return e.code;
    } catch (const Error &e) {
        return -e.code;
    } catch (int i) {
        if (i == 75) throw;
        return i;
    } catch (...) {
        return 0;
    }
}
int nested(int n) {
    try {
        try { return may_throw(n); } catch (int i) { return may_throw(i); }
    } catch (long l) {
        return static_cast<int>(l);
    }
}
void quiet(int n) noexcept { may_throw(n); }
struct Holder { Guard g; int *array; Holder(int *p) : g(p), array(new int[may_throw(*p)]) {} ~Holder() { delete[] array; } };
int holding(int n) { Holder h(&n); never(); return h.array[0]; }
int loop(int n) {
    int failures = 0;
    for (int i = 0; i < n; i++) {
        try { may_throw(i); } catch (...) { failures++; }
    }
    return failures;
}
int switcher(int n) try {
    switch (may_throw(n)) { case 1: return may_throw(2); case 2: throw 5; default: return 1; }
} catch (int) { return -1; }
