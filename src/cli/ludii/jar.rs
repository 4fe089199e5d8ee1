//! The files that a Ludii with our agents needs: Ludii's jar, ours, and a Java.

use crate::cli::Failure;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where Ludii and Java are.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct Ludii {
    /// Ludii's jar [default: what the environment variable LUDII_JAR says]
    #[arg(long, value_name = "JAR")]
    ludii: Option<PathBuf>,
    /// Our jar; found beside the program or built where that is possible, if not given
    #[arg(long, value_name = "JAR")]
    jar: Option<PathBuf>,
    /// The Java to run Ludii with
    #[arg(long, default_value = "java")]
    java: PathBuf,
    /// Options for Java itself, for example -Xmx4g
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    java_option: Vec<String>,
}

impl Ludii {
    /// This jar of Ludii's, with the Java on the path.
    pub(in crate::cli) fn at(ludii: &Path, jar: Option<&Path>) -> Self {
        let (ludii, jar) = (Some(ludii.to_owned()), jar.map(Path::to_owned));
        Self { ludii, jar, java: PathBuf::from("java"), java_option: Vec::new() }
    }

    /// Ludii's jar where the command line names one.
    pub(in crate::cli) fn given(&self) -> Option<&Path> {
        self.ludii.as_deref()
    }

    /// Ludii's jar.
    ///
    /// # Errors
    /// When nobody says where it is, or it is not there.
    pub(in crate::cli) fn path(&self) -> Result<PathBuf, Failure> {
        let Some(ludii) = self.ludii.clone().or_else(|| env::var_os("LUDII_JAR").map(PathBuf::from)) else {
            return Err(Failure::misuse(
                "say where Ludii's jar is with --ludii or LUDII_JAR; http://ludii.games has it",
            ));
        };
        if !ludii.is_file() {
            return Err(Failure::misuse(format!("there is no Ludii at {}", ludii.display())));
        }
        Ok(ludii)
    }

    /// Our jar, built where that is necessary and possible: once before many processes look for it.
    ///
    /// # Errors
    /// When it is neither there nor can be built.
    pub(in crate::cli) fn ours(&self) -> Result<PathBuf, Failure> {
        match &self.jar {
            Some(jar) if jar.is_file() => Ok(jar.clone()),
            Some(jar) => Err(Failure::misuse(format!("there is no jar at {}", jar.display()))),
            None => find_or_build(),
        }
    }

    /// A command that runs one of our Java classes with Ludii at hand.
    ///
    /// # Errors
    /// When Ludii's jar is not there, or ours is neither there nor can be built.
    pub(super) fn command(&self, class: &str) -> Result<Command, Failure> {
        let ludii = self.path()?;
        let ours = self.ours()?;
        let class_path = env::join_paths([absolute(&ludii), absolute(&ours)]).map_err(Failure::misuse)?;
        let mut command = Command::new(&self.java);
        if self.java_knows_native_access() {
            command.arg("--enable-native-access=ALL-UNNAMED");
        }
        command.args(&self.java_option).arg("-cp").arg(class_path).arg(class);
        Ok(command)
    }

    /// Whether this Java warns of native code unless it is told that it may: those that do also know how to be told.
    fn java_knows_native_access(&self) -> bool {
        Command::new(&self.java)
            .args(["--enable-native-access=ALL-UNNAMED", "-version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Our jar: beside the program, or in the source tree around it or around the working directory, built if missing.
fn find_or_build() -> Result<PathBuf, Failure> {
    let program = env::current_exe().ok();
    if let Some(beside) = program.as_deref().and_then(Path::parent).map(|folder| folder.join("halfling.jar"))
        && beside.is_file()
    {
        return Ok(beside);
    }
    let starts = [program, env::current_dir().ok()];
    let root = starts
        .iter()
        .flatten()
        .flat_map(|start| start.ancestors())
        .find(|folder| folder.join("build.gradle").is_file() && folder.join("java/src/halfling").is_dir())
        .ok_or_else(|| Failure::misuse("halfling.jar is not beside the program; name it with --jar"))?;
    let jar = root.join("build/libs/halfling.jar");
    if !jar.is_file() {
        eprintln!("building {} with gradle", jar.display());
        let status = Command::new("gradle")
            .args(["--offline", "-q", "jar"])
            .current_dir(root)
            .status()
            .map_err(|problem| Failure::failed(format!("cannot run gradle: {problem}")))?;
        if !status.success() {
            return Err(Failure::failed(format!("gradle jar ended with {status}")));
        }
    }
    Ok(jar)
}
