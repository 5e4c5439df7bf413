//@ verdict: violation
//@ kind: memory
//@ detail: double-free
//@ clang: -fno-exceptions
//
// The compiler's copy of an owning class makes two owners.

struct Owner {
    int *p;
    Owner() : p(new int(1)) {}
    ~Owner() { delete p; }
};

int main()
{
    Owner a;
    Owner b = a;
    return *b.p - 1;
}
