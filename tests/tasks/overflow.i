int main(void)
{
    int sum = 2147483000;
    for (int i = 0; i < 1000; i++)
        sum += i;
    return 0;
}
