//! Submissions: from the client's structure to lists for the device. Source:
//! Linux `vc4_gem.c`, and `vc4_drm.h` for the structure.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilescope_core::{AddressSpace, Frame, Location, Region, Rights, Submission, Work};
use tilescope_vc4::rules::kernel as rules;

use super::bin_list::{BinList, Found, Tiles};
use super::bo::{Buffer, bus_address};
use super::gpu::OwnJob;
use super::outputs::outputs;
use super::refuse::Refusal;
use super::render_list::{self, RenderArgs, flag};
use super::shader::ShaderInfo;
use super::shader_record::Records;
use super::texture::Tiling;
use super::{Vc4Device, Vc4Driver};
use crate::drm::args::{Args, Field, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Until, all_done};
use crate::drm::file::FileId;
use crate::drm::job::Built;
use crate::drm::memory::{Lease, Owner};
use crate::drm::pages::PAGE;
use crate::drm::syncobj::SyncPoint;
use crate::drm::user::{UserMemory, copy_in};

structs! {
    submit_cl 176 {
        BIN_CL: u64 = 0, SHADER_REC: u64 = 8, UNIFORMS: u64 = 16, BO_HANDLES: u64 = 24,
        BIN_CL_SIZE: u32 = 32, SHADER_REC_SIZE: u32 = 36, SHADER_REC_COUNT: u32 = 40,
        UNIFORMS_SIZE: u32 = 44, BO_HANDLE_COUNT: u32 = 48,
        WIDTH: u16 = 52, HEIGHT: u16 = 54,
        MIN_X_TILE: u8 = 56, MIN_Y_TILE: u8 = 57, MAX_X_TILE: u8 = 58, MAX_Y_TILE: u8 = 59,
        COLOR_READ: u32 = 60, COLOR_WRITE: u32 = 72, ZS_READ: u32 = 84, ZS_WRITE: u32 = 96,
        MSAA_COLOR_WRITE: u32 = 108, MSAA_ZS_WRITE: u32 = 120,
        CLEAR_COLOR_0: u32 = 132, CLEAR_COLOR_1: u32 = 136, CLEAR_Z: u32 = 140, CLEAR_S: u8 = 144,
        FLAGS: u32 = 148, SEQNO: u64 = 152, PERFMONID: u32 = 160,
        IN_SYNC: u32 = 164, OUT_SYNC: u32 = 168, PAD2: u32 = 172,
    }
    rcl_surface 12 { HINDEX: u32 = 0, OFFSET: u32 = 4, BITS: u16 = 8, FLAGS: u16 = 10, }
}

/// A surface in a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceArgs {
    /// Index of its buffer; all ones if there is no surface.
    pub hindex: u32,
    /// Its byte offset in the buffer.
    pub offset: u32,
    /// Tiling and format, as in the packet that uses it.
    pub bits: u16,
    /// Flags.
    pub flags: u16,
}

impl Default for SurfaceArgs {
    /// No surface.
    fn default() -> Self {
        SurfaceArgs {
            hindex: u32::MAX,
            offset: 0,
            bits: 0,
            flags: 0,
        }
    }
}

impl SurfaceArgs {
    fn read(a: &Args, at: Field<u32>) -> Self {
        let base = at.offset();
        SurfaceArgs {
            hindex: a.get(rcl_surface::HINDEX.moved(base)),
            offset: a.get(rcl_surface::OFFSET.moved(base)),
            bits: a.get(rcl_surface::BITS.moved(base)),
            flags: a.get(rcl_surface::FLAGS.moved(base)),
        }
    }

    /// Whether there is a surface.
    pub fn is_present(&self) -> bool {
        self.hindex != u32::MAX
    }

    pub(super) fn unknown_bits(&self, at: &Location) -> Refusal {
        let message = format!("bits {:#06x} and flags {:#06x}", self.bits, self.flags);
        Refusal::by(&rules::SURFACE_BITS, at.clone(), message)
    }

    pub(super) fn tiling(&self, shift: u32, at: &Location) -> Result<Tiling, Refusal> {
        let bits = u32::from(self.bits) >> shift & 3;
        Tiling::from_bits(bits).ok_or_else(|| {
            let message = format!("tiling {bits}");
            Refusal::by(&rules::SURFACE_FORMAT, at.clone(), message)
        })
    }

