//! The system calls, behind safe functions.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use heddle_vivo_protocol::Board;

/// A board, in memory that is shared with processes.
#[derive(Debug)]
pub(crate) struct SharedBoard {
    file: File,
    board: NonNull<Board>,
}

// SAFETY: The mapping stays as long as the value, and consists of atomic words.
unsafe impl Send for SharedBoard {}

impl SharedBoard {
    /// An empty board. Processes that are started inherit its file.
    pub(crate) fn new() -> io::Result<SharedBoard> {
        // SAFETY: The name is a C string; the descriptor is new, and owned by the file.
        let file = unsafe {
            let descriptor = libc::memfd_create(c"heddle-board".as_ptr(), 0);
            if descriptor < 0 {
                return Err(io::Error::last_os_error());
            }
            File::from_raw_fd(descriptor)
        };
        file.set_len(size_of::<Board>() as u64)?;
        // SAFETY: A new mapping of a file that is as large, and consists of atomic words, for which all
        // values are valid.
        let board = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size_of::<Board>(),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            )
        };
        if board == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let board = NonNull::new(board.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(SharedBoard { file, board })
    }

    /// The number of its file, which is the same in processes that are started.
    pub(crate) fn descriptor(&self) -> i32 {
        self.file.as_raw_fd()
    }
}

impl Deref for SharedBoard {
    type Target = Board;

    fn deref(&self) -> &Board {
        // SAFETY: The mapping stays as long as the value.
        unsafe { self.board.as_ref() }
    }
}

impl Drop for SharedBoard {
    fn drop(&mut self) {
        // SAFETY: Nothing of the mapping is borrowed any more.
        unsafe { libc::munmap(self.board.as_ptr().cast(), size_of::<Board>()) };
    }
}

/// Has the process of a command have the same addresses in every run, and end with this one.
pub(crate) fn tame(command: &mut Command) -> &mut Command {
    let begin = || {
        // SAFETY: They change only the process that is about to start.
        unsafe {
            let old = libc::personality(0xffff_ffff);
            let set = libc::personality(old as libc::c_ulong | libc::ADDR_NO_RANDOMIZE as u64);
            if old < 0 || set < 0 || libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: It makes system calls only, which may be made between fork and exec.
    unsafe { command.pre_exec(begin) }
}

/// Waits until a word that processes share is another, somebody wakes those who wait, or the time is over.
pub(crate) fn futex_wait(word: &AtomicU32, value: u32, most: Duration) {
    let most = libc::timespec {
        tv_sec: most.as_secs() as libc::time_t,
        tv_nsec: most.subsec_nanos().into(),
    };
    // SAFETY: The word and the time are there as long as the call takes.
    unsafe {
        libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, value, &raw const most)
    };
}

/// Wakes all who wait at a word that processes share: one of them may be about to end.
pub(crate) fn futex_wake(word: &AtomicU32) {
    // SAFETY: The word is there as long as the call takes.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
}

/// Ends a process of ours.
pub(crate) fn kill(process: u32) {
    // The program may have written over the number: only a child that is still there is ended.
    let Ok(child @ 1..) = libc::pid_t::try_from(process) else { return };
    if end_of(process) == ProcessEnd::None {
        // SAFETY: It is a child of this process that was not waited for, so the number is still its own.
        unsafe { libc::kill(child, libc::SIGKILL) };
    }
}

/// The end of a process of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProcessEnd {
    /// It is still there.
    None,
    /// It has exited with this code.
    Exited(i32),
    /// It was ended by this signal.
    Killed(i32),
}

/// The end of a process of ours, which is forgotten then.
pub(crate) fn end_of(process: u32) -> ProcessEnd {
    let Ok(child @ 1..) = libc::pid_t::try_from(process) else { return ProcessEnd::Exited(0) };
    let mut status = 0;
    // SAFETY: There is room for the status.
    let found = unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) };
    if found == 0 {
        ProcessEnd::None
    } else if found > 0 && libc::WIFSIGNALED(status) {
        ProcessEnd::Killed(libc::WTERMSIG(status))
    } else {
        ProcessEnd::Exited(libc::WEXITSTATUS(status))
    }
}
