//@ verdict: verified
//@ clang: -m32
//
// An index is counted from far away: the address is near the table only at the end.

#include <assert.h>
#include <heddle.h>

static const int before = 1;
static const int days[4] = {366, 365, 365, 365};
static const int behind = 2;

static int days_of(int year)
{
    return days[year - 2000] + (before - behind) * 0;
}

int main(void)
{
    int year = 2000 + (int)heddle_choose(4);
    const int *from = days - 2000;
    assert(from[year] == days_of(year) && from[year] >= 365);
    return 0;
}