    pub(super) fn aligned(&self, at: &Location) -> Result<(), Refusal> {
        if self.offset.is_multiple_of(16) {
            return Ok(());
        }
        let message = format!("offset {:#x}", self.offset);
        Err(Refusal::by(&rules::SURFACE_ALIGNMENT, at.clone(), message))
    }
}

/// The properties of a buffer that checks need.
#[derive(Clone, Copy, Debug)]
pub struct BoView<'a> {
    /// GPU address of its first byte.
    pub address: u32,
    /// Its length in bytes, whole pages.
    pub size: u32,
    /// The properties of the shader in it, if it holds one.
    pub shader: Option<&'a ShaderInfo>,
}

/// The properties of a shader that checks need.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    /// GPU address of its first instruction.
    pub address: u32,
    /// Its validation result.
    pub info: &'a ShaderInfo,
}

/// The buffers that a submission lists.
#[derive(Clone, Copy, Debug)]
pub struct Buffers<'a>(pub &'a [BoView<'a>]);

impl<'a> Buffers<'a> {
    fn get(&self, index: u32, at: &Location) -> Result<BoView<'a>, Refusal> {
        self.0.get(index as usize).copied().ok_or_else(|| {
            let message = format!("index {index} in a list of {} buffers", self.0.len());
            Refusal::by(&rules::BUFFER_INDEX, at.clone(), message)
        })
    }

    /// Buffer `index`, for use as anything but a shader.
    pub fn data(&self, index: u32, at: &Location) -> Result<BoView<'a>, Refusal> {
        let buffer = self.get(index, at)?;
        if buffer.shader.is_some() {
            let message = format!("buffer {index} holds a shader");
            return Err(Refusal::by(&rules::SHADER_AS_DATA, at.clone(), message));
        }
        Ok(buffer)
    }

    /// Buffer `index`, for use as a shader.
    pub fn shader(&self, index: u32, at: &Location) -> Result<Code<'a>, Refusal> {
        let buffer = self.get(index, at)?;
        match buffer.shader {
            Some(info) => Ok(Code {
                address: buffer.address,
                info,
            }),
            None => {
                let message = format!("buffer {index} does not hold a shader");
                Err(Refusal::by(&rules::NOT_A_SHADER, at.clone(), message))
            }
        }
    }
}

/// The purpose of an allocation by the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The checked binning list, shader records and uniforms.
    Exec,
    /// Tile state and tile lists.
    Tiles,
    /// The rendering list.
    Render,
}

/// Allocates GPU memory of the given size in bytes and returns its address.
pub type Allocate<'a> = dyn FnMut(Purpose, u32) -> Result<u32, Errno> + 'a;

/// A submission whose pointers have been followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The binning list; empty if there is none.
    pub bin_list: Vec<u8>,
    /// Shader records, each with its buffer indices in front.
    pub records: Vec<u8>,
    /// The number of records.
    pub record_count: u32,
    /// Uniforms of all shaders, with the buffer indices of textures in front of
    /// those of each.
    pub uniforms: Vec<u8>,
    /// The rendering arguments.
    pub render: RenderArgs,
}

/// Bytes that the kernel puts at a GPU address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The address.
    pub address: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A checked submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Binning list, shader records and uniforms, if there is a binning list.
    pub exec: Option<Image>,
    /// Bytes of the binning list, from the start of `exec`.
    pub bin_len: u32,
    /// The tile lists.
    pub tiles: Option<Tiles>,
    /// The rendering list.
    pub render: Image,
}

/// Checks a submission, relocates its addresses and creates the rendering list.
/// The only side effects are calls of `allocate`, in the order of Linux.
pub fn prepare(
    input: &Input,
    buffers: &Buffers<'_>,
    allocate: &mut Allocate<'_>,
    at: &Location,
) -> Result<Prepared, Refusal> {
    let binned = match input.bin_list.is_empty() {
        true => None,
        false => Some(prepare_binning(input, buffers, allocate, at)?),
    };
    let tiles = binned.as_ref().map(|(_, found)| found.tiles);
    let list = render_list::generate(&input.render, tiles, buffers, at)?;
    let address = allocate(Purpose::Render, list.len() as u32)?;
    Ok(Prepared {
        bin_len: binned.as_ref().map_or(0, |(_, found)| found.len),
        exec: binned.map(|(exec, _)| exec),
        tiles,
        render: Image {
            address,
            bytes: list,
        },
    })
}

