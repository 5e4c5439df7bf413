/*
 * std::regex_error; all else of regular expressions is templates.
 */
#include <regex>

namespace std {

static const char *text(regex_constants::error_type code)
{
    using namespace regex_constants;
    static const struct {
        error_type code;
        const char *text;
    } texts[] = {
        {error_collate, "Invalid collating element in regular expression"},
        {error_ctype, "Invalid character class in regular expression"},
        {error_escape, "Invalid escape in regular expression"},
        {error_backref, "Invalid back reference in regular expression"},
        {error_brack, "Mismatched '[' and ']' in regular expression"},
        {error_paren, "Mismatched '(' and ')' in regular expression"},
        {error_brace, "Mismatched '{' and '}' in regular expression"},
        {error_badbrace, "Invalid range in '{}' in regular expression"},
        {error_range, "Invalid character range in regular expression"},
        {error_space, "Insufficient memory to compile regular expression"},
        {error_badrepeat, "Invalid '?', '*', or '+' in regular expression"},
        {error_complexity, "Complexity of regex match exceeded implementation limits"},
        {error_stack, "Insufficient memory to determine regex match"},
    };
    for (const auto &entry : texts) {
        if (entry.code == code)
            return entry.text;
    }
    return "regular expression error";
}

regex_error::regex_error(regex_constants::error_type code)
    : runtime_error(text(code)), _M_code(code)
{
}

regex_error::~regex_error() noexcept = default;

void __throw_regex_error(regex_constants::error_type code)
{
    throw regex_error(code);
}

} // namespace std
