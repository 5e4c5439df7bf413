/*
 * Manipulators with arguments.
 */
#include <iomanip>

namespace std {

#define MANIPULATOR(type)                                                                         \
    template ostream &operator<<(ostream &, type);                                                \
    template istream &operator>>(istream &, type);

MANIPULATOR(_Setfill<char>)
MANIPULATOR(_Setiosflags)
MANIPULATOR(_Resetiosflags)
MANIPULATOR(_Setbase)
MANIPULATOR(_Setprecision)
MANIPULATOR(_Setw)

} // namespace std
