//@ verdict: violation
//@ kind: uncaught-exception
//@ line: 16
//
// A destructor that throws while another exception is in flight ends the program.

struct Failure {
    int code;
};

struct Guard {
    bool fails;
    ~Guard() noexcept(false)
    {
        if (fails)
            throw Failure{1};
    }
};

static void work(bool fails, bool twice)
{
    Guard guard{fails};
    if (twice)
        throw Failure{2};
}

int main()
{
    for (int round = 0; round < 4; round++) {
        try {
            work(round & 1, round & 2);
        } catch (Failure &) {
        }
    }
    return 0;
}
