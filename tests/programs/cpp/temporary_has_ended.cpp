//@ verdict: violation
//@ kind: memory
//@ line: 17
//
// A pointer into a temporary, which ends with the statement.

struct Holder {
    int number;
    explicit Holder(int n) : number(n) {}
    ~Holder() { number = 0; }
    const int *get() const { return &number; }
};

int main()
{
    const int *pointer = Holder(3).get();
    return *pointer - 3; // BUG
}
