//! The registers: the 256 KiB of state that command streams write, by unit, and the
//! registers of the CPU's interface.
//!
//! Names are those of the register database of etna_viv, which Mesa and Linux
//! use as well: `PE.COLOR_FORMAT` here is `VIVS_PE_COLOR_FORMAT` there.

use std::sync::LazyLock;

use tilescope_tables::packet::{Field, RegisterRow};

pub mod blt;
pub mod cl;
pub mod co;
pub mod de;
pub mod de_multi;
pub mod dec400;
pub mod dummy;
pub mod enums;
pub mod fe;
pub mod gl;
pub mod gs;
pub mod hi;
pub mod mc;
pub mod mmuv2;
pub mod nfe;
pub mod nte;
pub mod pa;
pub mod pe;
pub mod pm;
pub mod presence;
pub mod ps;
pub mod ra;
pub mod rs;
pub mod se;
pub mod sh;
mod source;
pub mod tcs;
pub mod te;
pub mod tes;
pub mod tfb;
pub mod ts;
pub mod vs;
pub mod wd;
pub mod yuv;

/// Words of state.
pub const STATE_WORDS: usize = 0x10000;

/// Every register that a command stream can write, by unit. Those of the second MMU
/// are accessible to the CPU, too: Linux invalidates translations in the stream.
pub static STATES: &[&[RegisterRow]] = &[
    fe::REGISTERS,
    nfe::REGISTERS,
    gl::REGISTERS,
    vs::REGISTERS,
    sh::REGISTERS,
    cl::REGISTERS,
    gs::REGISTERS,
    tcs::REGISTERS,
    tes::REGISTERS,
    tfb::REGISTERS,
    pa::REGISTERS,
    se::REGISTERS,
    ra::REGISTERS,
    ps::REGISTERS,
    te::REGISTERS,
    nte::REGISTERS,
    pe::REGISTERS,
    co::REGISTERS,
    rs::REGISTERS,
    ts::REGISTERS,
    yuv::REGISTERS,
    blt::REGISTERS,
    de::REGISTERS,
    de_multi::REGISTERS,
    dummy::REGISTERS,
    wd::REGISTERS,
    mmuv2::REGISTERS,
];

/// Every register that only the CPU can access, by unit. They have a separate
/// address space.
pub static HOST: &[&[RegisterRow]] = &[
    hi::REGISTERS,
    pm::REGISTERS,
    mc::REGISTERS,
    dec400::REGISTERS,
];

/// Abbreviations and names of the units.
pub static UNITS: &[(&str, &str)] = &[
    ("FE", "front end"),
    ("NFE", "front end of newer chips"),
    ("GL", "global states"),
    ("VS", "vertex shader"),
    ("SH", "both shaders"),
    ("CL", "thread walker"),
    ("GS", "geometry shader"),
    ("TCS", "tessellation control shader"),
    ("TES", "tessellation evaluation shader"),
    ("TFB", "transform feedback"),
    ("PA", "primitive assembly"),
    ("SE", "setup engine"),
    ("RA", "rasteriser"),
    ("PS", "pixel shader"),
    ("TE", "texture samplers"),
    ("NTE", "texture samplers of newer chips"),
    ("PE", "pixel engine"),
    ("CO", "composition engine"),
    ("RS", "resolve engine"),
    ("TS", "tile status"),
    ("YUV", "YUV tiler"),
    ("BLT", "blit engine"),
    ("DE", "2D engine"),
    ("DUMMY", "nothing"),
    ("WD", "WD"),
    ("HI", "host interface"),
    ("PM", "power management"),
    ("MMUv2", "second MMU"),
    ("MC", "memory controller"),
    ("DEC400EX", "compression unit"),
];

/// The abbreviation of a register's unit: the part before the first dot.
pub fn unit(row: &RegisterRow) -> &'static str {
    let name = row.name();
    name.split_once('.').map_or(name, |(unit, _)| unit)
}

/// The full name of a unit.
pub fn unit_title(letters: &str) -> Option<&'static str> {
    let unit = UNITS.iter().find(|u| u.0 == letters);
    unit.map(|u| u.1)
}

/// One word of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The register, or the array that it is in.
    pub row: &'static RegisterRow,
    /// The index in the array, flattened over all dimensions.
    pub index: u32,
}

impl Place {
    /// The index in each dimension of the array, outermost first.
    pub fn indices(&self) -> Vec<u32> {
        let mut rest = self.index;
        let mut indices: Vec<u32> = self
            .row
            .array
            .iter()
            .rev()
            .map(|d| {
                let i = rest % d.count;
                rest /= d.count;
                i
            })
            .collect();
        indices.reverse();
        indices
    }
}

impl Place {
    /// The field of a register that holds a single number.
    pub fn number(&self) -> Option<&'static Field> {
        match self.row.layout.fields {
            [field] if field.width == 32 => Some(field),
            _ => None,
        }
    }
}

