/*
 * std::regex_error, and the names that regular expressions have for characters; all else of them is
 * templates.
 */
#include <regex>

#include <cstring>
#include <locale>
#include <string>

extern "C" [[noreturn]] void __heddle_unmodelled_name_of_a_collating_element(void);

namespace std {
inline namespace __1 {

static const char *text(regex_constants::error_type code)
{
    using namespace regex_constants;
    static const struct {
        error_type code;
        const char *text;
    } texts[] = {
        {error_collate, "The expression contained an invalid collating element name."},
        {error_ctype, "The expression contained an invalid character class name."},
        {error_escape,
         "The expression contained an invalid escaped character, or a trailing escape."},
        {error_backref, "The expression contained an invalid back reference."},
        {error_brack, "The expression contained mismatched [ and ]."},
        {error_paren, "The expression contained mismatched ( and )."},
        {error_brace, "The expression contained mismatched { and }."},
        {error_badbrace, "The expression contained an invalid range in a {} expression."},
        {error_range, "The expression contained an invalid character range, such as [b-a] in most "
                      "encodings."},
        {error_space, "There was insufficient memory to convert the expression into a finite "
                      "state machine."},
        {error_badrepeat, "One of *?+{ was not preceded by a valid regular expression."},
        {error_complexity, "The complexity of an attempted match against a regular expression "
                           "exceeded a pre-set level."},
        {error_stack, "There was insufficient memory to determine whether the regular expression "
                      "could match the specified character sequence."},
        {__re_err_grammar, "An invalid regex grammar has been requested."},
        {__re_err_empty, "An empty regex is not allowed in the POSIX grammar."},
        {__re_err_parse, "The parser did not consume the entire regular expression."},
    };
    for (const auto &entry : texts) {
        if (entry.code == code)
            return entry.text;
    }
    return "Unknown error type";
}

regex_error::regex_error(regex_constants::error_type code)
    : runtime_error(text(code)), __code_(code)
{
}

regex_error::~regex_error() noexcept = default;

/* The name of a character is the character itself, or one of a long list. */
string __get_collation_name(const char *name)
{
    if (strlen(name) > 1)
        __heddle_unmodelled_name_of_a_collating_element();
    return name;
}

/* The characters that a class has; if case does not count, one of letters has all of them. */
regex_traits<char>::char_class_type __get_classname(const char *name, bool ignores_case)
{
    static const struct {
        const char *name;
        regex_traits<char>::char_class_type mask;
    } classes[] = {
        {"alnum", ctype_base::alnum}, {"alpha", ctype_base::alpha},
        {"blank", ctype_base::blank}, {"cntrl", ctype_base::cntrl},
        {"d", ctype_base::digit},     {"digit", ctype_base::digit},
        {"graph", ctype_base::graph}, {"lower", ctype_base::lower},
        {"print", ctype_base::print}, {"punct", ctype_base::punct},
        {"s", ctype_base::space},     {"space", ctype_base::space},
        {"upper", ctype_base::upper}, {"xdigit", ctype_base::xdigit},
    };
    const auto letters = ctype_base::lower | ctype_base::upper;
    if (strcmp(name, "w") == 0)
        return regex_traits<char>::__regex_word | ctype_base::alnum | letters;
    for (const auto &entry : classes) {
        if (strcmp(name, entry.name) == 0)
            return ignores_case && (entry.mask & letters) ? entry.mask | ctype_base::alpha
                                                          : entry.mask;
    }
    return 0;
}

} // namespace __1
} // namespace std
