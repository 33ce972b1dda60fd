//! DRM masters and authentication. Source: Linux `drm_auth.c`, and `drm_ioctl.c` for versions and
//! bus names.
//!
//! A client that opens the primary node while there is no master becomes the
//! master. The others belong to the master at the time of opening, and can be
//! authenticated by it with a number (magic) that they pass to it.

use std::collections::BTreeMap;

use super::args::{Args, structs};
use super::core::string;
use super::device::DrmDevice;
use super::driver::Driver;
use super::errno::Errno;
use super::file::FileId;
use super::gem::Ids;
use super::node::{Node, Privilege};
use super::user::UserMemory;

structs! {
    unique 16 { UNIQUE_LEN: u64 = 0, UNIQUE: u64 = 8, }
    magic 4 { MAGIC: u32 = 0, }
    set_version 16 { DI_MAJOR: i32 = 0, DI_MINOR: i32 = 4, DD_MAJOR: i32 = 8, DD_MINOR: i32 = 12, }
}

/// The rights of an open file.
#[derive(Clone, Debug)]
pub struct Client {
    /// The node that was opened.
    pub node: Node,
    /// The privilege of the process that opened it.
    pub privilege: Privilege,
    /// The master that it belongs to; `None` for render nodes.
    master: Option<u64>,
    /// Whether that master is its own.
    owns_master: bool,
    trusted: bool,
    magic: Option<u32>,
    /// Whether it supports atomic mode setting.
    pub atomic: bool,
}

impl Client {
    /// Whether it has the rights of authenticated clients.
    pub fn is_trusted(&self) -> bool {
        self.trusted || self.privilege == Privilege::Root
    }

    /// Whether it is the current master.
    pub fn is_master(&self, current: Option<u64>) -> bool {
        self.owns_master && current.is_some() && self.master == current
    }
}

#[derive(Debug, Default)]
struct Master {
    /// The number of files that belong to it.
    files: usize,
    ids: Ids,
    /// Files that asked for a magic; `None` once they are authenticated.
    magics: BTreeMap<u32, Option<FileId>>,
    /// Whether SET_VERSION set its bus name.
    named: bool,
}

/// All masters of a device.
#[derive(Debug, Default)]
pub struct Masters {
    all: BTreeMap<u64, Master>,
    current: Option<u64>,
    last: u64,
}

impl Masters {
    /// The current master.
    pub fn current(&self) -> Option<u64> {
        self.current
    }

    /// Adds a client that opens a node.
    pub fn open(&mut self, node: Node, privilege: Privilege) -> Client {
        let mut client = Client {
            node,
            privilege,
            master: None,
            owns_master: false,
            trusted: false,
            magic: None,
            atomic: false,
        };
        if node == Node::Primary {
            match self.current {
                None => self.begin(&mut client),
                Some(id) => self.join(&mut client, id),
            }
        }
        client
    }

    fn join(&mut self, client: &mut Client, id: u64) {
        self.leave(client);
        client.master = Some(id);
        self.all.entry(id).or_default().files += 1;
    }

    /// Makes a client the current master, with a new master object.
    fn begin(&mut self, client: &mut Client) {
        self.last += 1;
        self.join(client, self.last);
        (client.owns_master, client.trusted) = (true, true);
        self.current = Some(self.last);
    }

    fn leave(&mut self, client: &Client) {
        let Some(id) = client.master else { return };
        let Some(master) = self.all.get_mut(&id) else {
            return;
        };
        if let Some(magic) = client.magic {
            master.magics.remove(&magic);
            master.ids.give(magic);
        }
        master.files -= 1;
        if master.files == 0 {
            self.all.remove(&id);
        }
    }

    /// Removes a client whose file is closed.
    pub fn close(&mut self, client: &Client) {
        if client.is_master(self.current) {
            self.current = None;
        }
        self.leave(client);
    }
}

