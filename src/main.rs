//! The `afb-build` command.

fn main() -> std::process::ExitCode {
    afb_build::cli::main().into()
}
