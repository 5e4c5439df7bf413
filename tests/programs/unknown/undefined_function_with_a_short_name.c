//@ verdict: unknown
//@ reason: call of the function 'g'
//
// In C++'s names for the linker, `g` would be a type.

int g(void);

int main(void)
{
    return g();
}
