//@ verdict: verified
//@ output: native
//
// Types at run time: typeid of all kinds of things, and dynamic_cast up, down, across, to virtual
// bases and to void, where there is one such base, none, several, or a private one.

#include <stdio.h>
#include <typeinfo>

struct Root {
    int root = 0;
    virtual ~Root() {}
};

struct A : Root {
    int a = 1;
};

struct B : Root {
    int b = 2;
};

struct Twice : A, B {
    int twice = 3;
};

struct Leaf : Twice {};

struct VA : virtual Root {
    int a = 4;
};

struct VB : virtual Root {
    int b = 5;
};

struct Once : VA, VB {
    int once = 6;
};

struct Shy : private VA, public VB {};

struct Other {
    virtual ~Other() {}
};

struct Mixed : Other, Once {};

template <class T, class S> static void cast(const char *name, S *from)
{
    T *to = dynamic_cast<T *>(from);
    printf("%s: %s", name, to ? "yes" : "no");
    if (to)
        printf(", %d bytes on", (int)((char *)to - (char *)from));
    printf("\n");
}

int main()
{
    Twice twice;
    Leaf leaf;
    Once once;
    Shy shy;
    Mixed mixed;
    A plain;
    cast<Twice>("A to Twice", static_cast<A *>(&twice));
    cast<Twice>("B to Twice", static_cast<B *>(&twice));
    cast<B>("A to B", static_cast<A *>(&twice));
    cast<A>("B to A", static_cast<B *>(&leaf));
    cast<Leaf>("B to Leaf", static_cast<B *>(&leaf));
    cast<Leaf>("B to Leaf, which it is not", static_cast<B *>(&twice));
    cast<B>("A to B, which is not there", &plain);
    cast<Root>("A to Root", static_cast<A *>(&twice));
    cast<Twice>("Root to Twice", static_cast<Root *>(static_cast<B *>(&twice)));
    cast<A>("Root of B to A", static_cast<Root *>(static_cast<B *>(&twice)));
    cast<Once>("virtual Root to Once", static_cast<Root *>(&once));
    cast<VA>("virtual Root to VA", static_cast<Root *>(&once));
    cast<VB>("VA to VB", static_cast<VA *>(&once));
    cast<VA>("VB to private VA", static_cast<VB *>(&shy));
    cast<VB>("virtual Root to VB beside private VA", static_cast<Root *>(static_cast<VB *>(&shy)));
    cast<Shy>("VB to Shy", static_cast<VB *>(&shy));
    cast<Other>("virtual Root to Other", static_cast<Root *>(&mixed));
    cast<VB>("Other to VB", static_cast<Other *>(&mixed));
    cast<Root>("Other to Root", static_cast<Other *>(&mixed));
    cast<Mixed>("Other to Mixed", static_cast<Other *>(&mixed));
    cast<const void>("VB to void", static_cast<VB *>(&mixed));
    cast<Other>("null", static_cast<VB *>(nullptr));

    Root *root = static_cast<VB *>(&mixed);
    printf("%d %d\n", typeid(*root) == typeid(Mixed), typeid(*root) == typeid(Root));
    printf("%s %s %s\n", typeid(*root).name(), typeid(root).name(), typeid(int).name());
    printf("%s %s %s\n", typeid(const char *).name(), typeid(double[3]).name(),
           typeid(void (*)(int)).name());
    printf("%s %s\n", typeid(int Root::*).name(), typeid(void (Root::*)() const).name());
    try {
        printf("%d\n", dynamic_cast<VA &>(*static_cast<Root *>(&plain)).a);
    } catch (const std::bad_cast &error) {
        printf("%s\n", error.what());
    }
    try {
        Root *nothing = nullptr;
        printf("%s\n", typeid(*nothing).name());
    } catch (const std::bad_typeid &error) {
        printf("%s\n", error.what());
    }
    return 0;
}