pub(super) fn unique<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    u: &dyn UserMemory,
) -> Result<(), Errno> {
    let named = {
        let mut state = k.state();
        let id = state.file(f)?.client.master;
        let master = id.and_then(|id| state.masters.all.get(&id));
        master.is_some_and(|m| m.named)
    };
    let name = if named { D::DESCRIPTION.unique } else { "" };
    // All of it or nothing.
    if a.get(unique::UNIQUE_LEN) < name.len() as u64 {
        a.set(unique::UNIQUE_LEN, name.len() as u64);
        return Ok(());
    }
    string(a, unique::UNIQUE_LEN, unique::UNIQUE, name, u)
}

pub(super) fn get_magic<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let client = &mut state.files.get_mut(&f).ok_or(Errno::EBADF)?.client;
    let number = match (client.magic, client.master) {
        (Some(number), _) => number,
        (None, None) => return Err(Errno::EINVAL),
        (None, Some(id)) => {
            let mut client = client.clone();
            let master = state.masters.all.entry(id).or_default();
            let number = master.ids.take()?;
            master.magics.insert(number, Some(f));
            client.magic = Some(number);
            state.file(f)?.client = client;
            number
        }
    };
    a.set(magic::MAGIC, number);
    Ok(())
}

pub(super) fn auth_magic<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let id = state.file(f)?.client.master.ok_or(Errno::EINVAL)?;
    let master = state.masters.all.get_mut(&id).ok_or(Errno::EINVAL)?;
    let asked = master.magics.get_mut(&a.get(magic::MAGIC));
    let who = asked.and_then(Option::take).ok_or(Errno::EINVAL)?;
    state.file(who)?.client.trusted = true;
    Ok(())
}

pub(super) fn set_version<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    // The interface version is 1.4, the driver's 0.0; -1 requests neither.
    let fits = |v: i32, minor: i32, major: i32, most: i32| {
        v == -1 || (v == major && (0..=most).contains(&minor))
    };
    let di = (a.get(set_version::DI_MAJOR), a.get(set_version::DI_MINOR));
    let dd = (a.get(set_version::DD_MAJOR), a.get(set_version::DD_MINOR));
    a.set(set_version::DI_MAJOR, 1);
    a.set(set_version::DI_MINOR, 4);
    a.set(set_version::DD_MAJOR, 0);
    a.set(set_version::DD_MINOR, 0);
    if !fits(di.0, di.1, 1, 4) {
        return Err(Errno::EINVAL);
    }
    // Since 1.1 clients request the bus name this way.
    if di.0 == 1 && di.1 >= 1 {
        let mut state = k.state();
        let id = state.file(f)?.client.master;
        if let Some(master) = id.and_then(|id| state.masters.all.get_mut(&id)) {
            master.named = true;
        }
    }
    match fits(dd.0, dd.1, 0, 0) {
        true => Ok(()),
        false => Err(Errno::EINVAL),
    }
}

/// Only a former master, or root, may become the master or drop it.
fn may_change(client: &Client) -> Result<(), Errno> {
    match client.owns_master || client.privilege == Privilege::Root {
        true => Ok(()),
        false => Err(Errno::EACCES),
    }
}

pub(super) fn set_master<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    _: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let mut client = state.file(f)?.client.clone();
    may_change(&client)?;
    let masters = &mut state.masters;
    if client.is_master(masters.current) {
        return Ok(());
    }
    if masters.current.is_some() {
        return Err(Errno::EBUSY);
    }
    match client.owns_master {
        true => masters.current = client.master,
        false => masters.begin(&mut client),
    }
    state.file(f)?.client = client;
    Ok(())
}

pub(super) fn drop_master<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    _: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let client = state.file(f)?.client.clone();
    may_change(&client)?;
    if !client.is_master(state.masters.current) {
        return Err(Errno::EINVAL);
    }
    state.masters.current = None;
    Ok(())
}
