//! The runtime's own tests: its functions, compiled natively, against the system's library.

use std::path::Path;
use std::process::Command;

#[test]
fn the_runtime_agrees_with_the_system() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/tests/run");
    let output = Command::new(script).output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