fn prepare_binning(
    input: &Input,
    buffers: &Buffers<'_>,
    allocate: &mut Allocate<'_>,
    at: &Location,
) -> Result<(Image, Found), Refusal> {
    let records_at = input.bin_list.len().next_multiple_of(16);
    let uniforms_at = records_at + input.records.len();
    let size = uniforms_at + input.uniforms.len();
    let len = u32::try_from(size).map_err(|_| Errno::ENOMEM)?;
    let address = allocate(Purpose::Exec, len)?;
    let mut bytes = vec![0; size];
    let (list, rest) = bytes.split_at_mut(records_at);
    let (records, uniforms) = rest.split_at_mut(input.records.len());
    let records_address = address + records_at as u32;
    let list = BinList {
        source: &input.bin_list,
        list,
        address,
        records_address,
        declared_records: input.record_count,
    };
    let checked = list.check(buffers, allocate, at).and_then(|found| {
        Records {
            source: &input.records,
            records,
            uniforms_source: &input.uniforms,
            uniforms,
            address: records_address,
            uniforms_address: address + uniforms_at as u32,
        }
        .check(&found.states, buffers, at)?;
        Ok(found)
    });
    let exec = Image { address, bytes };
    match checked {
        Ok(found) => Ok((exec, found)),
        Err(refusal) => Err(refusal.among(exec)),
    }
}

impl RenderArgs {
    /// The rendering part of the structure.
    pub fn read(a: &Args) -> Self {
        use submit_cl as s;
        RenderArgs {
            width: a.get(s::WIDTH),
            height: a.get(s::HEIGHT),
            x_tiles: (a.get(s::MIN_X_TILE), a.get(s::MAX_X_TILE)),
            y_tiles: (a.get(s::MIN_Y_TILE), a.get(s::MAX_Y_TILE)),
            color_read: SurfaceArgs::read(a, s::COLOR_READ),
            color_write: SurfaceArgs::read(a, s::COLOR_WRITE),
            zs_read: SurfaceArgs::read(a, s::ZS_READ),
            zs_write: SurfaceArgs::read(a, s::ZS_WRITE),
            msaa_color_write: SurfaceArgs::read(a, s::MSAA_COLOR_WRITE),
            msaa_zs_write: SurfaceArgs::read(a, s::MSAA_ZS_WRITE),
            clear_color: [a.get(s::CLEAR_COLOR_0), a.get(s::CLEAR_COLOR_1)],
            clear_z: a.get(s::CLEAR_Z),
            clear_s: a.get(s::CLEAR_S),
            flags: a.get(s::FLAGS),
        }
    }
}

/// Buffers that a job uses; they are neither freed nor purged.
pub(crate) struct Pinned(pub Vec<Arc<Buffer>>);

impl Drop for Pinned {
    fn drop(&mut self) {
        for object in &self.0 {
            object.driver.release();
        }
    }
}

/// The limit of the binner's overflow memory, and the size of one allocation.
/// Source: Linux `vc4_v3d.c` has 16 MiB for all jobs, `vc4_irq.c` of the first
/// releases allocates 256 KiB at a time.
const OVERFLOW: u32 = 16 << 20;
const OVERFLOW_PIECE: u32 = 256 << 10;

pub(super) fn submit(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    k.wait_for_room();
    let number = k.state().queue.emitted as u32;
    let at = Location::new().inside(Frame::Submission(number, "".into()));
    let mut memory = AddressSpace::new();
    match build(k, f, a, user, &at, &mut memory) {
        Ok((built, out)) => {
            a.set(submit_cl::SEQNO, k.take(f, built, out.as_slice()).seqno);
            Ok(())
        }
        Err(refusal) => {
            if let Some(finding) = refusal.finding {
                k.report(*finding, &memory);
            }
            Err(refusal.errno)
        }
    }
}

