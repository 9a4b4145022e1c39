//! Running the program.

use std::process::{Command, Output};

pub fn lissom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lissom")).args(args).output().expect("runs")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
