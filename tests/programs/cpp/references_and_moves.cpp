//@ verdict: verified
//@ clang: -fno-exceptions
//@ properties: default,leak
//@ output: native
//
// References, rvalue references, move constructors, a small owning pointer and a
// string class, namespaces, default arguments, overloads.

#include <stdio.h>
#include <string.h>

namespace own {
template <typename T> class Box {
    T *p;

public:
    explicit Box(T *p = nullptr) : p(p) {}
    Box(Box &&o) : p(o.p) { o.p = nullptr; }
    Box &operator=(Box &&o)
    {
        if (this != &o) {
            delete p;
            p = o.p;
            o.p = nullptr;
        }
        return *this;
    }
    Box(const Box &) = delete;
    Box &operator=(const Box &) = delete;
    ~Box() { delete p; }
    T &operator*() const { return *p; }
    T *operator->() const { return p; }
    explicit operator bool() const { return p != nullptr; }
};
} // namespace own

class Text {
    char *data;
    size_t length;

public:
    Text(const char *s = "") : data(new char[strlen(s) + 1]), length(strlen(s)) { strcpy(data, s); }
    Text(const Text &o) : Text(o.data) {}
    Text(Text &&o) : data(o.data), length(o.length)
    {
        o.data = nullptr;
        o.length = 0;
    }
    ~Text() { delete[] data; }
    Text operator+(const Text &o) const
    {
        char *joined = new char[length + o.length + 1];
        memcpy(joined, data, length);
        strcpy(joined + length, o.data);
        Text r(joined);
        delete[] joined;
        return r;
    }
    const char *c() const { return data ? data : "(moved)"; }
};

static const char *which(int &) { return "lvalue"; }
static const char *which(int &&) { return "rvalue"; }
static const char *which(const int &, int) { return "const"; }

static void swap(int &a, int &b)
{
    int t = a;
    a = b;
    b = t;
}

static own::Box<Text> make(const char *s = "default") { return own::Box<Text>(new Text(s)); }

int main()
{
    int a = 1, b = 2;
    swap(a, b);
    int &alias = a;
    alias += 10;
    printf("%d %d %s %s %s\n", a, b, which(a), which(5), which(a, 0));
    own::Box<Text> box = make("boxed"), empty;
    printf("%s %d %d\n", box->c(), (bool)box, (bool)empty);
    empty = static_cast<own::Box<Text> &&>(box);
    printf("%d %s\n", (bool)box, (*empty + Text("-") + *make()).c());
    Text t("moving"), u(static_cast<Text &&>(t));
    printf("%s %s\n", t.c(), u.c());
    return 0;
}
