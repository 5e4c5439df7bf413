//! Compiled modules, kept from one run to the next.
//!
//! An entry is a folder of bitcode files named after a key. It is written under
//! another name and renamed when complete, so that several heddles may start at
//! once: whoever comes second finds the entry or loses the race, and either way
//! has what it needs. Nothing here fails: a cache that cannot be used is only slow.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::Bitcode;

/// The place of one key's entry.
pub(super) struct Cache {
    folders: Vec<PathBuf>,
    name: String,
}

/// One module of an entry.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The source it was made from.
    pub(super) name: String,
    /// Its bitcode.
    pub(super) bytes: Vec<u8>,
}

impl Cache {
    /// The entry of `key` in the first of `folders` that can be used.
    pub(super) fn new(folders: &[PathBuf], key: u128) -> Cache {
        Cache { folders: folders.to_vec(), name: format!("runtime-{key:032x}") }
    }

    /// The modules made from `sources`, if all of them are there and whole.
    pub(super) fn load(&self, sources: &[&str]) -> Option<Vec<Entry>> {
        self.folders.iter().find_map(|folder| load(&folder.join(&self.name), sources))
    }

    /// Keeps `modules`.
    pub(super) fn store(&self, modules: &[Entry]) {
        for folder in &self.folders {
            if store(folder, &self.name, modules).is_ok() {
                break;
            }
        }
    }
}

fn load(entry: &Path, sources: &[&str]) -> Option<Vec<Entry>> {
    let read = |(index, source): (usize, &&str)| {
        let bytes = fs::read(entry.join(file_name(index, source))).ok()?;
        // A machine that lost its power can leave an empty file behind.
        Bitcode::has_magic(&bytes).then(|| Entry { name: (*source).to_owned(), bytes })
    };
    sources.iter().enumerate().map(read).collect()
}

fn store(folder: &Path, name: &str, modules: &[Entry]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let scratch = tempfile::Builder::new().prefix(".new-").tempdir_in(folder)?;
    for (index, module) in modules.iter().enumerate() {
        fs::write(scratch.path().join(file_name(index, &module.name)), &module.bytes)?;
    }
    let entry = folder.join(name);
    if fs::rename(scratch.path(), &entry).is_err() {
        // Someone was faster, unless what is there is broken.
        let sources: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
        if load(&entry, &sources).is_none() {
            fs::remove_dir_all(&entry)?;
            fs::rename(scratch.path(), &entry)?;
        } else {
            return Ok(());
        }
    }
    // It is no longer where it was made, so there is nothing to remove.
    let _ = scratch.keep();
    Ok(())
}

/// The file that holds the module made from `source`; the index keeps two
/// sources of one name apart.
fn file_name(index: usize, source: &str) -> String {
    let name = Path::new(source).file_name().unwrap_or_default().to_string_lossy();
    format!("{index:02}-{name}.bc")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCES: [&str; 2] = ["a/x.c", "b/x.c"];

    fn modules() -> Vec<Entry> {
        let module = |source: &str| Entry {
            name: source.to_owned(),
            bytes: [b"BC\xC0\xDE", source.as_bytes()].concat(),
        };
        SOURCES.map(module).to_vec()
    }

    #[test]
    fn gives_back_what_was_stored_under_the_same_key_only() {
        let root = tempfile::tempdir().unwrap();
        let folders = [root.path().join("not/yet/there")];
        let cache = Cache::new(&folders, 1);
        assert!(cache.load(&SOURCES).is_none());
        cache.store(&modules());
        assert!(cache.load(&SOURCES) == Some(modules()));
        assert!(Cache::new(&folders, 2).load(&SOURCES).is_none());
        // Nothing but the entry stays behind.
        assert_eq!(fs::read_dir(&folders[0]).unwrap().count(), 1);
    }

    #[test]
    fn a_broken_entry_is_made_anew() {
        let root = tempfile::tempdir().unwrap();
        let folders = [root.path().to_owned()];
        let cache = Cache::new(&folders, 1);
        cache.store(&modules());
        fs::write(root.path().join(&cache.name).join("01-x.c.bc"), "").unwrap();
        assert!(cache.load(&SOURCES).is_none());
        cache.store(&modules());
        assert!(cache.load(&SOURCES) == Some(modules()));
    }

    #[test]
    fn goes_on_to_a_folder_that_can_be_written() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        fs::write(&file, "in the way").unwrap();
        let folders = [file.join("below"), root.path().join("good")];
        let cache = Cache::new(&folders, 1);
        cache.store(&modules());
        assert!(cache.load(&SOURCES) == Some(modules()));
        // And where there is none, nothing happens.
        Cache::new(&folders[..1], 1).store(&modules());
    }

    #[test]
    fn many_may_store_at_once() {
        let root = tempfile::tempdir().unwrap();
        let folders = [root.path().to_owned()];
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let cache = Cache::new(&folders, 1);
                    cache.store(&modules());
                    assert!(cache.load(&SOURCES) == Some(modules()));
                });
            }
        });
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
