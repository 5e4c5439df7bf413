/* Half of a program: the value. */
int value(void)
{
    return 41;
}
