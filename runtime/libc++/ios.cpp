/*
 * Streams: what they have in common, and the templates.
 */
#include <ios>
#include <istream>
#include <locale>
#include <new>
#include <ostream>
#include <streambuf>
#include <string>
#include <utility>

namespace std {
inline namespace __1 {

const ios_base::fmtflags ios_base::boolalpha;
const ios_base::fmtflags ios_base::dec;
const ios_base::fmtflags ios_base::fixed;
const ios_base::fmtflags ios_base::hex;
const ios_base::fmtflags ios_base::internal;
const ios_base::fmtflags ios_base::left;
const ios_base::fmtflags ios_base::oct;
const ios_base::fmtflags ios_base::right;
const ios_base::fmtflags ios_base::scientific;
const ios_base::fmtflags ios_base::showbase;
const ios_base::fmtflags ios_base::showpoint;
const ios_base::fmtflags ios_base::showpos;
const ios_base::fmtflags ios_base::skipws;
const ios_base::fmtflags ios_base::unitbuf;
const ios_base::fmtflags ios_base::uppercase;
const ios_base::fmtflags ios_base::adjustfield;
const ios_base::fmtflags ios_base::basefield;
const ios_base::fmtflags ios_base::floatfield;
const ios_base::iostate ios_base::badbit;
const ios_base::iostate ios_base::eofbit;
const ios_base::iostate ios_base::failbit;
const ios_base::iostate ios_base::goodbit;
const ios_base::openmode ios_base::app;
const ios_base::openmode ios_base::ate;
const ios_base::openmode ios_base::binary;
const ios_base::openmode ios_base::in;
const ios_base::openmode ios_base::out;
const ios_base::openmode ios_base::trunc;

void ios_base::init(void *buffer)
{
    __rdbuf_ = buffer;
    __rdstate_ = buffer ? goodbit : badbit;
    __exceptions_ = goodbit;
    __fmtflags_ = skipws | dec;
    __width_ = 0;
    __precision_ = 6;
    __fn_ = nullptr;
    __index_ = nullptr;
    __event_size_ = __event_cap_ = 0;
    __iarray_ = nullptr;
    __iarray_size_ = __iarray_cap_ = 0;
    __parray_ = nullptr;
    __parray_size_ = __parray_cap_ = 0;
    new (&__loc_) locale;
}

ios_base::~ios_base()
{
    /* One that was never initialized has no locale. */
    if (!__loc_)
        return;
    __call_callbacks(erase_event);
    reinterpret_cast<locale *>(&__loc_)->~locale();
    delete[] __fn_;
    delete[] __index_;
    delete[] __iarray_;
    delete[] __parray_;
}

void ios_base::__call_callbacks(event e)
{
    for (size_t i = __event_size_; i > 0; --i)
        __fn_[i - 1](e, *this, __index_[i - 1]);
}

void ios_base::register_callback(event_callback f, int index)
{
    size_t size = __event_size_ + 1;
    event_callback *functions = new event_callback[size];
    int *indexes = new int[size];
    for (size_t i = 0; i + 1 < size; ++i) {
        functions[i] = __fn_[i];
        indexes[i] = __index_[i];
    }
    functions[size - 1] = f;
    indexes[size - 1] = index;
    delete[] __fn_;
    delete[] __index_;
    __fn_ = functions;
    __index_ = indexes;
    __event_size_ = __event_cap_ = size;
}

/* --- Words of the user's --------------------------------------------------- */

int ios_base::xalloc()
{
    static int next;
    return __atomic_fetch_add(&next, 1, __ATOMIC_ACQ_REL);
}

/* Room for a word in an array; new ones are zero. */
template <typename Word> static Word &word(Word *&words, size_t &size, size_t &room, int index)
{
    size_t needed = static_cast<size_t>(index) + 1;
    if (needed > room) {
        Word *more = new Word[needed]();
        for (size_t i = 0; i < size; ++i)
            more[i] = words[i];
        delete[] words;
        words = more;
        room = needed;
    }
    if (size < needed)
        size = needed;
    return words[index];
}

long &ios_base::iword(int index)
{
    return word(__iarray_, __iarray_size_, __iarray_cap_, index);
}

void *&ios_base::pword(int index)
{
    return word(__parray_, __parray_size_, __parray_cap_, index);
}

/* --- One stream from another ------------------------------------------------ */

template <typename Item> static Item *copied(const Item *items, size_t size)
{
    Item *copy = size ? new Item[size] : nullptr;
    for (size_t i = 0; i < size; ++i)
        copy[i] = items[i];
    return copy;
}

/* How to format, and what users have added; neither its state nor its buffer. */
void ios_base::copyfmt(const ios_base &other)
{
    if (this == &other)
        return;
    __fmtflags_ = other.__fmtflags_;
    __precision_ = other.__precision_;
    __width_ = other.__width_;
    *reinterpret_cast<locale *>(&__loc_) = *reinterpret_cast<const locale *>(&other.__loc_);
    delete[] __fn_;
    delete[] __index_;
    delete[] __iarray_;
    delete[] __parray_;
    __fn_ = copied(other.__fn_, other.__event_size_);
    __index_ = copied(other.__index_, other.__event_size_);
    __event_size_ = __event_cap_ = other.__event_size_;
    __iarray_ = copied(other.__iarray_, other.__iarray_size_);
    __iarray_size_ = __iarray_cap_ = other.__iarray_size_;
    __parray_ = copied(other.__parray_, other.__parray_size_);
    __parray_size_ = __parray_cap_ = other.__parray_size_;
}

/* All but the buffer. */
void ios_base::swap(ios_base &other) noexcept
{
    std::swap(__fmtflags_, other.__fmtflags_);
    std::swap(__precision_, other.__precision_);
    std::swap(__width_, other.__width_);
    std::swap(__rdstate_, other.__rdstate_);
    std::swap(__exceptions_, other.__exceptions_);
    std::swap(*reinterpret_cast<locale *>(&__loc_), *reinterpret_cast<locale *>(&other.__loc_));
    std::swap(__fn_, other.__fn_);
    std::swap(__index_, other.__index_);
    std::swap(__event_size_, other.__event_size_);
    std::swap(__event_cap_, other.__event_cap_);
    std::swap(__iarray_, other.__iarray_);
    std::swap(__iarray_size_, other.__iarray_size_);
    std::swap(__iarray_cap_, other.__iarray_cap_);
    std::swap(__parray_, other.__parray_);
    std::swap(__parray_size_, other.__parray_size_);
    std::swap(__parray_cap_, other.__parray_cap_);
}

/* This one is being made: it has nothing yet. The other one keeps what a copy leaves it. */
void ios_base::move(ios_base &other)
{
    init(nullptr);
    __rdstate_ = goodbit;
    swap(other);
    other.__fmtflags_ = __fmtflags_;
    other.__precision_ = __precision_;
    other.__width_ = __width_;
    other.__rdstate_ = __rdstate_;
    other.__exceptions_ = __exceptions_;
    *reinterpret_cast<locale *>(&other.__loc_) = *reinterpret_cast<locale *>(&__loc_);
}

/* --- Locales, states --------------------------------------------------------- */

locale ios_base::getloc() const
{
    return *reinterpret_cast<const locale *>(&__loc_);
}

locale ios_base::imbue(const locale &l)
{
    locale &mine = *reinterpret_cast<locale *>(&__loc_);
    locale old = mine;
    mine = l;
    __call_callbacks(imbue_event);
    return old;
}

bool ios_base::sync_with_stdio(bool)
{
    return true;
}

void ios_base::clear(iostate state)
{
    __rdstate_ = __rdbuf_ ? state : state | badbit;
    if (__rdstate_ & __exceptions_)
        __throw_failure("ios_base::clear");
}

/* An exception is on its way, which goes on if the user wants such exceptions. */

void ios_base::__set_badbit_and_consider_rethrow()
{
    __rdstate_ |= badbit;
    if (__exceptions_ & badbit)
        throw;
}

void ios_base::__set_failbit_and_consider_rethrow()
{
    __rdstate_ |= failbit;
    if (__exceptions_ & failbit)
        throw;
}

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;

} // namespace __1
} // namespace std
