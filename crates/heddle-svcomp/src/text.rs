//! Text in and out of files.

/// The text with characters that mean something in XML spelled out, in elements and in attributes.
/// Those that XML does not have at all become question marks.
pub fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
        out
    })
}

/// The first line of a message that goes on with an excerpt.
pub(crate) fn first_line(error: &impl ToString) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_read_back_that_xml_has() {
        let text = "a < b && \"c\" > 'd'\r\n\te";
        let xml = format!("<x y=\"{0}\">{0}</x>", escaped(text));
        let document = roxmltree::Document::parse(&xml).unwrap();
        assert_eq!(document.root_element().text(), Some(text));
        assert_eq!(document.root_element().attribute("y"), Some(text));
        assert_eq!(escaped("\u{1}\u{ffff}"), "??");
    }

    #[test]
    fn messages_are_cut_after_their_first_line() {
        assert_eq!(first_line(&"unknown field\n  --> line 3"), "unknown field");
        assert_eq!(first_line(&""), "");
    }
}
