//! A Slurm of the test's own: munged, slurmctld and one or more slurmd on loopback, with everything they write in a temporary
//! folder, stopped by their process ids.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Cores that each node pretends to have: the tasks of the tests mostly sleep.
const CPUS: usize = 4;
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Cluster {
    folder: TempDir,
    daemons: Vec<(String, Child)>,
    /// Tasks that were put back into the queue, and since when they are known to be there.
    waiting: RefCell<HashMap<String, Instant>>,
}

impl Cluster {
    /// Starts a cluster; none, and a line that says so, where Slurm is not installed. With HALFLING_SLURM=required that is a
    /// failure.
    pub fn start(nodes: &[&str]) -> Option<Self> {
        let programs = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"];
        if let Some(missing) = programs.into_iter().find(|program| find(program).is_none()) {
            let text = format!("left out: Slurm is not installed here (there is no {missing})");
            assert!(std::env::var("HALFLING_SLURM").is_err(), "{text}");
            eprintln!("{text}");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        // munged wants its socket where everybody can reach it, and its key where nobody else can read it.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let mut cluster = Self { folder, daemons: Vec::new(), waiting: RefCell::default() };
        cluster.start_munge();
        fs::write(cluster.conf(), cluster.configuration(nodes)).unwrap();
        cluster.daemon("slurmctld", "slurmctld", &["-D", "-c"]);
        for node in nodes {
            cluster.start_node(node);
        }
        cluster.wait("all nodes are idle", || {
            let states = cluster.ask("sinfo", &["-h", "-N", "-p", "main", "-o", "%T"]);
            states.lines().count() == nodes.len() && states.lines().all(|state| state == "idle")
        });
        Some(cluster)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn conf(&self) -> PathBuf {
        self.path().join("slurm.conf")
    }

    fn start_munge(&mut self) {
        let at = |name: &str| self.path().join(name).display().to_string();
        let key = self.path().join("munge.key");
        let random: Vec<u8> = (0..16).flat_map(|_| fs::read("/proc/sys/kernel/random/uuid").unwrap()).collect();
        fs::write(&key, random).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(0o400)).unwrap();
        let words = [
            "--foreground".to_owned(),
            format!("--key-file={}", at("munge.key")),
            format!("--socket={}", at("munge.sock")),
            format!("--pid-file={}", at("munged.pid")),
            format!("--log-file={}", at("munged.log")),
            format!("--seed-file={}", at("munge.seed")),
            "--num-threads=2".to_owned(),
        ];
        self.daemon("munged", "munged", &words.each_ref().map(String::as_str));
        let socket = self.path().join("munge.sock");
        self.wait("munged listens", || socket.exists());
    }

    fn configuration(&self, nodes: &[&str]) -> String {
        let folder = self.path().display();
        let user = text(&Command::new("id").arg("-un").output().unwrap().stdout).trim().to_owned();
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let mut ports = free_ports(nodes.len() + 1).into_iter();
        let mut conf = format!(
            "ClusterName=test\nSlurmctldHost=localhost(127.0.0.1)\nSlurmctldPort={}\nSlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/munge\nAuthInfo=socket={folder}/munge.sock\nCredType=cred/munge\n\
             StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool-%n\n\
             SlurmctldPidFile={folder}/slurmctld.pid\nSlurmdPidFile={folder}/slurmd-%n.pid\n\
             SlurmctldLogFile={folder}/slurmctld.log\nSlurmdLogFile={folder}/slurmd-%n.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSwitchType=switch/none\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nSlurmdParameters=config_overrides\n\
             SchedulerParameters=sched_min_interval=100000,sched_interval=1,bf_interval=1,batch_sched_delay=0\n\
             ReturnToService=2\nSlurmdTimeout=300\nInactiveLimit=0\nKillWait=2\nMinJobAge=300\nMaxArraySize=1001\n\
             PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n",
            ports.next().unwrap()
        );
        for node in nodes {
            conf.push_str(&format!(
                "NodeName={node} NodeHostname={} NodeAddr=127.0.0.1 Port={} CPUs={CPUS} RealMemory=4000 State=UNKNOWN\n",
                host.trim(),
                ports.next().unwrap()
            ));
        }
        conf + "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1\n\
                PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=9 PreemptMode=OFF\n"
    }

    pub fn start_node(&mut self, node: &str) {
        self.daemon(node, "slurmd", &["-D", "-N", node]);
    }

    fn daemon(&mut self, name: &str, program: &str, words: &[&str]) {
        let said = fs::File::create(self.path().join(format!("{name}.said"))).unwrap();
        fs::create_dir_all(self.path().join("state")).unwrap();
        let child = Command::new(find(program).unwrap())
            .args(words)
            .env("SLURM_CONF", self.conf())
            .stdin(Stdio::null())
            .stdout(said.try_clone().unwrap())
            .stderr(said)
            .spawn()
            .unwrap();
        self.daemons.push((name.to_owned(), child));
    }

    /// Ends the slurmd of a node at once; its tasks go on, as they do on a machine that lost only its network.
    pub fn kill_node(&mut self, node: &str) {
        let (_, child) = self.daemons.iter_mut().find(|(name, _)| name == node).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// A program that sees this Slurm, in the cluster's folder.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.conf()).current_dir(self.path());
        command
    }

    pub fn ask(&self, program: &str, words: &[&str]) -> String {
        let output = self.command(program).args(words).output().unwrap();
        text(&output.stdout)
    }

    pub fn halfling(&self, words: &str) -> Output {
        self.command(env!("CARGO_BIN_EXE_halfling")).args(words.split_whitespace()).output().unwrap()
    }

    /// What halfling prints, where it must succeed.
    pub fn told(&self, words: &str) -> String {
        let output = self.halfling(words);
        assert!(output.status.success(), "{words}\n{}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }

    /// Tasks as `(array job, task, state, node)`.
    pub fn tasks(&self) -> Vec<(String, u64, String, String)> {
        let lines = self.ask("squeue", &["-h", "-r", "-o", "%F|%K|%T|%N"]);
        lines
            .lines()
            .filter_map(|line| {
                let mut words = line.trim().split('|').map(str::to_owned);
                Some((words.next()?, words.next()?.parse().ok()?, words.next()?, words.next()?))
            })
            .collect()
    }

    pub fn running(&self) -> Vec<(String, u64, String, String)> {
        self.tasks().into_iter().filter(|task| task.2 == "RUNNING").collect()
    }

    /// Lets tasks begin soon that were put back into the queue: Slurm makes them wait two minutes. Some seconds must pass, or
    /// the node takes the new start for the old one, and refuses it.
    pub fn hurry(&self) {
        const ENOUGH: Duration = Duration::from_secs(3);
        let waiting = self.ask("squeue", &["-h", "-r", "-t", "PENDING", "-o", "%F_%K|%r"]);
        let back: Vec<&str> = waiting.lines().filter_map(|line| line.trim().strip_suffix("|BeginTime")).collect();
        let mut seen = self.waiting.borrow_mut();
        seen.retain(|task, _| back.contains(&task.as_str()));
        for task in back {
            let since = seen.entry(task.to_owned()).or_insert_with(Instant::now);
            if since.elapsed() >= ENOUGH {
                self.ask("scontrol", &["update", &format!("JobId={task}"), "StartTime=now"]);
            }
        }
    }

    /// Processes that this Slurm started, other than the daemons: those that know its configuration.
    pub fn processes(&self) -> Vec<Process> {
        let mark = format!("SLURM_CONF={}", self.conf().display());
        let entries = fs::read_dir("/proc").unwrap().flatten();
        entries
            .filter_map(|entry| {
                let id: u32 = entry.file_name().to_str()?.parse().ok()?;
                let read = |name: &str| fs::read(entry.path().join(name)).ok();
                let variables = text(&read("environ")?).split('\0').map(str::to_owned).collect::<Vec<_>>();
                let command = text(&read("cmdline")?).replace('\0', " ");
                let ours = variables.contains(&mark) && !self.daemons.iter().any(|(_, child)| child.id() == id);
                ours.then_some(Process { id, command, variables })
            })
            .collect()
    }

    /// The process that plays a shard.
    pub fn player(&self, shard: u64) -> Option<u32> {
        let variable = format!("SLURM_ARRAY_TASK_ID={shard}");
        let mut found = self.processes().into_iter();
        found.find(|p| p.variables.contains(&variable) && p.command.contains("--shard")).map(|p| p.id)
    }

    /// What slurmctld wrote.
    pub fn controller_log(&self) -> String {
        fs::read_to_string(self.path().join("slurmctld.log")).unwrap_or_default()
    }

    pub fn wait(&self, what: &str, mut done: impl FnMut() -> bool) {
        let began = Instant::now();
        while !done() {
            if began.elapsed() > PATIENCE {
                let said = |name: &str| fs::read_to_string(self.path().join(name)).unwrap_or_default();
                let queue = self.ask("squeue", &["-r"]);
                panic!(
                    "waited in vain until {what}\n{queue}\n{}\n{}\n{}",
                    self.ask("sinfo", &["-N", "-l"]),
                    last_lines(&said("slurmctld.log")),
                    last_lines(&said("slurmctld.said"))
                );
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}

pub struct Process {
    pub id: u32,
    pub command: String,
    pub variables: Vec<String>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Jobs first, by their ids: their processes would outlive the daemons.
        for process in self.processes() {
            kill(process.id, "KILL");
        }
        for (_, child) in self.daemons.iter_mut().rev() {
            // One that has ended already cannot be killed, which is fine.
            let _ = child.kill();
            let _ = child.wait();
        }
        for process in self.processes() {
            kill(process.id, "KILL");
        }
    }
}

pub fn kill(id: u32, signal: &str) {
    let _ = Command::new("kill").args([&format!("-{signal}"), &id.to_string()]).stderr(Stdio::null()).status();
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}

/// A program, also where only the administrator's path has it.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin", "/sbin"].map(PathBuf::from));
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn free_ports(count: usize) -> Vec<u16> {
    let listeners: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().port()).collect()
}