/// Creates a job from a submission. If it is refused, `refused` receives the
/// memory that the finding refers to.
fn build(
    k: &Vc4Device,
    f: FileId,
    a: &Args,
    user: &dyn UserMemory,
    at: &Location,
    refused: &mut AddressSpace,
) -> Result<(Built<Vc4Driver>, Option<SyncPoint>), Refusal> {
    use submit_cl as s;
    let refuse = |errno, rule, message: String| Refusal {
        errno,
        ..Refusal::by(rule, at.clone(), message)
    };
    let (flags, pad) = (a.get(s::FLAGS), a.get(s::PAD2));
    if flags & !flag::ALL != 0 || pad != 0 {
        let message = format!("flags {flags:#x}, padding {pad:#x}");
        return Err(refuse(Errno::EINVAL, &rules::ARGUMENTS, message));
    }
    let perfmon = match a.get(s::PERFMONID) {
        0 => None,
        id => {
            let found = k.state().file(f)?.driver.perfmons.get(id);
            let message = || format!("there is no performance monitor {id}");
            Some(found.ok_or_else(|| refuse(Errno::ENOENT, &rules::SYNC_OBJECT, message()))?)
        }
    };
    let (in_sync, out_sync) = (a.get(s::IN_SYNC), a.get(s::OUT_SYNC));
    if in_sync != 0 {
        let fences = k.fences_in(f, in_sync).map_err(|errno| {
            let what = match errno {
                Errno::ENOENT => "there is no synchronisation object",
                _ => "there is no fence in synchronisation object",
            };
            refuse(errno, &rules::SYNC_OBJECT, format!("{what} {in_sync}"))
        })?;
        // Jobs of this device run in order anyway.
        if fences.iter().any(|fence| fence.context != k.context) {
            let done = || all_done(&fences).then_some(());
            k.fences().wait_until(Until::Done, done)?;
        }
    }
    let pinned = pin(k, f, a, user, at)?;
    let input = read_input(a, user, at)?;
    let mut leases = Vec::new();
    let prepared = {
        let views: Vec<BoView<'_>> = pinned.0.iter().map(|o| view(o)).collect();
        let mut allocate = |purpose: Purpose, len: u32| {
            let lease = k.place(u64::from(len).next_multiple_of(PAGE))?;
            let address = bus_address(&lease);
            leases.push((purpose, lease, len));
            Ok(address)
        };
        let prepared = prepare(&input, &Buffers(&views), &mut allocate, at);
        prepared.inspect_err(|refusal| *refused = refusal.memory(&input))?
    };
    let out = match out_sync {
        0 => None,
        _ => {
            let object = k.state().file(f)?.syncobjs.get(out_sync);
            let message = || format!("there is no synchronisation object {out_sync}");
            Some(object.ok_or_else(|| refuse(Errno::EINVAL, &rules::SYNC_OBJECT, message()))?)
        }
    };
    let built = assemble(k, pinned, prepared, leases, &input.render, perfmon)?;
    Ok((built, out.map(SyncPoint::whole)))
}

fn view(object: &Buffer) -> BoView<'_> {
    BoView {
        address: object.driver.address(),
        // Addresses have 32 bits, so no buffer with an address is larger.
        size: object.size as u32,
        shader: object.driver.shader.as_ref(),
    }
}

/// Finds the buffers that a submission lists.
fn pin(
    k: &Vc4Device,
    f: FileId,
    a: &Args,
    user: &dyn UserMemory,
    at: &Location,
) -> Result<Pinned, Refusal> {
    let count = a.get(submit_cl::BO_HANDLE_COUNT);
    if count == 0 {
        let message = "the list is empty";
        return Err(Refusal::by(&rules::NO_BUFFERS, at.clone(), message));
    }
    let address = a.get(submit_cl::BO_HANDLES);
    let bytes = copy_in(user, address, u64::from(count) * 4)?;
    let mut pinned = Pinned(Vec::new());
    let mut state = k.state();
    let file = state.file(f)?;
    for (i, b) in bytes.chunks_exact(4).enumerate() {
        let handle = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let Some(object) = file.handles.get(handle) else {
            let message = format!("entry {i} is handle {handle}, which is not open");
            return Err(Refusal::by(&rules::BUFFER_HANDLE, at.clone(), message));
        };
        if object.driver.acquire().is_err() {
            let message = format!("entry {i}, buffer {handle}");
            return Err(Refusal::by(&rules::PURGED_BUFFER, at.clone(), message));
        }
        pinned.0.push(object.clone());
    }
    Ok(pinned)
}

