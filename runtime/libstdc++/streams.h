/*
 * What the files about streams share.
 *
 * The standard streams may be used by several threads at once, without a race. Here an operation
 * on one of them is a single step, like a call of printf. Memory of the user's is read before
 * that, so that races on it show.
 */
#ifndef HEDDLE_STREAMS_H
#define HEDDLE_STREAMS_H

#include <streambuf>

extern "C" void __heddle_atomic_begin(void);
extern "C" void __heddle_atomic_end(void);
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

/* The buffers of cout, cerr and clog; there are none in a program that uses none of them. */
struct output_buffers {
    alignas(output_buffer) char bytes[3][sizeof(output_buffer)];
};
extern __attribute__((weak)) output_buffers buffers;

/* Makes one of them; whoever calls this has all three in the program. */
output_buffer *make_buffer(int index, int fd);

/* A step, if a buffer is that of a standard stream. */
class step {
  public:
    explicit step(std::streambuf *buffer)
        : is_one(buffer && (buffer == at(0) || buffer == at(1) || buffer == at(2)))
    {
        if (is_one)
            __heddle_atomic_begin();
    }

    ~step()
    {
        if (is_one)
            __heddle_atomic_end();
    }

  private:
    static std::streambuf *at(int i)
    {
        return &buffers ? reinterpret_cast<std::streambuf *>(buffers.bytes[i]) : nullptr;
    }

    bool is_one;
};

} // namespace heddle

#endif
