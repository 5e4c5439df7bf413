//@ verdict: verified
//
// The same function is called in the text, but no run gets there.

extern int launch_rocket(int stages);

int main(void)
{
    int stages = 3;
    while (stages > 0)
        stages--;
    if (stages == 7)
        return launch_rocket(stages);
    return 0;
}