fn read_input(a: &Args, user: &dyn UserMemory, at: &Location) -> Result<Input, Refusal> {
    use submit_cl as s;
    let render = RenderArgs::read(a);
    let bin_size = a.get(s::BIN_CL_SIZE);
    if bin_size == 0 {
        return Ok(Input {
            render,
            ..Input::default()
        });
    }
    let (records, uniforms) = (a.get(s::SHADER_REC_SIZE), a.get(s::UNIFORMS_SIZE));
    let total = bin_size
        .checked_next_multiple_of(16)
        .and_then(|n| n.checked_add(records))
        .and_then(|n| n.checked_add(uniforms));
    if total.is_none() {
        let message = format!("{bin_size} + {records} + {uniforms} bytes");
        return Err(Refusal::by(&rules::ARGUMENTS, at.clone(), message));
    }
    Ok(Input {
        bin_list: copy_in(user, a.get(s::BIN_CL), bin_size.into())?,
        records: copy_in(user, a.get(s::SHADER_REC), records.into())?,
        record_count: a.get(s::SHADER_REC_COUNT),
        uniforms: copy_in(user, a.get(s::UNIFORMS), uniforms.into())?,
        render,
    })
}

/// Maps everything that the device may see into an address space.
fn assemble(
    k: &Vc4Device,
    pinned: Pinned,
    prepared: Prepared,
    leases: Vec<(Purpose, Lease, u32)>,
    render: &RenderArgs,
    perfmon: Option<Arc<super::perfmon::Monitor>>,
) -> Result<Built<Vc4Driver>, Errno> {
    let mut memory = AddressSpace::new();
    let mut map = |region: Region| memory.map(region).map_err(|_| Errno::ENOMEM);
    let mut seen = BTreeSet::new();
    for object in &pinned.0 {
        if !seen.insert(object.id) {
            continue;
        }
        let label = object.driver.label();
        let code = object.driver.shader.is_some();
        let rights = if code { Rights::ReadOnly } else { Rights::All };
        let name = match (code, label.is_empty()) {
            (true, _) => format!("shader {}", object.id),
            (false, true) => format!("bo {}", object.id),
            (false, false) => format!("{label} (bo {})", object.id),
        };
        let base = object.driver.address().into();
        let region = object.pages().region(name, base).ok_or(Errno::ENOMEM)?;
        map(region.with(rights))?;
    }
    let mut work = Vec::new();
    let mut spare_memory = Vec::new();
    let mut scratch = Vec::new();
    if let Some(exec) = &prepared.exec {
        let base = u64::from(exec.address);
        map(Region::from_bytes("exec", base, &exec.bytes))?;
        work.push(Work::List {
            queue: 0,
            start: base,
            end: base + u64::from(prepared.bin_len),
        });
        for (_, tiles, len) in leases.iter().filter(|(p, ..)| *p == Purpose::Tiles) {
            let base = tiles.address();
            map(Region::uninitialised("tiles", base, (*len).into()))?;
        }
        let overflow = k.driver.memory.lease(OVERFLOW.into(), Owner::Foreign)?;
        let base = overflow.address();
        map(Region::uninitialised(
            "binner overflow",
            base,
            OVERFLOW.into(),
        ))?;
        let pieces = (0..OVERFLOW).step_by(OVERFLOW_PIECE as usize);
        spare_memory.extend(pieces.map(|at| (base + u64::from(at), u64::from(OVERFLOW_PIECE))));
        scratch.push(overflow);
    }
    let list = &prepared.render;
    let start = u64::from(list.address);
    map(Region::from_bytes("rendering list", start, &list.bytes))?;
    work.push(Work::List {
        queue: 1,
        start,
        end: start + list.bytes.len() as u64,
    });
    let outputs = outputs(&pinned, render);
    let mut lists = Vec::new();
    for (purpose, lease, len) in leases {
        match purpose {
            Purpose::Tiles => scratch.push(lease),
            Purpose::Exec | Purpose::Render => lists.push((lease, len)),
        }
    }
    Ok(Built {
        submission: Submission {
            label: String::new(),
            registers: Vec::new(),
            work,
            spare_memory,
        },
        memory,
        outputs,
        own: OwnJob {
            starts: [
                prepared.exec.as_ref().map_or(0, |e| e.address),
                list.address,
            ],
            perfmon,
            pinned,
            lists,
            _scratch: scratch,
        },
    })
}
