/* ctype.c against the system's, for every value that the tables have. */
#include "compare.h"

#include <ctype.h>
#include <stdio.h>

#undef isascii
#undef toascii
OURS(isalnum); OURS(isalpha); OURS(isblank); OURS(iscntrl); OURS(isdigit); OURS(isgraph);
OURS(islower); OURS(isprint); OURS(ispunct); OURS(isspace); OURS(isupper); OURS(isxdigit);
OURS(tolower); OURS(toupper); OURS(isascii); OURS(toascii);
OURS(__ctype_b_loc); OURS(__ctype_tolower_loc); OURS(__ctype_toupper_loc);

#define SAME_TEST(f) SAME(#f, c_text, rt_##f(c), (f)(c))

void compare_ctype(void)
{
    for (int c = -128; c < 256; c++) {
        char c_text[8];
        snprintf(c_text, sizeof c_text, "%d", c);
        SAME_TEST(isalnum);
        SAME_TEST(isalpha);
        SAME_TEST(isblank);
        SAME_TEST(iscntrl);
        SAME_TEST(isdigit);
        SAME_TEST(isgraph);
        SAME_TEST(islower);
        SAME_TEST(isprint);
        SAME_TEST(ispunct);
        SAME_TEST(isspace);
        SAME_TEST(isupper);
        SAME_TEST(isxdigit);
        SAME_TEST(tolower);
        SAME_TEST(toupper);
        SAME_TEST(isascii);
        SAME_TEST(toascii);
        SAME("class table", c_text, (*rt___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
        SAME("lower table", c_text, (*rt___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
        SAME("upper table", c_text, (*rt___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]);
    }
}
