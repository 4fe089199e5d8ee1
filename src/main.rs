//! The command-line program.

fn main() -> std::process::ExitCode {
    halfling::cli::main()
}
