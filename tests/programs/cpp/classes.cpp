//@ verdict: verified
//@ clang: -fno-exceptions
//@ output: native
//
// Classes: constructors, destructors in reverse order, copies, overloaded
// operators, static members, const members, member pointers, friends.

#include <stdio.h>

class Vector {
public:
    static int alive;
    Vector(int x = 0, int y = 0) : x(x), y(y) { alive++; }
    Vector(const Vector &o) : x(o.x), y(o.y)
    {
        alive++;
        copies++;
    }
    ~Vector() { alive--; }
    Vector &operator+=(const Vector &o)
    {
        x += o.x;
        y += o.y;
        return *this;
    }
    int operator[](int i) const { return i == 0 ? x : y; }
    explicit operator bool() const { return x || y; }
    int cross(const Vector &o) const { return x * o.y - y * o.x; }
    friend Vector operator*(int k, const Vector &v) { return Vector(k * v.x, k * v.y); }
    static int copies;
    int x, y;
};

int Vector::alive;
int Vector::copies;

static Vector operator+(Vector a, const Vector &b)
{
    a += b;
    return a;
}

struct Noisy {
    const char *name;
    Noisy(const char *n) : name(n) { printf("+%s ", name); }
    ~Noisy() { printf("-%s ", name); }
};

static void scopes(int n)
{
    Noisy a("a");
    for (int i = 0; i < n; i++) {
        Noisy b("b");
        if (i == 1)
            return;
        Noisy c("c");
    }
}

int main()
{
    {
        Vector v(1, 2), w = 3 * v + Vector(10, 20);
        printf("%d %d %d %d\n", w[0], w[1], v.cross(w), Vector::alive);
        Vector u;
        printf("%d %d\n", (bool)u, (bool)w);
        int Vector::*member = &Vector::y;
        int (Vector::*method)(const Vector &) const = &Vector::cross;
        printf("%d %d\n", w.*member, (w.*method)(Vector(1, 1)));
    }
    printf("%d %d\n", Vector::alive, Vector::copies > 0);
    scopes(1);
    printf("\n");
    scopes(3);
    printf("\n");
    return 0;
}
