//! A source text under construction: one statement a line, so that a line
//! number names a statement.

/// Lines with their indentation.
#[derive(Default)]
pub(crate) struct Text {
    lines: String,
    depth: usize,
}

impl Text {
    /// Adds a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.lines.extend(std::iter::repeat_n("    ", self.depth));
        }
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    /// Opens a block behind `head`, which may be empty: what follows is deeper.
    pub(crate) fn open(&mut self, head: impl AsRef<str>) {
        let head = head.as_ref();
        self.line(if head.is_empty() { "{".to_owned() } else { format!("{head} {{") });
        self.depth += 1;
    }

    /// Ends the first part of a block and opens its second.
    pub(crate) fn otherwise(&mut self) {
        self.depth -= 1;
        self.line("} else {");
        self.depth += 1;
    }

    /// Closes a block.
    pub(crate) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// Closes the definition of a type.
    pub(crate) fn close_type(&mut self) {
        self.depth -= 1;
        self.line("};");
    }

    /// The whole text.
    pub(crate) fn finish(self) -> String {
        self.lines
    }
}
