//@ verdict: verified
//@ output: native
//
// Exceptions in one thread: which handler catches what, which destructors run on the way and in
// which order, and what is left afterwards. (exceptions_o*.cpp have it at other levels.)

#include <assert.h>
#include <exception>
#include <stdio.h>

struct Noisy {
    const char *name;
    explicit Noisy(const char *name) : name(name) { printf("  %s begins\n", name); }
    Noisy(const Noisy &other) : name(other.name) { printf("  %s is copied\n", name); }
    ~Noisy() { printf("  %s ends, %d in flight\n", name, std::uncaught_exceptions()); }
};

struct Shape {
    int sides = 3;
    virtual ~Shape() {}
    virtual const char *what() const { return "shape"; }
};

struct Left : virtual Shape {
    int left = 1;
};

struct Right : virtual Shape {
    int right = 2;
};

struct Square : Left, Right {
    Square() { sides = 4; }
    const char *what() const override { return "square"; }
};

struct Hidden : private Shape {};

namespace {
struct Local {
    int value;
};
} // namespace

static Square square;

static void raise(int kind)
{
    Noisy noisy("raise");
    switch (kind) {
    case 1:
        throw 7;
    case 2:
        throw Square();
    case 3:
        throw &square;
    case 4:
        throw "words";
    case 5:
        throw Local{5};
    case 6:
        throw Hidden();
    case 7:
        throw 1.5;
    case 8:
        throw nullptr;
    case 9:
        throw static_cast<const Square *>(&square);
    }
}

static int handle(int kind)
{
    try {
        Noisy noisy("handle");
        raise(kind);
    } catch (long) {
        return -1;
    } catch (int number) {
        printf("int %d\n", number);
        return 1;
    } catch (const Shape &shape) {
        printf("%s of %d sides\n", shape.what(), shape.sides);
        return 2;
    } catch (Shape *shape) {
        printf("pointer to %s\n", shape ? shape->what() : "nothing");
        return 3;
    } catch (const char *text) {
        printf("text %s\n", text);
        return 4;
    } catch (Local &local) {
        printf("local %d\n", local.value);
        return 5;
    } catch (const void *) {
        printf("some pointer\n");
        return 6;
    } catch (...) {
        printf("something else\n");
        return 7;
    }
    return 0;
}

struct Member {
    int value;
    explicit Member(int value) : value(value)
    {
        if (value == 3)
            throw value;
        printf("  member %d\n", value);
    }
    ~Member() { printf("  no member %d\n", value); }
};

struct Whole {
    Member first, second, third;
    Noisy last;
    explicit Whole(int n) try : first(n), second(n + 1), third(n + 2), last("whole") {
        printf("  whole\n");
    } catch (int value) {
        printf("  not whole: %d\n", value);
    }
};

static int count;

struct Counted {
    Counted()
    {
        if (++count == 3)
            throw count;
    }
    ~Counted() { printf("  counted %d\n", count--); }
};

static void partly()
{
    for (int n = 0; n < 4; n++) {
        try {
            Whole whole(n);
        } catch (int value) {
            printf("whole: %d\n", value);
        }
    }
    try {
        Counted *all = new Counted[4];
        delete[] all;
    } catch (int value) {
        printf("array: %d, left %d\n", value, count);
    }
}

static void again(int depth)
{
    Noisy noisy("again");
    try {
        if (depth == 0)
            throw 10;
        again(depth - 1);
    } catch (int &value) {
        value++;
        if (value == 12) {
            try {
                throw Local{value};
            } catch (Local local) {
                printf("inner %d\n", local.value);
            }
        }
        throw;
    }
}

static int returned()
{
    for (int round = 0; round < 3; round++) {
        try {
            if (round == 1)
                throw round;
            continue;
        } catch (int value) {
            Noisy noisy("return");
            return value + 100;
        }
    }
    return 0;
}

int main()
{
    for (int kind = 0; kind < 10; kind++)
        printf("%d: %d\n", kind, handle(kind));
    partly();
    try {
        again(2);
    } catch (int value) {
        printf("again: %d\n", value);
    }
    printf("returned %d\n", returned());
    std::exception_ptr kept;
    assert(!std::current_exception());
    try {
        throw Noisy("kept");
    } catch (...) {
        kept = std::current_exception();
    }
    for (int i = 0; i < 2; i++) {
        try {
            std::rethrow_exception(kept);
        } catch (Noisy &noisy) {
            printf("%s again\n", noisy.name);
        }
    }
    kept = nullptr;
    printf("%d in flight\n", std::uncaught_exceptions());
    return 0;
}
