//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 18
//@ clang: -fno-exceptions
//
// A member is read through a pointer to a deleted object.

struct Account {
    int balance;
};

int main()
{
    Account *a = new Account{10};
    Account *same = a;
    delete a;
    return same->balance & 0; // BUG
}
