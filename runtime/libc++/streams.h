/*
 * What the standard streams share.
 */
#ifndef HEDDLE_STREAMS_H
#define HEDDLE_STREAMS_H

#include <streambuf>

extern "C" void __heddle_output(int fd, const char *bytes, unsigned long n);

namespace heddle {

/* The buffer of a standard stream that is written to: none, so that it has no state. */
class output_buffer : public std::streambuf {
  public:
    explicit output_buffer(int fd) : fd(fd) {}

  protected:
    int_type overflow(int_type c) override
    {
        if (traits_type::eq_int_type(c, traits_type::eof()))
            return traits_type::not_eof(c);
        char byte = traits_type::to_char_type(c);
        __heddle_output(fd, &byte, 1);
        return c;
    }

    std::streamsize xsputn(const char *bytes, std::streamsize n) override
    {
        __heddle_output(fd, bytes, static_cast<unsigned long>(n));
        return n;
    }

  private:
    int fd;
};

} // namespace heddle

#endif
