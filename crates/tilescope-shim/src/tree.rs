//! The files that a client finds the device by: its node below `/dev/dri` and its
//! folder below `/sys`, as they would be if a kernel driver made them.
//!
//! Only names and texts; nothing here touches the system.

use std::collections::BTreeMap;

use tilescope_kernel::Description;
use tilescope_kernel::drm::node::MAJOR;

/// What lies at a path.
#[derive(Debug, PartialEq, Eq)]
pub enum Node {
    /// A folder that has only what the tree says.
    Folder,
    /// A folder that the machine may have as well; it shows both contents.
    Shared,
    /// A file with this text.
    Text(String),
    /// A symbolic link with this target.
    Link(String),
    /// The device node.
    Device,
}

/// What looking up a path found.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// Nothing of ours: the path means what it says.
    Foreign,
    /// The path leads through links of ours to this path outside the tree.
    Elsewhere(String),
    /// A node of ours, and its path without links.
    Node(&'a Node, String),
    /// Nothing, in a folder that only the tree knows.
    Missing,
}

/// What to do with a link that is the last part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLink {
    /// Go where it points.
    Follow,
    /// Stay at the link.
    Stay,
}

/// How many links one path may lead through, as in Linux (`MAXSYMLINKS`).
const MAX_LINKS: usize = 40;

/// The folder of the device below `/sys/devices`. No driver of a real machine
/// makes one of this name.
const DEVICE: &str = "/sys/devices/platform/tilescope.0";

/// The files of one device.
#[derive(Debug)]
pub struct Tree {
    /// By path without links; parents are always there.
    nodes: BTreeMap<String, Node>,
    /// The two names under which paths reach the device.
    names: [String; 2],
    /// Number of the render node.
    minor: u32,
}

impl Tree {
    /// The files of a device whose render node is `/dev/dri/renderD{minor}`.
    pub fn new(description: &Description, minor: u32) -> Tree {
        let name = format!("renderD{minor}");
        let number = format!("{MAJOR}:{minor}");
        let drm = format!("{DEVICE}/drm/{name}");
        let below = drm.trim_start_matches("/sys/");
        let mut tree = Tree {
            nodes: BTreeMap::new(),
            names: [name.clone(), number.clone()],
            minor,
        };
        for shared in [
            "/dev/dri",
            "/sys/dev/char",
            "/sys/class/drm",
            "/sys/devices/platform",
        ] {
            tree.add(shared, Node::Shared);
        }
        tree.add(DEVICE, Node::Folder);
        tree.add(&format!("{DEVICE}/drm"), Node::Folder);
        tree.add(&drm, Node::Folder);
        tree.add(&format!("/dev/dri/{name}"), Node::Device);
        for (path, target) in [
            (format!("/sys/dev/char/{number}"), format!("../../{below}")),
            (format!("/sys/class/drm/{name}"), format!("../../{below}")),
            (
                format!("{drm}/device"),
                format!("../../../{}", last(DEVICE)),
            ),
            (
                format!("{drm}/subsystem"),
                "../../../../../class/drm".into(),
            ),
            (
                format!("{DEVICE}/subsystem"),
                format!("../../../bus/{}", description.bus),
            ),
        ] {
            tree.add(&path, Node::Link(target));
        }
        for (path, text) in [
            (format!("{DEVICE}/uevent"), description.uevent.to_owned()),
            (format!("{drm}/dev"), format!("{number}\n")),
            (
                format!("{drm}/uevent"),
                format!("MAJOR={MAJOR}\nMINOR={minor}\nDEVNAME=dri/{name}\nDEVTYPE=drm_minor\n"),
            ),
        ] {
            tree.add(&path, Node::Text(text));
        }
        tree
    }

    fn add(&mut self, path: &str, node: Node) {
        self.nodes.insert(path.to_owned(), node);
    }

    /// Number of the render node.
    pub fn minor(&self) -> u32 {
        self.minor
    }

    /// Whether a path relative to some folder is worth finding out which folder.
    pub fn names_us(&self, path: &str) -> bool {
        self.names.iter().any(|n| path.contains(n.as_str()))
    }

    /// A number for the node at `path`, as inodes have one. It lies far above
    /// those that file systems in memory hand out.
    pub fn inode(&self, path: &str) -> u64 {
        let index = self.nodes.keys().position(|k| k == path).unwrap_or(0);
        0x7469_6c65_0000_0000 | index as u64
    }

    /// Follows an absolute path.
    pub fn find(&self, path: &str, last_link: LastLink) -> Found<'_> {
        let mut left: Vec<&str> = parts(path).rev().collect();
        let mut at = String::new();
        let mut links = 0;
        // Whether the way there was through a link of ours.
        let mut led = false;
        while let Some(part) = left.pop() {
            if part == ".." {
                at.truncate(at.rfind('/').unwrap_or(0));
                continue;
            }
            let parent = at.len();
            at.push('/');
            at.push_str(part);
            match self.nodes.get(&at) {
                Some(Node::Link(target)) if !left.is_empty() || last_link == LastLink::Follow => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Found::Missing;
                    }
                    led = true;
                    at.truncate(parent);
                    left.extend(parts(target).rev());
                }
                Some(Node::Text(_) | Node::Device) if !left.is_empty() => return Found::Missing,
                Some(_) => {}
                None if self.nodes.get(&at[..parent]) == Some(&Node::Folder) => {
                    return Found::Missing;
                }
                None => {}
            }
        }
        match self.nodes.get(&at) {
            Some(node) => Found::Node(node, at),
            None if led => Found::Elsewhere(at),
            None => Found::Foreign,
        }
    }

    /// Names and nodes directly in the folder at `path`, without `.` and `..`.
    pub fn entries(&self, path: &str) -> Vec<(String, &Node, u64)> {
        let inside = |key: &str| {
            let name = key.strip_prefix(path)?.strip_prefix('/')?;
            (!name.contains('/')).then(|| name.to_owned())
        };
        let nodes = self.nodes.iter();
        nodes
            .filter_map(|(key, node)| Some((inside(key)?, node, self.inode(key))))
            .collect()
    }
}

fn parts(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|p| !p.is_empty() && *p != ".")
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
