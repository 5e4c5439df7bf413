//@ verdict: verified
//@ properties: all
//
// Addresses beside functions and differences of labels as initializers: an interpreter whose table
// has the distances of its labels.

#include <assert.h>
#include <stdint.h>

static int next(int x)
{
    return x + 1;
}

static uintptr_t later = (uintptr_t)next + 4;
static uintptr_t earlier = (uintptr_t)next - 2;

static int run(const unsigned char *code)
{
    static const int table[] = {&&add - &&add, &&sub - &&add, &&end - &&add};
    static const long wide[] = {&&end - &&sub};
    int value = 0;
    goto *(&&add + table[*code]);
add:
    value += next(4);
    code++;
    goto *(&&add + table[*code]);
sub:
    value -= 2;
    code++;
    goto *(&&sub + (table[*code] - table[1]));
end:
    assert(wide[0] == table[2] - table[1]);
    return value;
}

int main(void)
{
    int (*f)(int) = (int (*)(int))(later - 4);
    assert(f(2) == 3);
    assert(later - earlier == 6);
    static const unsigned char code[] = {0, 1, 1, 0, 2};
    assert(run(code) == 6);
    return 0;
}
