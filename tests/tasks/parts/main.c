/* The other half: who looks at it. */
extern void reach_error(void);
extern int value(void);

int main(void)
{
    if (value() != 42)
        reach_error();
    return 0;
}
