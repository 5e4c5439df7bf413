//@ verdict: verified
//
// To fill no byte is right even right behind the last one, also if that there is none to fill
// is known only from what was tested before.

#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    char bytes[4];
    unsigned char length = __VERIFIER_nondet_uchar();
    if (length == 0)
        memset(bytes + sizeof bytes, 0, length);
    return 0;
}
