// Templates, lambdas, references, initialization of statics.
template <typename T> T largest(T a, T b) { return a < b ? b : a; }
template <typename T, int N> struct Array {
    T items[N];
    T &operator[](int i) { return items[i]; }
    T sum() const { T s = T(); for (const T &t : items) s += t; return s; }
    const T *begin() const { return items; }
    const T *end() const { return items + N; }
};
template <> struct Array<bool, 8> { unsigned char bits; bool sum() const { return bits != 0; } };
template <typename... Ts> int count(Ts... ts) { return (0 + ... + static_cast<int>(ts)); }
template <typename F> int apply(F f, int n) { return f(n) + f(n + 1); }
int instances(int n) {
    Array<int, 4> a = {{1, 2, 3, n}};
    Array<double, 2> d = {{0.5, 1.5}};
    Array<bool, 8> b = {3};
    a[1] = largest(a[0], n);
    int captured = n * 2;
    auto lambda = [captured, &a](int x) mutable { captured += x; return a[0] + captured; };
    auto generic = [](auto x) { return x + 1; };
    int (*plain)(int) = [](int x) { return x * x; };
    int total = 0;
    for (int x : a) total += x;
    return apply(lambda, n) + generic(n) + static_cast<int>(generic(2.5)) + plain(3) + count(1, 2L, 'c', 2.5) +
           static_cast<int>(d.sum()) + b.sum() + total + largest('a', 'b');
}
struct Noisy { int n; Noisy(int m) : n(m) {} ~Noisy() { n = 0; } };
static Noisy at_start(7);
thread_local Noisy each_thread(8);
inline Noisy shared_static(9);
Noisy &lazy() { static Noisy object(10); return object; }
template <typename T> struct Holder { static T value; };
template <typename T> T Holder<T>::value = T(5);
int statics() { return at_start.n + each_thread.n + lazy().n + shared_static.n + Holder<int>::value; }
constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int table[factorial(4)];
constexpr long constants[] = {factorial(5), factorial(10)};
long from_constants(int i) { return constants[i & 1]; }
auto deduced(int &&r, const int &c) -> decltype(r + c) { return r + c; }
struct Pair { int a; long b; };
int bindings() { auto [a, b] = Pair{1, 2}; if (int c = a; c > 0) return c + static_cast<int>(b); return 0; }
int reference(int &r) { int &alias = r; alias++; const int &temporary = r + 1; return alias + temporary; }
using Function = int(int);
Function *function_of(bool b) { return b ? static_cast<Function *>([](int x) { return x; }) : nullptr; }
