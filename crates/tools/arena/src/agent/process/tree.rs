use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use nix::unistd::Pid;

/// Who is whose child, among all processes of the system.
pub(super) enum ProcessTree {
    /// Asked of the kernel, process by process.
    Kernel,
    /// Taken down from all processes, for kernels that are built without `CONFIG_PROC_CHILDREN`:
    /// some hundred times dearer.
    List(BTreeMap<Pid, Vec<Pid>>),
}

/// What the kernel says of one process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProcessInfo {
    /// It has ended, and its parent has not looked yet.
    pub(super) is_zombie: bool,
    pub(super) parent: Pid,
    pub(super) group: Pid,
    pub(super) session: Pid,
}

impl ProcessTree {
    /// Returns the tree as it is now, or as it will be when it is asked.
    pub(super) fn now() -> ProcessTree {
        static CAN_ASK: LazyLock<bool> =
            LazyLock::new(|| Path::new("/proc/thread-self/children").exists());
        if *CAN_ASK { ProcessTree::Kernel } else { ProcessTree::list() }
    }

    fn list() -> ProcessTree {
        let mut children: BTreeMap<Pid, Vec<Pid>> = BTreeMap::new();
        for pid in numbers_in("/proc") {
            if let Some(kin) = ProcessInfo::of(pid) {
                children.entry(kin.parent).or_default().push(pid);
            }
        }
        ProcessTree::List(children)
    }

    /// Returns the children of a process; none if it is gone.
    pub(super) fn children(&self, parent: Pid) -> Vec<Pid> {
        match self {
            ProcessTree::Kernel => numbers_in(&format!("/proc/{parent}/task"))
                .into_iter()
                .filter_map(|thread| {
                    fs::read_to_string(format!("/proc/{parent}/task/{thread}/children")).ok()
                })
                .flat_map(|pids| pids.split(' ').filter_map(read_pid).collect::<Vec<_>>())
                .collect(),
            ProcessTree::List(children) => children.get(&parent).cloned().unwrap_or_default(),
        }
    }

    /// Returns a process and everyone below it.
    pub(super) fn family(&self, root: Pid) -> Vec<Pid> {
        let mut family = vec![root];
        let mut next = 0;
        while let Some(&parent) = family.get(next) {
            family.extend(self.children(parent));
            next += 1;
        }
        family
    }
}

impl ProcessInfo {
    /// Returns what the kernel says of a process; `None` if it is gone.
    pub(super) fn of(pid: Pid) -> Option<ProcessInfo> {
        ProcessInfo::read(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// Reads the line of `/proc/<pid>/stat`, in which the second field, the name in parentheses,
    /// may hold anything.
    fn read(line: &str) -> Option<ProcessInfo> {
        let (_, rest) = line.rsplit_once(") ")?;
        let mut fields = rest.split(' ');
        let is_zombie = matches!(fields.next()?, "Z" | "X");
        let [parent, group, session] = [(); 3].map(|()| fields.next().and_then(read_pid));
        Some(ProcessInfo { is_zombie, parent: parent?, group: group?, session: session? })
    }
}

fn read_pid(text: &str) -> Option<Pid> {
    text.parse().ok().map(Pid::from_raw)
}

/// Returns the entries of a folder whose names are numbers.
fn numbers_in(folder: &str) -> Vec<Pid> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| read_pid(entry.file_name().to_str()?)).collect()
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let kin = ProcessInfo::read("12 (a b) S 7) Z 3 4 5 0 -1").unwrap();
        let [parent, group, session] = [3, 4, 5].map(Pid::from_raw);
        assert_eq!(kin, ProcessInfo { is_zombie: true, parent, group, session });
        assert_eq!(ProcessInfo::read("12 (a) S 3 4"), None);
    }

    #[test]
    fn both_ways_to_ask_find_children_and_grandchildren() {
        let mut shell = Command::new("sh")
            .args(["-c", "sh -c 'sleep 600 & echo $!; wait' & wait"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let root = Pid::from_raw(i32::try_from(shell.id()).unwrap());
        let mut grandchild = String::new();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut grandchild).unwrap();
        let grandchild = read_pid(grandchild.trim()).unwrap();
        for tree in [ProcessTree::now(), ProcessTree::list()] {
            let family = tree.family(root);
            assert_eq!(family.len(), 3, "{family:?}");
            assert_eq!((family[0], family[2]), (root, grandchild));
            assert_eq!(ProcessInfo::of(family[1]).unwrap().parent, root);
        }
        for pid in ProcessTree::now().family(root) {
            nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGKILL).unwrap();
        }
        shell.wait().unwrap();
    }
}
