// Vectors, by clang's extension and by what optimizers make of loops.
typedef int int4 __attribute__((vector_size(16)));
typedef float float8 __attribute__((vector_size(32)));
typedef unsigned char byte16 __attribute__((vector_size(16)));
typedef double double2 __attribute__((ext_vector_type(2)));
typedef short short3 __attribute__((ext_vector_type(3)));

int4 arithmetic(int4 a, int4 b) { return (a + b) * (int4){1, 2, 3, 4} - (b >> 2) + (a & ~b); }
int4 choose(int4 a, int4 b) { int4 m = a > b; return (a & m) | (b & ~m); }
byte16 shuffle(byte16 a, byte16 b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, -1, -1);
}
int4 broadcast(int n) { return (int4){n, n, n, n}; }
float8 mix(float8 v, int i, float f) { v[i] = f; v[0] = -v[1]; return v; }
double2 swizzle(double2 v) { return v.yx + 0.5; }
short3 three(short3 v) { v.x += v.z; return v; }
float sum(const float *p, int n) {
    float total = 0;
    for (int i = 0; i < n; i++) total += p[i];
    return total;
}
void axpy(double *restrict y, const double *restrict x, double a, int n) {
    for (int i = 0; i < n; i++) y[i] += a * x[i];
}
int count(const unsigned char *p) {
    int n = 0;
    for (int i = 0; i < 256; i++) n += p[i] == 'x';
    return n;
}
void convert(float *to, const int *from) {
    for (int i = 0; i < 64; i++) to[i] = (float)from[i];
}
float8 widen(int4 low, int4 high) {
    int __attribute__((vector_size(32))) all = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_convertvector(all, float8);
}
void scatter(int *p, const int *index) {
    for (int i = 0; i < 32; i++) p[index[i]] = i;
}
