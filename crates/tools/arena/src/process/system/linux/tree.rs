//! Process tree of the system, read from `/proc`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use nix::unistd::Pid;

/// Parent-child relation of all processes of the system.
pub(super) enum ProcessTree {
    /// Read from the kernel, one process at a time.
    Kernel,
    /// Built from the parents of all processes, for kernels without `CONFIG_PROC_CHILDREN`: about a
    /// hundred times slower.
    List(BTreeMap<Pid, Vec<Pid>>),
}

/// State of one process as the kernel reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProcessInfo {
    /// The process has ended, and its parent has not reaped it yet.
    pub(super) is_zombie: bool,
    pub(super) parent: Pid,
    pub(super) group: Pid,
    pub(super) session: Pid,
}

impl ProcessTree {
    /// Returns the tree at this moment; with [`ProcessTree::Kernel`], each query reads the current
    /// state.
    pub(super) fn now() -> ProcessTree {
        static HAS_CHILDREN_FILES: LazyLock<bool> =
            LazyLock::new(|| Path::new("/proc/thread-self/children").exists());
        if *HAS_CHILDREN_FILES { ProcessTree::Kernel } else { ProcessTree::list() }
    }

    fn list() -> ProcessTree {
        let mut children: BTreeMap<Pid, Vec<Pid>> = BTreeMap::new();
        for pid in numbers_in("/proc") {
            if let Some(info) = ProcessInfo::of(pid) {
                children.entry(info.parent).or_default().push(pid);
            }
        }
        ProcessTree::List(children)
    }

    /// Returns the child processes of a process; none if it is gone.
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

    /// Returns a process and all its descendants.
    pub(super) fn subtree(&self, root: Pid) -> Vec<Pid> {
        let mut subtree = vec![root];
        let mut next = 0;
        while let Some(&parent) = subtree.get(next) {
            subtree.extend(self.children(parent));
            next += 1;
        }
        subtree
    }
}

impl ProcessInfo {
    /// Returns the state of a process; `None` if it is gone.
    pub(super) fn of(pid: Pid) -> Option<ProcessInfo> {
        ProcessInfo::read(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// Parses a line of `/proc/<pid>/stat`, in which the second field, the name in parentheses, may
    /// hold any characters.
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
    fn a_process_name_may_hold_any_characters() {
        let info = ProcessInfo::read("12 (a b) S 7) Z 3 4 5 0 -1").unwrap();
        let [parent, group, session] = [3, 4, 5].map(Pid::from_raw);
        assert_eq!(info, ProcessInfo { is_zombie: true, parent, group, session });
        assert_eq!(ProcessInfo::read("12 (a) S 3 4"), None);
    }

    #[test]
    fn both_kinds_of_tree_find_children_and_grandchildren() {
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
            let subtree = tree.subtree(root);
            assert_eq!(subtree.len(), 3, "{subtree:?}");
            assert_eq!((subtree[0], subtree[2]), (root, grandchild));
            assert_eq!(ProcessInfo::of(subtree[1]).unwrap().parent, root);
        }
        for pid in ProcessTree::now().subtree(root) {
            nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGKILL).unwrap();
        }
        shell.wait().unwrap();
    }
}
