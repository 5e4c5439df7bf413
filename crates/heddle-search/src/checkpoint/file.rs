//! The file of a checkpoint: replaced whole or not at all, and read only if it is whole.
//!
//! A mark and the number of the format, the contents, and last the length of all that and
//! a checksum over it. A new file is written beside the old one, brought to the disk, and
//! renamed: whatever happens meanwhile, one of the two is there.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use heddle_table::stream::{get_array, get32, get64, invalid, put32, put64};

use super::CheckpointError;

/// The first bytes of a file.
const MARK: [u8; 8] = *b"heddleCP";
/// Version of the contents' form. To be raised with every change.
pub(super) const FORMAT: u32 = 6;
/// Length and checksum.
const TRAILER: u64 = 16;
/// Bytes that are written, read and summed at once: whole words.
const BLOCK: usize = 1 << 20;

/// A checksum, word by word.
///
/// For a given word, adding it is a bijection of the sum, and for a given sum, one of the
/// word. So a change within one word always shows, and any other with a chance of all but
/// 2^-64.
struct Checksum(u64);

impl Checksum {
    fn new() -> Checksum {
        Checksum(0x6865_6464_6c65)
    }

    /// Adds bytes; all calls but the last must bring whole words.
    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29);
        }
    }
}

/// Writes a file through a checksum.
struct Sink {
    file: File,
    block: Vec<u8>,
    length: u64,
    checksum: Checksum,
}

impl Sink {
    fn new(file: File) -> Sink {
        Sink { file, block: Vec::with_capacity(BLOCK), length: 0, checksum: Checksum::new() }
    }

    fn write_block(&mut self) -> io::Result<()> {
        self.checksum.add(&self.block);
        self.length += self.block.len() as u64;
        self.file.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }

    /// Adds the trailer, and waits until all is on the disk.
    fn finish(mut self) -> io::Result<()> {
        self.write_block()?;
        put64(&mut self.file, self.length)?;
        put64(&mut self.file, self.checksum.0)?;
        self.file.sync_all()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(BLOCK - self.block.len());
        self.block.extend_from_slice(&bytes[..taken]);
        if self.block.len() == BLOCK {
            self.write_block()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The name of a file that is not yet whole.
pub(super) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Replaces a file by one with the contents that `write` writes.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let part = part_of(path);
    let result = write_part(&part, write).and_then(|()| fs::rename(&part, path));
    if result.is_err() {
        // What is left of it is of no use, and the disk may be full.
        let _ = fs::remove_file(&part);
        return result;
    }
    // The new name is on the disk when its directory is. Not every system can do that,
    // and the file itself is there.
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
        let _ = directory.sync_all();
    }
    Ok(())
}

fn write_part(part: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut sink = Sink::new(File::create(part)?);
    sink.write_all(&MARK)?;
    put32(&mut sink, FORMAT)?;
    write(&mut sink)?;
    sink.finish()
}

/// The contents of a file that is whole.
#[derive(Debug)]
pub(super) struct Source(io::Take<BufReader<File>>);

impl Source {
    /// Opens a file, and looks whether it is what was written.
    pub(super) fn open(path: &Path) -> Result<Source, CheckpointError> {
        let unreadable = |error| CheckpointError::Unreadable { file: path.to_owned(), error };
        let damaged =
            |what: &str| CheckpointError::Damaged { file: path.to_owned(), what: what.to_owned() };
        let mut file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut start = Vec::new();
        (&mut file).take(MARK.len() as u64 + 4).read_to_end(&mut start).map_err(unreadable)?;
        let Some(format) = start.strip_prefix(&MARK) else {
            return Err(CheckpointError::Foreign { file: path.to_owned() });
        };
        let format = get32(&mut &*format).map_err(|_| damaged("it ends early"))?;
        if format != FORMAT {
            return Err(CheckpointError::Format { file: path.to_owned(), format });
        }
        let length = size.checked_sub(TRAILER).filter(|&length| length >= start.len() as u64);
        let length = length.ok_or_else(|| damaged("it ends early"))?;
        file.seek(SeekFrom::Start(length)).map_err(unreadable)?;
        let written = get64(&mut file).map_err(unreadable)?;
        let checksum = get64(&mut file).map_err(unreadable)?;
        if written != length {
            return Err(damaged("it is shorter or longer than it was"));
        }
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        if sum(&mut file, length).map_err(unreadable)? != checksum {
            return Err(damaged("its checksum is wrong"));
        }
        file.seek(SeekFrom::Start(start.len() as u64)).map_err(unreadable)?;
        let contents = length - start.len() as u64;
        Ok(Source(BufReader::with_capacity(BLOCK, file).take(contents)))
    }

