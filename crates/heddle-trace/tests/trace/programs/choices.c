#include <heddle.h>

static int total;

static int twice(int x)
{
    int y = x + x;
    return y;
}

static void add(int amount)
{
    total += amount;
    heddle_trace("total is %d", total);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += twice(i);
        sum -= i;
    }
    add(sum);
    int extra = heddle_choose(3);
    add(twice(extra));
    heddle_assert(total != 10);
}
