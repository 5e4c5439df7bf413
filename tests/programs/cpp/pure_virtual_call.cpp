//@ verdict: violation
//@ kind: crash
//@ clang: -fno-exceptions -fno-rtti
//
// A pure virtual function is called while the object is still being built.

struct Base {
    Base() { prepare(); }
    virtual ~Base() {}
    virtual void step() = 0;
    void prepare() { step(); }
};

struct Derived : Base {
    void step() override {}
};

int main()
{
    Derived d;
    return 0;
}
