//@ verdict: verified
//@ output: native
//
// Multiple and virtual inheritance, and pointers to members, where they are and where they are
// inherited from. (inheritance_o2.cpp has it at another level.)

#include <stdio.h>

struct Base {
    int base = 1;
    virtual int id() { return 10 + base; }
    virtual ~Base() { printf("~Base %d\n", id()); }
};

struct Left : virtual Base {
    int left = 2;
    int id() override { return 20 + left; }
    ~Left() { printf("~Left %d\n", id()); }
    int own() { return left; }
};

struct Right : virtual Base {
    int right = 3;
    virtual int other() { return right; }
    ~Right() { printf("~Right %d\n", other()); }
};

struct Both : Left, Right {
    int both = 4;
    int id() override { return 40 + both; }
    int other() override { return both * 2; }
    int third() { return both; }
    ~Both() { printf("~Both\n"); }
};

struct Plain {
    int a = 5, b = 6;
    int sum() const { return a + b; }
};

struct Wider : Both, Plain {};

template <class T, class R> static int call(T &object, R T::*member) { return (object.*member)(); }

int main()
{
    Wider *wider = new Wider;
    Base *base = wider;
    Right *right = wider;
    printf("%d %d %d\n", base->id(), right->id(), right->other());
    int (Base::*id)() = &Base::id;
    int (Right::*other)() = &Right::other;
    int (Both::*inherited)() = &Right::other;
    int (Wider::*further)() = static_cast<int (Wider::*)()>(&Both::third);
    printf("%d %d %d %d\n", (base->*id)(), (right->*other)(), (wider->*inherited)(),
           (wider->*further)());
    int (Plain::*sum)() const = &Plain::sum;
    printf("%d\n", (wider->*sum)());
    int Plain::*fields[] = {&Plain::a, &Plain::b};
    for (auto field : fields)
        wider->*field += 1;
    int Wider::*wide = fields[1];
    printf("%d %d %d\n", wider->a, wider->b, wider->*wide);
    int Plain::*none = nullptr;
    printf("%d %d %d\n", none == nullptr, fields[0] == &Plain::a, fields[0] == fields[1]);
    printf("%d\n", call(static_cast<Left &>(*wider), &Left::own));
    delete base;
    return 0;
}
