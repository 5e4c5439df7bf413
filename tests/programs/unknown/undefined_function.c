//@ verdict: unknown
//@ reason: source file or library that was not given
//
// A function that nobody defines is reached.

extern int launch_rocket(int stages);

int main(void)
{
    int stages = 3;
    while (stages > 0)
        stages--;
    return launch_rocket(stages);
}
