//! The files that the user gives a program to read, as a module of the program.
//!
//! Nothing is read while a program is checked: its world of files is part of its states
//! (`runtime/file.c`). What is in a file when a check begins is compiled into the program, as a
//! table that the runtime knows by name.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_bitcode::Cancel;

use super::job::{emit_bitcode, run_all};
use super::{Bitcode, Clang, CompileOptions, DriverError};

/// The files that a program may read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct GivenFiles {
    /// Files that it may open, by the names that it knows.
    pub(crate) files: Vec<PathBuf>,
    /// The file that is its standard input.
    pub(crate) stdin: Option<PathBuf>,
}

impl GivenFiles {
    /// True if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.stdin.is_none()
    }

    /// A C source with the names and the bytes of all of them.
    fn source(&self) -> Result<String, DriverError> {
        let mut table = String::new();
        let mut source =
            "struct given { const char *name, *bytes; unsigned long size; };\n".to_owned();
        let named = self.files.iter().map(|path| (Some(path.as_path()), path.as_path()));
        let all = named.chain(self.stdin.iter().map(|path| (None, path.as_path())));
        for (index, (name, path)) in all.enumerate() {
            let bytes = read(path).map_err(|error| DriverError::Unreadable {
                path: path.to_owned(),
                reason: error.to_string(),
            })?;
            writeln!(source, "static const char bytes_{index}[] = {};", literal(&bytes))
                .expect(GROWS);
            let name =
                name.map_or_else(|| "0".to_owned(), |name| literal(of_path(name).as_bytes()));
            writeln!(table, "    {{{name}, bytes_{index}, {}}},", bytes.len()).expect(GROWS);
        }
        writeln!(
            source,
            "const struct given __heddle_given_files[] = {{\n{table}    {{0, 0, 0}},\n}};"
        )
        .expect(GROWS);
        Ok(source)
    }
}

const GROWS: &str = "a string can grow";

/// The most bytes that a file may have: it becomes a literal of a source file.
const MOST_BYTES: u64 = 16 << 20;

/// The bytes of a file, which may be a pipe or a device that has no end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(io::Error::other(format!("it has more than {most} MiB, the most for a file")));
    }
    Ok(bytes)
}

fn of_path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Bytes as a string literal of C. Each is written with three digits, so that none of the text
/// means anything; lines are kept short.
fn literal(bytes: &[u8]) -> String {
    let lines: Vec<String> = bytes
        .chunks(64)
        .map(|chunk| {
            let mut line = String::from("\"");
            for byte in chunk {
                write!(line, "\\{byte:03o}").expect(GROWS);
            }
            line + "\""
        })
        .collect();
    match lines.is_empty() {
        true => "\"\"".to_owned(),
        false => lines.join("\n    "),
    }
}

impl Clang {
    /// The module that has the files of a program, for the target that `options` choose.
    pub(crate) fn given_files(
        &self,
        given: &GivenFiles,
        options: &CompileOptions,
        cancel: Cancel<'_>,
    ) -> Result<Bitcode, DriverError> {
        let scratch = self.scratch()?;
        let [source, output] = ["given.c", "given.bc"].map(|name| scratch.path().join(name));
        fs::write(&source, given.source()?)
            .map_err(DriverError::io("cannot write a temporary file"))?;
        let mut command = Command::new(&self.program);
        command.args(["-x", "c", "-w", "-Qunused-arguments"]).args(options.target_flags());
        emit_bitcode(&mut command, &source, &output);
        run_all(vec![command], cancel)?;
        let bytes =
            fs::read(&output).map_err(DriverError::io("clang made nothing of the files"))?;
        Ok(Bitcode { name: "the given files".to_owned(), bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_a_literal() {
        assert_eq!(literal(b""), "\"\"");
        assert_eq!(literal(b"a\"\n\0\xff7"), "\"\\141\\042\\012\\000\\377\\067\"");
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let given = GivenFiles { files: vec![PathBuf::from("no/such/file")], stdin: None };
        assert!(given.source().unwrap_err().to_string().contains("no/such/file"));
    }

    #[test]
    fn a_file_without_an_end_is_refused() {
        let given = GivenFiles { files: Vec::new(), stdin: Some(PathBuf::from("/dev/zero")) };
        let refusal = given.source().unwrap_err().to_string();
        assert!(refusal.contains("/dev/zero") && refusal.contains("16 MiB"), "{refusal}");
    }
}
