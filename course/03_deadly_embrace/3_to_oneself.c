//@ requirement: A transfer from an account to itself changes nothing, and ends
//@ hint: With `from == to`, which lock is taken twice?
//@ hint: A plain mutex that its owner locks again never gets free. Leave out what has no effect.

#include <assert.h>

void transfer(int from, int to, int amount);
int balance(int account);

int main(void)
{
    transfer(1, 1, 5);
    assert(balance(1) == 10);
}
