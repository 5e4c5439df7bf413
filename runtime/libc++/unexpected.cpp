/*
 * std::set_unexpected, which programs use that have exception specifications.
 */
#include "unexpected.h"
