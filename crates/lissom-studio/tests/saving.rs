//! Killed in the middle of saving: there is the old file or the new one, whole.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use lissom_studio::native::write;

/// Set for the child, which saves until it is killed.
const PATH: &str = "LISSOM_SAVES_TO";
/// Large enough for a kill to come in the middle.
const BYTES: usize = 4 << 20;
const KILLS: u64 = 12;

#[test]
fn a_kill_loses_nothing() {
    if let Some(path) = std::env::var_os(PATH) {
        for k in 0..=u8::MAX {
            write(Path::new(&path), &vec![k; BYTES]).expect("it can be written");
        }
        return;
    }
    let folder = std::env::temp_dir().join(format!("lissom-saving-{}", std::process::id()));
    let path = folder.join("rig.lissom.json");
    write(&path, &vec![0; BYTES]).expect("it can be written");
    let program = std::env::current_exe().expect("a test is a program");
    for round in 0..KILLS {
        let mut child = Command::new(&program).env(PATH, &path).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(40 + 7 * round));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let bytes = std::fs::read(&path).expect("there is a file");
        let whole = bytes.len() == BYTES && bytes.iter().all(|b| *b == bytes[0]);
        assert!(whole, "{} bytes, and not all the same", bytes.len());
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