/// `PE.COLOR_FORMAT`, `PE.PIPE.COLOR_ADDR[1]`, `TE.SAMPLER.LOD_ADDR[3][0]`.
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.row.name())?;
        self.indices().iter().try_for_each(|i| write!(f, "[{i}]"))
    }
}

/// The register of each word of state.
static PLACES: LazyLock<Vec<Option<Place>>> = LazyLock::new(|| {
    let mut places = vec![None; STATE_WORDS];
    for row in STATES.iter().copied().flatten() {
        for (index, offset) in (0..).zip(row.offsets()) {
            if let Some(place) = places.get_mut(offset as usize / 4) {
                *place = Some(Place { row, index });
            }
        }
    }
    places
});

/// The register at byte `offset` of the state, if it has a name.
pub fn find(offset: u32) -> Option<Place> {
    *PLACES.get(offset as usize / 4)?
}

/// The byte offset of the state called `name`, as [`Place`] prints it, with or
/// without `VIVS_` before it; case is ignored, and the separator after the unit can
/// be `.` or `_`. An array without an index refers to its first register.
pub fn find_by_name(name: &str) -> Option<u32> {
    find_in(STATES, name)
}

/// The byte offset of the CPU's register called `name`, in the syntax of states.
pub fn find_host_by_name(name: &str) -> Option<u32> {
    find_in(HOST, name).or_else(|| find_in(&[mmuv2::REGISTERS], name))
}

fn find_in(units: &[&'static [RegisterRow]], name: &str) -> Option<u32> {
    let (name, indices) = name.split_once('[').unwrap_or((name, ""));
    let short = match name.get(..5) {
        Some(prefix) if prefix.eq_ignore_ascii_case("VIVS_") => &name[5..],
        _ => name,
    };
    let alike = |a: u8, b: u8| a.eq_ignore_ascii_case(&b) || (a == b'.' && b == b'_');
    let same = |full: &str| {
        full.len() == short.len() && full.bytes().zip(short.bytes()).all(|(a, b)| alike(a, b))
    };
    let row = units.iter().copied().flatten().find(|r| same(r.name()))?;
    if indices.is_empty() {
        return Some(row.offset);
    }
    let mut index = 0;
    let indices: Vec<&str> = indices.strip_suffix(']')?.split("][").collect();
    if indices.len() != row.array.len() {
        return None;
    }
    for (d, text) in row.array.iter().zip(indices) {
        let i: u32 = text.parse().ok().filter(|&i| i < d.count)?;
        index = index * d.count + i;
    }
    Some(row.at(index))
}

/// The bits of a state that a write of `written` preserves: those of groups whose
/// mask bit is set.
#[inline]
pub fn keep_mask(row: &RegisterRow, written: u32) -> u32 {
    // Drivers that track all state do not use mask bits.
    match written & row.keep_bits {
        0 => 0,
        _ => row.layout.preserved(written),
    }
}

/// Whether all words in the bytes `offset` to `end`, exclusive, are shader
/// constants: plain memory without masks.
pub fn are_constants(offset: u32, end: u32) -> bool {
    let inside = |first: u32, words: u32| first <= offset && end <= first + 4 * words;
    inside(vs::uniforms::AT, 1024)
        || inside(ps::uniforms::AT, 1024)
        || inside(sh::uniforms::AT, 2048)
        || inside(sh::halti5_uniforms_mirror::AT, 2048)
        || inside(sh::halti5_uniforms::AT, 2048)
}

/// Whether the word at byte `offset` is in an instruction memory.
pub fn are_code(offset: u32) -> bool {
    let within = |first: u32, words: u32| (first..first + 4 * words).contains(&offset);
    within(vs::inst_mem::AT, 1024)
        || within(ps::inst_mem::AT, 1024)
        || within(sh::inst_mem_mirror::AT, 4096)
        || within(sh::inst_mem::AT, 4096)
}

/// The byte offset of the alias of the word of code at `offset`: SH.INST_MEM_MIRROR
/// shows the memory of SH.INST_MEM.
pub fn code_mirror(offset: u32) -> Option<u32> {
    const BYTES: u32 = 4 * 4096;
    let window = |first: u32| (first..first + BYTES).contains(&offset);
    let (memory, mirror) = (sh::inst_mem::AT, sh::inst_mem_mirror::AT);
    match (window(memory), window(mirror)) {
        (true, _) => Some(offset - memory + mirror),
        (_, true) => Some(offset - mirror + memory),
        _ => None,
    }
}

/// The state after `written` is written over `old`. Mask bits read as 0.
#[inline]
pub fn merge(row: &RegisterRow, old: u32, written: u32) -> u32 {
    let keep = keep_mask(row, written);
    old & keep | written & !keep & !row.keep_bits
}
