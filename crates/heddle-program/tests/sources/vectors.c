/* Vectors, and loops that become vectors. */
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef _Bool bool8 __attribute__((ext_vector_type(8)));

int a[64], b[64], c[64];
float x[64], y[64];
unsigned char bytes[64];

static v4 mix(v4 p, v4 q, int i) {
    v4 r = p * q + (p < q) - (v4)(p ^ q);
    r = __builtin_shufflevector(r, q, 0, 5, 2, 7);
    r[i & 3] = p[1];
    return r >> 1;
}

static int loops(int n) {
    int total = 0, most = 0;
    for (int i = 0; i < 64; i++) c[i] = a[i] * b[i] + n;
    for (int i = 0; i < 64; i++) total += c[i];
    for (int i = 0; i < 64; i++) most = most > c[i] ? most : c[i];
    for (int i = 0; i < 64; i++) x[i] = x[i] * 2.0f + y[i];
    for (int i = 0; i < 64; i++) bytes[i] = bytes[i] > 7 ? (unsigned char)(bytes[i] * 3) : 1;
    for (int i = 0; i < 64; i++) if (a[i] > n) b[i] = a[i];
    return total + most;
}

int main(int argc, char **argv) {
    v4 v = mix((v4){ 1, 2, 3, argc }, (v4){ argc }, argc);
    f4 f = __builtin_convertvector(v, f4) * 1.5f;
    b16 raw = (b16)f;
    bool8 flags = { argc > 1, 1, 0, argc == 3 };
    return v[0] + (int)f[argc & 3] + raw[3] + loops(argc) + flags[2] +
           __builtin_reduce_add(v) + __builtin_reduce_max(v);
}
