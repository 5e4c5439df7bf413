/*
 * What all streams have: std::ios_base, std::basic_ios, and buffers.
 */
#include <ios>
#include <istream>
#include <locale>
#include <ostream>
#include <streambuf>

namespace std {

/* The header says of this one that it is specialized for char. */
template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &is_at_end)
{
    using traits = char_traits<char>;
    streamsize count = 0;
    traits::int_type c = from->sgetc();
    is_at_end = true;
    while (is_at_end && !traits::eq_int_type(c, traits::eof())) {
        is_at_end = !traits::eq_int_type(to->sputc(traits::to_char_type(c)), traits::eof());
        if (is_at_end) {
            ++count;
            c = from->snextc();
        }
    }
    return count;
}

template class basic_ios<char>;
template class basic_streambuf<char>;
template streamsize __copy_streambufs(streambuf *, streambuf *);

/* --- Constants ------------------------------------------------------------- */

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

const ios_base::seekdir ios_base::beg;
const ios_base::seekdir ios_base::cur;
const ios_base::seekdir ios_base::end;

/* --- Life ------------------------------------------------------------------ */

/* Whatever is not set here is set by _M_init, before the stream is used. */
ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(),
      _M_callbacks(0), _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word)
{
}

void ios_base::_M_init() noexcept
{
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

ios_base::~ios_base()
{
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
}

locale ios_base::imbue(const locale &l) noexcept
{
    locale old = _M_ios_locale;
    _M_ios_locale = l;
    _M_call_callbacks(imbue_event);
    return old;
}

bool ios_base::sync_with_stdio(bool)
{
    return true;
}

void ios_base::_M_move(ios_base &other) noexcept
{
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    _M_callbacks = other._M_callbacks;
    other._M_callbacks = nullptr;
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = _M_local_word;
    if (other._M_word == other._M_local_word) {
        for (int i = 0; i < _S_local_word_size; ++i) {
            _M_local_word[i] = other._M_local_word[i];
            other._M_local_word[i] = _Words();
        }
    } else {
        _M_word = other._M_word;
        other._M_word = other._M_local_word;
    }
    _M_word_size = other._M_word_size;
    other._M_word_size = _S_local_word_size;
    _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept
{
    ios_base kept;
    kept._M_move(*this);
    _M_move(other);
    other._M_move(kept);
}

/* --- Callbacks and words --------------------------------------------------- */

void ios_base::register_callback(event_callback f, int index)
{
    _M_callbacks = new _Callback_list(f, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event e) noexcept
{
    for (_Callback_list *c = _M_callbacks; c; c = c->_M_next)
        c->_M_fn(e, *this, c->_M_index);
}

void ios_base::_M_dispose_callbacks() noexcept
{
    _Callback_list *c = _M_callbacks;
    while (c && c->_M_remove_reference() == 0) {
        _Callback_list *next = c->_M_next;
        delete c;
        c = next;
    }
    _M_callbacks = nullptr;
}

int ios_base::xalloc() noexcept
{
    static _Atomic_word last;
    return __atomic_fetch_add(&last, 1, __ATOMIC_ACQ_REL) + 4;
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool)
{
    _Words *more = new _Words[index + 1];
    for (int i = 0; i < _M_word_size; ++i)
        more[i] = _M_word[i];
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = more;
    _M_word_size = index + 1;
    return _M_word[index];
}

} // namespace std
