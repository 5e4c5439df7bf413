//@ verdict: verified
//@ clang: -fno-exceptions -fno-rtti
//@ output: native
//
// Virtual functions, pure ones too, through single, multiple and virtual
// inheritance; calls in constructors; virtual destructors; pointer adjustment.

#include <stdio.h>

struct Shape {
    Shape() { printf("[%s]", kind()); }
    virtual ~Shape() { printf("~Shape "); }
    virtual const char *kind() const { return "shape"; }
    virtual double area() const = 0;
};

struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) { printf("[%s]", kind()); }
    ~Square() override { printf("~Square "); }
    const char *kind() const override { return "square"; }
    double area() const override { return side * side; }
};

struct Named {
    const char *name = "anonymous";
    virtual ~Named() {}
    virtual void describe() const { printf("named %s\n", name); }
};

struct Label : Square, Named {
    Label(double s, const char *n) : Square(s) { name = n; }
    void describe() const override { printf("%s: %s of %.2f\n", name, kind(), area()); }
    double area() const override { return Square::area() + 1; }
};

struct Base {
    int value = 1;
    virtual int get() const { return value; }
    virtual ~Base() {}
};
struct Left : virtual Base {
    int get() const override { return value + 10; }
};
struct Right : virtual Base {
    int right = 5;
};
struct Diamond : Left, Right {
    int get() const override { return Left::get() + right; }
};

int main()
{
    Shape *shapes[2] = {new Square(3), new Label(2, "label")};
    printf("\n");
    for (Shape *s : shapes)
        printf("%s %.2f\n", s->kind(), s->area());
    Label *l = static_cast<Label *>(shapes[1]);
    Named *n = l;
    n->describe();
    printf("%d %d\n", (void *)n != (void *)l, static_cast<Label *>(n) == l);
    for (Shape *s : shapes)
        delete s;
    printf("\n");
    Diamond d;
    Right *r = &d;
    Base *b = r;
    b->value = 2;
    printf("%d %d %d\n", d.get(), b->get(), r->get());
    return 0;
}
