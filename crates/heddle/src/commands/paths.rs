//! Names of source files, as the user can open them.
//!
//! clang splits the path of a file into a folder and a rest that may not exist from where the
//! user stands: a file `A/c/x.c`, given as an absolute path in `A/b`, is `c/x.c` in the folder `A`.

use std::fs::canonicalize;
use std::path::Path;

use heddle_program::{Program, SourceFile};

/// Names each source file by a path that exists from here, if there is one.
pub(super) fn name_from_here(program: &mut Program) {
    for file in program.source.files.values_mut() {
        if let Some(path) = path_from_here(file) {
            file.path = path;
        }
    }
}

/// The path of a file whose name means another file here, or none; `None` if the name is good.
fn path_from_here(file: &SourceFile) -> Option<String> {
    let SourceFile { path, directory } = file;
    let whole = Path::new(directory).join(path);
    let there = canonicalize(&whole).ok()?;
    let is_here = canonicalize(path).is_ok_and(|here| here == there);
    (!is_here).then(|| whole.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(path: &str, directory: &Path) -> Option<String> {
        let directory = directory.to_string_lossy().into_owned();
        path_from_here(&SourceFile { path: path.to_owned(), directory })
    }

    #[test]
    fn names_that_mean_nothing_here_get_their_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x.c"), "").unwrap();
        let whole = folder.path().join("x.c").to_string_lossy().into_owned();
        assert_eq!(shown("x.c", folder.path()), Some(whole.clone()));
        assert_eq!(shown(&whole, folder.path()), None);
        assert_eq!(shown("gone.c", folder.path()), None);
        // Tests run in the folder of their crate.
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(shown("Cargo.toml", here), None);
        assert_eq!(shown("../heddle/Cargo.toml", here), None);
        assert_eq!(shown("src/./main.rs", here), None);
    }
}
