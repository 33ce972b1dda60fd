//! Device nodes and their description in `/sys`.

/// The node through which a file was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// `/dev/dri/cardN`.
    Primary,
    /// `/dev/dri/renderDN`.
    Render,
}

/// Whether the opening process has `CAP_SYS_ADMIN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privilege {
    /// With `CAP_SYS_ADMIN`.
    Root,
    /// Without it.
    User,
}

/// The description of a device that the embedder shows to clients. The embedder
/// assigns node numbers, so that other devices of the machine keep theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// Name of the kernel driver, as in `DRM_IOCTL_VERSION`.
    pub driver: &'static str,
    /// The device's name on its bus.
    pub unique: &'static str,
    /// The bus: the target of the `subsystem` link in the device's directory.
    pub bus: &'static str,
    /// Contents of `/sys/dev/char/226:N/device/uevent`.
    pub uevent: &'static str,
    /// The driver's version: major, minor and patch level.
    pub version: [i32; 3],
    /// The driver's date, as `YYYYMMDD`.
    pub date: &'static str,
    /// The purpose of the driver.
    pub title: &'static str,
}

impl Node {
    /// The name of its file below `/dev/dri`; `index` counts devices from 0.
    pub fn name(self, index: u32) -> String {
        match self {
            Node::Primary => format!("card{index}"),
            Node::Render => format!("renderD{}", self.minor(index)),
        }
    }

    /// The minor number of its file. Source: Linux `drm_drv.c`: 64 for each
    /// kind of node, render nodes third.
    pub fn minor(self, index: u32) -> u32 {
        match self {
            Node::Primary => index,
            Node::Render => FIRST_RENDER_MINOR + index,
        }
    }
}

/// Major number of DRM's device files. Source: Linux `Documentation/admin-guide/devices.txt`.
pub const MAJOR: u32 = 226;
/// Minor number of the first render node.
const FIRST_RENDER_MINOR: u32 = 128;
/// The largest number of devices with nodes.
pub const NODES: u32 = 64;
