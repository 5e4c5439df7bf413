/*
 * std::cin.
 *
 * It reads standard input as <stdio.h> does, a character at a time. It is made before any
 * constructor of the program's runs, and never destroyed.
 */
#include <cstdio>
#include <istream>
#include <new>
#include <ostream>
#include <streambuf>

namespace std {
inline namespace __1 {

namespace {

class input_buffer : public streambuf {
  protected:
    int_type underflow() override
    {
        return ungetc(getc(stdin), stdin);
    }

    int_type uflow() override
    {
        return last = getc(stdin);
    }

    int_type pbackfail(int_type c) override
    {
        int_type back = traits_type::eq_int_type(c, traits_type::eof()) ? last : c;
        last = traits_type::eof();
        return ungetc(back, stdin);
    }

  private:
    int_type last = traits_type::eof();
};

} // namespace

alignas(istream) char cin[sizeof(istream)];
alignas(input_buffer) static char buffer[sizeof(input_buffer)];

extern ostream out __asm__("_ZNSt3__14coutE");

__attribute__((constructor(103))) static void make()
{
    istream *stream = new (cin) istream(new (buffer) input_buffer());
    stream->tie(&out);
}

} // namespace __1
} // namespace std
