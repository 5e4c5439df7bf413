/*
 * What every file that includes <iostream> has an object of. The streams themselves are made
 * before (see cout.cpp), and only those that the program uses.
 */
#include <ios>

namespace std {

ios_base::Init::Init() {}
ios_base::Init::~Init() {}

} // namespace std
