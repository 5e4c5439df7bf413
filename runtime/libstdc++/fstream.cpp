/*
 * Streams on files: the templates, and what they read and write with.
 */
#include <fstream>

#include "locale.h"

#include <cerrno>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

namespace std {

/* --- Characters of a file, which are those of the program ------------------- */

using converter = codecvt<char, char, mbstate_t>;

locale::id converter::id;

converter::codecvt(size_t references)
    : __codecvt_abstract_base<char, char, mbstate_t>(references), _M_c_locale_codecvt()
{
}

converter::codecvt(__c_locale, size_t references) : codecvt(references) {}

converter::~codecvt() {}

/* Whoever asks is told that there is nothing to convert. */
codecvt_base::result converter::do_out(mbstate_t &, const char *from, const char *,
                                       const char *&from_next, char *to, char *,
                                       char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

codecvt_base::result converter::do_unshift(mbstate_t &, char *to, char *, char *&to_next) const
{
    to_next = to;
    return noconv;
}

codecvt_base::result converter::do_in(mbstate_t &, const char *from, const char *,
                                      const char *&from_next, char *to, char *,
                                      char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

int converter::do_encoding() const noexcept
{
    return 1;
}

bool converter::do_always_noconv() const noexcept
{
    return true;
}

int converter::do_length(mbstate_t &, const char *from, const char *end, size_t most) const
{
    size_t n = static_cast<size_t>(end - from);
    return static_cast<int>(n < most ? n : most);
}

int converter::do_max_length() const noexcept
{
    return 1;
}

static heddle::room<converter> room;

__attribute__((constructor(102))) static void make()
{
    heddle::add(room);
}

/* --- A file ---------------------------------------------------------------- */

/* The mode of fopen, or null. */
static const char *mode_of(ios_base::openmode mode)
{
    enum { IN = ios_base::in, OUT = ios_base::out, TRUNC = ios_base::trunc, APP = ios_base::app };
    switch (mode & (IN | OUT | TRUNC | APP)) {
    case OUT:
    case OUT | TRUNC:
        return "w";
    case OUT | APP:
    case APP:
        return "a";
    case IN:
        return "r";
    case IN | OUT:
        return "r+";
    case IN | OUT | TRUNC:
        return "w+";
    case IN | OUT | APP:
    case IN | APP:
        return "a+";
    default:
        return nullptr;
    }
}

__basic_file<char>::__basic_file(__c_lock *) noexcept : _M_cfile(), _M_cfile_created() {}

__basic_file<char>::~__basic_file()
{
    close();
}

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int)
{
    const char *text = mode_of(mode);
    if (!text || is_open())
        return nullptr;
    _M_cfile = fopen(name, text);
    _M_cfile_created = _M_cfile;
    return _M_cfile ? this : nullptr;
}

__basic_file<char> *__basic_file<char>::sys_open(__c_file *file, ios_base::openmode)
{
    if (!file || is_open() || fflush(file))
        return nullptr;
    _M_cfile = file;
    return this;
}

__basic_file<char> *__basic_file<char>::sys_open(int fd, ios_base::openmode mode) noexcept
{
    const char *text = mode_of(mode);
    if (!text || is_open())
        return nullptr;
    _M_cfile = fdopen(fd, text);
    _M_cfile_created = _M_cfile;
    return _M_cfile ? this : nullptr;
}

__basic_file<char> *__basic_file<char>::close()
{
    if (!is_open())
        return nullptr;
    bool is_good = !_M_cfile_created || fclose(_M_cfile) == 0;
    _M_cfile = nullptr;
    _M_cfile_created = false;
    return is_good ? this : nullptr;
}

bool __basic_file<char>::is_open() const noexcept
{
    return _M_cfile;
}

int __basic_file<char>::fd() noexcept
{
    return fileno(_M_cfile);
}

__c_file *__basic_file<char>::file() noexcept
{
    return _M_cfile;
}

streamsize __basic_file<char>::xsputn(const char *s, streamsize n)
{
    return ::write(fd(), s, static_cast<size_t>(n)) == n ? n : 0;
}

/* Two pieces at once: the one that is in a buffer, and one that is not. */
streamsize __basic_file<char>::xsputn_2(const char *s, streamsize n, const char *more,
                                        streamsize rest)
{
    streamsize written = n ? xsputn(s, n) : 0;
    return written == n ? written + xsputn(more, rest) : written;
}

streamsize __basic_file<char>::xsgetn(char *to, streamsize n)
{
    return ::read(fd(), to, static_cast<size_t>(n));
}

streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir way) noexcept
{
    return lseek(fd(), static_cast<off_t>(offset), way);
}

int __basic_file<char>::sync()
{
    return fflush(_M_cfile);
}

streamsize __basic_file<char>::showmanyc()
{
    struct stat status;
    if (fstat(fd(), &status))
        return 0;
    return status.st_size - lseek(fd(), 0, SEEK_CUR);
}

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace std
