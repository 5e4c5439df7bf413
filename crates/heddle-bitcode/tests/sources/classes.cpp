// Objects: constructors, virtual calls, several bases, members of all kinds.
#include <cstddef>
struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
    virtual Shape *clone() const { return nullptr; }
    static int alive;
};
int Shape::alive = 0;
struct Named { const char *name; virtual const char *label() { return name; } Named(const char *n) : name(n) {} };
struct Square : Shape, Named {
    double side;
    Square(double s) : Named("square"), side(s) { ++alive; }
    ~Square() override { --alive; }
    double area() const override { return side * side; }
    Square *clone() const override { return new Square(*this); }
    const char *label() override { return "a square"; }
};
struct Base { int b; virtual int f() { return b; } };
struct Left : virtual Base { int l; int f() override { return l; } };
struct Right : virtual Base { int r; };
struct Bottom : Left, Right { int f() override { return l + r + b; } };
double total(Shape **shapes, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += shapes[i]->area();
    return sum;
}
int diamond() { Bottom b; b.l = 1; b.r = 2; b.b = 3; Base *p = &b; return p->f() + static_cast<Left &>(b).Left::f(); }
Square *cast(Shape *s) { return dynamic_cast<Square *>(s); }
int Bottom::*member = &Bottom::r;
int (Base::*method)() = &Base::f;
int through(Bottom &b) { return b.*member + (b.*method)(); }
class Counter {
    int n = 0;
public:
    Counter &operator++() { n++; return *this; }
    operator int() const { return n; }
    friend bool operator<(const Counter &a, const Counter &b) { return a.n < b.n; }
    void *operator new(std::size_t size) { return ::operator new(size + 8); }
};
int count() { Counter *c = new Counter; ++*c; Counter other; bool less = *c < other; int r = *c; delete c; return r + less; }
namespace outer { namespace inner { enum class Kind : short { A = 3, B }; Kind kind(int n) { return n ? Kind::A : Kind::B; } } }
struct Bits { bool a : 1; unsigned b : 7; };
Bits bits(Bits x) { x.b += x.a; return x; }
int array_of() { Square squares[2] = {1.0, 2.0}; return static_cast<int>(squares[1].area()); }
struct Moved { int *p; Moved(Moved &&m) noexcept : p(m.p) { m.p = nullptr; } Moved(int *q) : p(q) {} ~Moved() { delete p; } };
Moved pass(Moved m) { return m; }
