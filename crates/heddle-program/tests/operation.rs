//! Rows of operations, against what the C library's headers say.

use heddle_model::SyncKind;
use heddle_program::operation::sync_bytes;
use heddle_testkit::clang;

/// The C type of a kind of object.
fn c_type(kind: SyncKind) -> &'static str {
    match kind {
        SyncKind::Mutex => "pthread_mutex_t",
        SyncKind::Condition => "pthread_cond_t",
        SyncKind::Rwlock => "pthread_rwlock_t",
        SyncKind::Semaphore => "sem_t",
        SyncKind::Spinlock => "pthread_spinlock_t",
        SyncKind::Barrier => "pthread_barrier_t",
        SyncKind::Once => "pthread_once_t",
    }
}

#[test]
fn synchronization_objects_have_the_sizes_of_the_headers() {
    for (flag, pointer_bytes) in [("-m64", 8), ("-m32", 4)] {
        let mut text = "#include <pthread.h>\n#include <semaphore.h>\n".to_owned();
        for kind in SyncKind::ALL {
            let (name, bytes) = (c_type(kind), sync_bytes(kind, pointer_bytes));
            text += &format!("_Static_assert(sizeof({name}) == {bytes}, \"{name}\");\n");
        }
        // It does not compile if a size is another.
        clang::compile(&text, &[flag]);
    }
}
