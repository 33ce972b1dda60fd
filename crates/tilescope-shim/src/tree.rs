//! The files by which clients find the virtual devices: nodes in `/dev/dri` and
//! folders in `/sys`, as a kernel driver would create them.
//!
//! Names and texts only; this module makes no system calls.

use std::collections::BTreeMap;

use tilescope_kernel::drm::node::MAJOR;
use tilescope_kernel::{Description, Node as Opened};

/// A file, folder or link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A folder that exists only virtually.
    Folder,
    /// A folder that the machine may have as well; its listing has both
    /// contents.
    Shared,
    /// A file with this text.
    Text(String),
    /// A symbolic link with this target.
    Link(String),
    /// A device node.
    Device(DeviceNode),
}

/// A device node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceNode {
    /// The index of the device.
    pub card: usize,
    /// The kind of node.
    pub kind: Opened,
    /// Its minor number.
    pub minor: u32,
}

/// A device, as described by its files.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The description that clients see.
    pub description: &'static Description,
    /// The number of its nodes: `card0` and `renderD128` have 0.
    pub index: u32,
}

/// The result of looking up a path.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// Not a virtual path.
    Foreign,
    /// The path leads through virtual links to this path outside the tree.
    Elsewhere(String),
    /// A virtual node, and its path without links.
    Node(&'a Node, String),
    /// A missing file in a virtual folder.
    Missing,
    /// A component before the last is not a folder.
    NotFolder,
}

/// The treatment of a link that is the last part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLink {
    /// Follow the link.
    Follow,
    /// Return the link itself.
    Stay,
}

/// The largest number of links in the resolution of one path, as in Linux
/// (`MAXSYMLINKS`).
const MAX_LINKS: usize = 40;

/// The text of `/sys/class/drm/version`. Source: Linux `drm_sysfs.c`.
const VERSION: &str = "drm 1.1.0 20060810\n";

/// The files of all virtual devices.
#[derive(Debug)]
pub struct Tree {
    /// Nodes by path without links; parents always exist.
    nodes: BTreeMap<String, Node>,
}

impl Tree {
    /// The files of these devices.
    pub fn new(cards: &[Card]) -> Tree {
        let mut tree = Tree {
            nodes: BTreeMap::new(),
        };
        for shared in [
            "/dev",
            "/dev/dri",
            "/dev/dri/by-path",
            "/sys/class",
            "/sys/class/drm",
            "/sys/dev",
            "/sys/dev/char",
            "/sys/devices",
            "/sys/devices/platform",
        ] {
            tree.add(shared, Node::Shared);
        }
        tree.add("/sys/class/drm/version", Node::Text(VERSION.into()));
        for (i, card) in cards.iter().enumerate() {
            tree.device(i, card);
        }
        tree
    }

    /// Adds a device and its nodes. No driver of a real machine creates a
    /// folder of this name.
    fn device(&mut self, i: usize, card: &Card) {
        let Card { description, index } = card;
        let name = format!("tilescope.{i}");
        let folder = format!("/sys/devices/platform/{name}");
        self.add(&folder, Node::Folder);
        self.add(&format!("{folder}/drm"), Node::Folder);
        let text = Node::Text(description.uevent.to_owned());
        self.add(&format!("{folder}/uevent"), text);
        let bus = format!("../../../bus/{}", description.bus);
        self.add(&format!("{folder}/subsystem"), Node::Link(bus));
        for kind in [Opened::Primary, Opened::Render] {
            let node = DeviceNode {
                card: i,
                kind,
                minor: kind.minor(*index),
            };
            self.node(&folder, &name, &kind.name(*index), node);
        }
    }

    /// Adds a node of the device in `/sys/devices/platform/{device}`.
    fn node(&mut self, folder: &str, device: &str, name: &str, node: DeviceNode) {
        let minor = node.minor;
        let number = format!("{MAJOR}:{minor}");
        let drm = format!("{folder}/drm/{name}");
        let below = drm.trim_start_matches("/sys/");
        let kind = match node.kind {
            Opened::Primary => "card",
            Opened::Render => "render",
        };
        self.add(&drm, Node::Folder);
        self.add(&format!("/dev/dri/{name}"), Node::Device(node));
        for (path, target) in [
            (
                // Source: systemd's udev rules, 60-drm.rules.
                format!("/dev/dri/by-path/platform-{device}-{kind}"),
                format!("../{name}"),
            ),
            (format!("/sys/dev/char/{number}"), format!("../../{below}")),
            (format!("/sys/class/drm/{name}"), format!("../../{below}")),
            (format!("{drm}/device"), format!("../../../{device}")),
            (
                format!("{drm}/subsystem"),
                "../../../../../class/drm".into(),
            ),
        ] {
            self.add(&path, Node::Link(target));
        }
        for (path, text) in [
            (format!("{drm}/dev"), format!("{number}\n")),
            (
                format!("{drm}/uevent"),
                format!("MAJOR={MAJOR}\nMINOR={minor}\nDEVNAME=dri/{name}\nDEVTYPE=drm_minor\n"),
            ),
        ] {
            self.add(&path, Node::Text(text));
        }
    }

    fn add(&mut self, path: &str, node: Node) {
        self.nodes.insert(path.to_owned(), node);
    }

    /// The node of this kind of a device.
    pub fn node_of(&self, card: usize, kind: Opened) -> Option<DeviceNode> {
        self.nodes.values().find_map(|n| match n {
            Node::Device(node) if node.card == card && node.kind == kind => Some(*node),
            _ => None,
        })
    }

    /// The path of a device node.
    pub fn path_of(&self, node: DeviceNode) -> String {
        let is_it = |n: &Node| matches!(n, Node::Device(d) if *d == node);
        let found = self.nodes.iter().find(|(_, n)| is_it(n));
        found.map_or_else(String::new, |(path, _)| path.clone())
    }

    /// The inode number of the node at `path`. It is far above those of file
    /// systems in memory.
    pub fn inode(&self, path: &str) -> u64 {
        let index = self.nodes.keys().position(|k| k == path).unwrap_or(0);
        0x7469_6c65_0000_0000 | index as u64
    }

    /// Resolves an absolute path.
    pub fn find(&self, path: &str, last_link: LastLink) -> Found<'_> {
        let mut left: Vec<&str> = parts(path).rev().collect();
        let mut at = String::new();
        let mut links = 0;
        // Whether the path led through a virtual folder or link.
        let mut led = false;
        while let Some(part) = left.pop() {
            if part == ".." {
                led |= self.nodes.contains_key(&at);
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
                Some(Node::Text(_) | Node::Device(_)) if !left.is_empty() => {
                    return Found::NotFolder;
                }
                Some(_) => {}
                None if self.nodes.get(&at[..parent]) == Some(&Node::Folder) => {
                    return Found::Missing;
                }
                None => {}
            }
        }
        match self.nodes.get(&at) {
            Some(node) => Found::Node(node, at),
            None if led && at.is_empty() => Found::Elsewhere("/".to_owned()),
            None if led => Found::Elsewhere(at),
            None => Found::Foreign,
        }
    }

    /// Names and nodes in the folder at `path`, without `.` and `..`.
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
