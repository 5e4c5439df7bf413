//! Nothing in the repository depends on whose machine it lies on.

use super::{Finding, Tree};

/// Folders of one machine. Written in two halves, so that this file passes.
const FOLDERS: [&str; 3] = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];
/// Parts of host names from which only some machines can fetch crates or packages.
const HOSTS: [&str; 3] =
    [concat!("arti", "factory"), concat!("jf", "rog"), concat!("index.", "crates.io")];
/// Prefixes with which a lock file names a registry, and the registry that everybody has.
const REGISTRIES: [&str; 2] = ["registry+", "sparse+"];
const PUBLIC_REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Finds paths of a machine and names of registries.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        for (number, line) in file.lines() {
            for folder in FOLDERS.into_iter().filter(|folder| has_folder(line, folder)) {
                let message = format!("names a folder of one machine ({folder})");
                findings.push(Finding::new(file, number, message));
            }
            for host in HOSTS.into_iter().filter(|host| line.to_lowercase().contains(host)) {
                findings.push(Finding::new(file, number, format!("names a host ({host})")));
            }
            if file.suffix() == "lock" && has_private_registry(line) {
                findings.push(Finding::new(file, number, "names a registry other than crates.io"));
            }
        }
    }
    findings
}

/// True if a path that begins with `folder` stands in `line`.
fn has_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(start, _)| {
        // In `net/home/x` or `https://host/home/x` it is in the middle of a path.
        !line[..start].ends_with(|c: char| c.is_alphanumeric() || "_-.~}".contains(c))
    })
}

fn has_private_registry(line: &str) -> bool {
    REGISTRIES.iter().any(|start| line.contains(start)) && !line.contains(PUBLIC_REGISTRY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    #[test]
    fn paths_of_a_machine_are_found_anywhere() {
        for folder in FOLDERS {
            for line in
                [format!("cd {folder}x"), format!("\"{folder}x\""), format!("file://{folder}")]
            {
                let findings = found(check, &[("notes", &format!("fine\n{line}\n"))]);
                assert_eq!(findings.len(), 1, "{line}");
                assert!(findings[0].starts_with("notes:2: "), "{findings:?}");
            }
            let inside = format!("net{folder}x and ${{dir}}{folder}x and a.org{folder}x");
            assert_eq!(found(check, &[("a.md", &inside)]), [""; 0]);
        }
    }

    #[test]
    fn hosts_and_registries_are_found() {
        for host in HOSTS {
            assert_eq!(found(check, &[("a.toml", &format!("https://my.{host}.org/"))]).len(), 1);
        }
        let lock = |source: &str| {
            found(check, &[("Cargo.lock", &format!("source = \"{source}\"\n"))]).len()
        };
        assert_eq!(lock(PUBLIC_REGISTRY), 0);
        assert_eq!(lock("registry+https://crates.example/index"), 1);
        assert_eq!(lock("sparse+https://crates.example/"), 1);
    }
}
