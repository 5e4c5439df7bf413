//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 25
//@ clang: -fno-exceptions
//
// A class without a check of its index.

class Numbers {
    int *data;

public:
    explicit Numbers(int n) : data(new int[n]()) {}
    ~Numbers() { delete[] data; }
    int &operator[](int i)
    {
        return data[i];
    }
};

int main()
{
    Numbers n(3);
    for (int i = 0; i < 4; i++)
        n[i] = i; // BUG
    return 0;
}