    /// Everything should have been read.
    pub(super) fn finish(mut self) -> io::Result<()> {
        match get_array::<1>(&mut self) {
            Ok(_) => Err(invalid("there is more in it than belongs to a search")),
            Err(_) => Ok(()),
        }
    }
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

/// The checksum of so many bytes.
fn sum(file: &mut File, length: u64) -> io::Result<u64> {
    let mut checksum = Checksum::new();
    let mut left = length;
    let mut block = vec![0; BLOCK];
    while left > 0 {
        let block = &mut block[..left.min(BLOCK as u64) as usize];
        file.read_exact(block)?;
        checksum.add(block);
        left -= block.len() as u64;
    }
    Ok(checksum.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(length: usize) -> (tempfile::TempDir, PathBuf, Vec<u8>) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("checkpoint");
        let contents: Vec<u8> = (0..length).map(|at| (at * 31 + at / 256) as u8).collect();
        replace(&path, |out| out.write_all(&contents)).unwrap();
        (directory, path, contents)
    }

    #[test]
    fn contents_come_back_whatever_their_length() {
        for length in [0, 1, 7, 1000, BLOCK - 12, BLOCK, BLOCK + 3, 2 * BLOCK + 5] {
            let (_directory, path, contents) = written(length);
            let mut read = Vec::new();
            Source::open(&path).unwrap().read_to_end(&mut read).unwrap();
            assert!(read == contents, "{length}");
            assert!(Source::open(&path).unwrap().finish().is_ok() == (length == 0));
            assert!(!part_of(&path).exists());
        }
    }

    #[test]
    fn every_change_shows() {
        let (_directory, path, _) = written(60);
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            let error = Source::open(&path).unwrap_err();
            match at {
                0..8 => assert!(matches!(error, CheckpointError::Foreign { .. }), "{error}"),
                8..12 => assert!(matches!(error, CheckpointError::Format { .. }), "{error}"),
                _ => assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}"),
            }
            fs::write(&path, &whole[..at]).unwrap();
            let error = Source::open(&path).unwrap_err();
            let is_right = match at {
                0..8 => matches!(error, CheckpointError::Foreign { .. }),
                _ => matches!(error, CheckpointError::Damaged { .. }),
            };
            assert!(is_right, "{at}: {error}");
        }
        fs::write(&path, [&whole[..], &whole[..8]].concat()).unwrap();
        assert!(matches!(Source::open(&path), Err(CheckpointError::Damaged { .. })));
        fs::remove_file(&path).unwrap();
        assert!(matches!(Source::open(&path), Err(CheckpointError::Unreadable { .. })));
    }

    #[test]
    fn a_failure_leaves_the_old_file() {
        let (_directory, path, _) = written(60);
        let whole = fs::read(&path).unwrap();
        let failure = replace(&path, |out| {
            out.write_all(b"half of it")?;
            Err(io::Error::other("no room"))
        });
        assert_eq!(failure.unwrap_err().to_string(), "no room");
        assert_eq!(fs::read(&path).unwrap(), whole);
        assert!(!part_of(&path).exists());
    }
}
