//! Ioctl numbers and permissions.

use super::args::Args;
use super::auth::Client;
use super::device::DrmDevice;
use super::driver::Driver;
use super::errno::Errno;
use super::file::FileId;
use super::node::{Node, Privilege};
use super::user::UserMemory;

/// The type byte of DRM ioctls.
pub const TYPE: u8 = b'd';
/// First number of the ioctls that belong to drivers. Source: Linux `drm.h`.
pub const DRIVER_BASE: u8 = 0x40;
/// First number after those of drivers.
pub const DRIVER_END: u8 = 0xa0;

/// The direction in which the argument is copied, seen from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// No argument.
    None,
    /// The kernel reads it.
    Write,
    /// The kernel fills it.
    Read,
    /// Both.
    Both,
}

impl Direction {
    const fn bits(self) -> u32 {
        match self {
            Direction::None => 0,
            Direction::Write => 1,
            Direction::Read => 2,
            Direction::Both => 3,
        }
    }

    fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Direction::None,
            1 => Direction::Write,
            2 => Direction::Read,
            _ => Direction::Both,
        }
    }

    fn copies_in(self) -> bool {
        matches!(self, Direction::Write | Direction::Both)
    }

    fn copies_out(self) -> bool {
        matches!(self, Direction::Read | Direction::Both)
    }
}

/// The fields of a request number. Source: Linux `asm-generic/ioctl.h`: number
/// in bits 7:0, type in 15:8, size in 29:16, direction in 31:30.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Direction of the argument.
    pub direction: Direction,
    /// The type byte.
    pub kind: u8,
    /// The number within the type.
    pub nr: u8,
    /// Size of the argument in bytes.
    pub size: u16,
}

impl Request {
    /// Splits a request number. Callers pass 64 bits, of which 32 count.
    pub fn parse(request: u64) -> Self {
        let r = request as u32;
        Request {
            direction: Direction::from_bits(r >> 30),
            kind: (r >> 8) as u8,
            nr: r as u8,
            size: (r >> 16) as u16 & 0x3fff,
        }
    }
}

/// The permissions that an ioctl requires. Source: Linux `drm_ioctl.c`, flags of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permit {
    /// Everybody, on any node.
    Anyone,
    /// Clients of the primary node.
    Primary,
    /// Clients of the primary node that are authenticated by its master, or
    /// root.
    PrimaryTrusted,
    /// The master.
    Master,
    /// Root on the primary node.
    PrimaryRoot,
}

impl Permit {
    fn check(self, client: &Client, current: Option<u64>) -> Result<(), Errno> {
        let primary = client.node == Node::Primary;
        let ok = match self {
            Permit::Anyone => true,
            Permit::Primary => primary,
            Permit::PrimaryTrusted => primary && client.is_trusted(),
            Permit::Master => primary && client.is_master(current),
            Permit::PrimaryRoot => primary && client.privilege == Privilege::Root,
        };
        if ok { Ok(()) } else { Err(Errno::EACCES) }
    }
}

/// The implementation of an ioctl. It may change the argument, which is copied
/// out on success and on failure.
pub(crate) type Call<D> =
    fn(&DrmDevice<D>, FileId, &mut Args, &dyn UserMemory) -> Result<(), Errno>;

/// One ioctl, as in the headers.
#[derive(Clone, Copy, Debug)]
pub struct Ioctl {
    /// Its name in the headers.
    pub name: &'static str,
    /// Its number.
    pub nr: u8,
    /// Direction of its argument.
    pub direction: Direction,
    /// Size of its argument in bytes.
    pub size: usize,
    /// The permissions that it requires.
    pub permit: Permit,
}

impl Ioctl {
    /// The request number that clients use.
    pub const fn request(&self) -> u32 {
        self.direction.bits() << 30 | (self.size as u32) << 16 | (TYPE as u32) << 8 | self.nr as u32
    }
}

/// One ioctl and its implementation.
pub(crate) struct Row<D: Driver> {
    pub ioctl: Ioctl,
    pub call: Call<D>,
}

/// A row of a table.
pub(crate) const fn row<D: Driver>(
    name: &'static str,
    nr: u8,
    direction: Direction,
    size: usize,
    permit: Permit,
    call: Call<D>,
) -> Row<D> {
    Row {
        ioctl: Ioctl {
            name,
            nr,
            direction,
            size,
            permit,
        },
        call,
    }
}

/// The tables of a driver: those of the core, and its own.
fn tables<D: Driver>() -> [&'static [Row<D>]; 3] {
    [
        const { &super::core::ioctls() },
        const { &super::mode::ioctls() },
        D::ioctls(),
    ]
}

/// Every call of the core and of a driver, by table.
pub(crate) fn all<D: Driver>() -> impl Iterator<Item = &'static Row<D>> {
    tables::<D>().into_iter().flatten()
}

/// The row of a number, in the core's tables or the driver's.
fn find<D: Driver>(nr: u8) -> Option<&'static Row<D>> {
    let [core, mode, own] = tables::<D>();
    let tables: &[&[Row<D>]] = match (DRIVER_BASE..DRIVER_END).contains(&nr) {
        true => &[own],
        false => &[core, mode],
    };
    tables.iter().copied().flatten().find(|r| r.ioctl.nr == nr)
}

/// The name of a call of the core or of a driver.
pub(crate) fn name<D: Driver>(request: u64) -> Option<&'static str> {
    let request = Request::parse(request);
    let row = find::<D>(request.nr).filter(|_| request.kind == TYPE)?;
    Some(row.ioctl.name)
}

/// Makes a call as the kernel's entry point does: the client's size and
/// direction determine what is copied, ours how much the implementation sees.
/// Source: Linux `drm_ioctl.c`.
pub(crate) fn dispatch<D: Driver>(
    device: &DrmDevice<D>,
    file: FileId,
    request: u64,
    arg: u64,
    user: &dyn UserMemory,
) -> Result<i32, Errno> {
    let (client, master) = device.client(file)?;
    let request = Request::parse(request);
    if request.kind != TYPE {
        return Err(Errno::ENOTTY);
    }
    let row = find::<D>(request.nr).ok_or(Errno::EINVAL)?;
    row.ioctl.permit.check(&client, master)?;
    let size = usize::from(request.size);
    let copies_in = request.direction.copies_in() && row.ioctl.direction.copies_in();
    let copies_out = request.direction.copies_out() && row.ioctl.direction.copies_out();
    let mut args = Args::zeroed(size.max(row.ioctl.size));
    if copies_in {
        user.read(arg, &mut args.bytes_mut()[..size])?;
    }
    let result = match device.features().refuses(request.nr) {
        Some(errno) => Err(errno),
        None => (row.call)(device, file, &mut args, user),
    };
    if copies_out {
        user.write(arg, &args.bytes()[..size])?;
    }
    result.map(|()| 0)
}
