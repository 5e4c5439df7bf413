//! The clang that heddle itself uses.

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Releases of clang, newest first, as far as anyone can foresee.
const VERSIONS: std::ops::RangeInclusive<u32> = 15..=30;

/// A clang command with nothing on its line: the one in `$HEDDLE_CLANG`, or
/// `clang`, or the newest `clang-N`.
///
/// # Panics
/// If there is none: the tests need one.
pub(crate) fn command() -> Command {
    static FOUND: OnceLock<OsString> = OnceLock::new();
    let name = FOUND.get_or_init(|| find().expect("the tests need clang; ./x test installs it"));
    Command::new(name)
}

fn find() -> Option<OsString> {
    let named = std::env::var_os("HEDDLE_CLANG").filter(|name| !name.is_empty());
    let unversioned = std::iter::once(OsString::from("clang"));
    let versioned = VERSIONS.rev().map(|version| OsString::from(format!("clang-{version}")));
    named.into_iter().chain(unversioned).chain(versioned).find(is_recent)
}

/// Whether `name` is a clang of one of the [`VERSIONS`].
fn is_recent(name: &OsString) -> bool {
    let asked = Command::new(name).arg("--version").stderr(Stdio::null()).output();
    let Ok(output) = asked else { return false };
    let banner = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = banner.split_once("clang version ").map_or("", |(_, rest)| rest);
    let major = version.split('.').next().unwrap_or_default();
    major.parse().is_ok_and(|major| VERSIONS.contains(&major))
}
