//! The process's surroundings: environment variables and standard folders.
//!
//! This is the only place that reads them; everything else is given what it
//! needs, so that tests can give something else.

use std::env;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

/// All that heddle takes from its surroundings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    /// `$HEDDLE_CLANG`: the clang to use, a path or a name on `path`.
    pub(crate) clang: Option<OsString>,
    /// `$PATH`, split.
    pub(crate) path: Vec<PathBuf>,
    /// Folders in which things may be kept from one run to the next, best first.
    pub(crate) cache_dirs: Vec<PathBuf>,
    /// The folder in which things may be kept during a run.
    pub(crate) temp_dir: PathBuf,
    /// True if standard output is a terminal that should have colours.
    pub(crate) color_stdout: bool,
    /// True if standard error is a terminal that should have colours.
    pub(crate) color_stderr: bool,
    /// True if standard error is a terminal on which progress can be shown.
    pub(crate) progress: bool,
    /// Characters in a line of standard output: `$COLUMNS`, or those of the terminal.
    pub(crate) width: usize,
}

/// Characters in a line where nobody says how many.
const DEFAULT_WIDTH: usize = 100;

impl Environment {
    /// Reads the surroundings of this process.
    pub(crate) fn read() -> Environment {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let absolute = |path: PathBuf| path.is_absolute().then_some(path);
        let cache_home = set("XDG_CACHE_HOME").map(PathBuf::from).and_then(absolute);
        let home_cache = set("HOME").map(|home| PathBuf::from(home).join(".cache"));
        // https://no-color.org: any value but the empty one counts.
        let plain = set("NO_COLOR").is_some() || set("TERM").is_some_and(|term| term == "dumb");
        Environment {
            clang: set("HEDDLE_CLANG"),
            path: set("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default(),
            cache_dirs: cache_home
                .into_iter()
                .chain(home_cache.and_then(absolute))
                .map(|folder| folder.join("heddle"))
                .collect(),
            temp_dir: std::path::absolute(env::temp_dir()).unwrap_or_else(|_| env::temp_dir()),
            color_stdout: !plain && std::io::stdout().is_terminal(),
            color_stderr: !plain && std::io::stderr().is_terminal(),
            progress: std::io::stderr().is_terminal(),
            width: set("COLUMNS")
                .and_then(|columns| columns.to_str()?.parse().ok())
                .filter(|&columns| columns > 0)
                .or_else(|| Some(console::Term::stdout().size_checked()?.1.into()))
                .unwrap_or(DEFAULT_WIDTH),
        }
    }
}
