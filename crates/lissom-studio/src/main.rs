//! `lissom-studio [FILE or SCENE]…`

#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug, clap::Parser)]
#[command(version, about = "Where artists give soft parts their motion")]
struct Args {
    /// Characters, bodies or rigs, or names of scenes, opened one after the other
    #[arg(value_name = "FILE or SCENE")]
    open: Vec<String>,
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    let args = <Args as clap::Parser>::parse();
    match lissom_studio::native::run(args.open) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::from(2)
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {
    lissom_studio::web::run();
}
