// Classes, virtual functions, references, constructors of globals, exceptions.
struct Shape {
    virtual ~Shape() {}
    virtual int area() const = 0;
};

struct Square : Shape {
    explicit Square(int side) : side(side) {}
    int area() const override { return side * side; }
    int side;
};

template <typename T> T largest(const T &a, const T &b) { return a < b ? b : a; }

static Square global(3);
inline int shared = largest(2, 5);

static int risky(int n) {
    if (n > 5) throw n;
    return n;
}

int main(int argc, char **) {
    Square local(argc);
    const Shape &shape = argc > 2 ? static_cast<const Shape &>(local) : global;
    auto twice = [&](int n) { return n * 2 + local.side; };
    Shape *made = new Square(twice(argc));
    int result = shape.area() + made->area() + shared;
    delete made;
    try {
        result += risky(argc);
    } catch (int n) {
        result -= n;
    }
    return result;
}
