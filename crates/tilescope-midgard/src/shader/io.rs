//! The interface of a group of threads to the device.

use super::note::Problem;
pub use super::unit::ImageOp;
use crate::isa::Dimension;
use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;
use tilescope_exec::atomic::Atomic;
pub use tilescope_shader::Refused;

/// An access to memory of sixteen lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Byte addresses. Those of inactive lanes have no meaning.
    pub addresses: [u64; 16],
    /// Mask of active lanes.
    pub lanes: u16,
}

/// The type of components in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Components {
    /// 32-bit floats.
    F32,
    /// 16-bit floats, two in a word.
    F16,
    /// 32-bit unsigned integers.
    U32,
    /// 32-bit signed integers.
    S32,
    /// Bits without a type: words of memory.
    Raw,
}

/// An entry of the table of attributes, varyings or images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The index in the table.
    pub index: u32,
    /// Whether the table is that of varyings; else that of attributes. Images are in
    /// the table of attributes.
    pub secondary: bool,
    /// The type of the components in the register.
    pub components: Components,
    /// Whether the format in memory determines the type of 32-bit components instead.
    pub infers: bool,
    /// Mask of active lanes.
    pub lanes: u16,
}

/// Interpolation of a varying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interpolation {
    /// The value of the provoking vertex.
    pub flat: bool,
    /// Corrected by perspective; else linear on the screen.
    pub perspective: bool,
    /// At a covered point of the pixel.
    pub centroid: bool,
    /// At the sample, if the program runs for each sample.
    pub sample: bool,
}

/// The origin of the level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lod {
    /// Derived from the coordinates of the quad, plus this float.
    Implicit(Lanes16),
    /// This float.
    Explicit(Lanes16),
    /// This integer, of a fetch.
    Level(Lanes16),
}

/// The result of a texture lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupMode {
    /// A filtered colour.
    Colour,
    /// A filtered result of comparisons, in all components.
    Shadow,
    /// A component, 0 to 3, of four texels.
    Gather(u8),
    /// The results of comparisons for four texels.
    GatherShadow,
    /// One texel, without filter.
    Fetch,
}

/// A texture lookup of sixteen lanes: four quads of 0 = (x, y), 1 = (x+1, y),
/// 2 = (x, y+1), 3 = (x+1, y+1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Index of the texture.
    pub texture: u32,
    /// Index of the sampler.
    pub sampler: u32,
    /// The result.
    pub mode: LookupMode,
    /// The dimension that the instruction states.
    pub dimension: Dimension,
    /// Coordinates: floats, integers for fetches. Cube maps have a direction. Those of
    /// inactive lanes are valid too, for differences in the quad.
    pub at: [Lanes16; 3],
    /// The third coordinate component as the instruction has it: the reference of a
    /// comparison (float), or the sample number of a fetch (integer).
    pub extra: Lanes16,
    /// The fourth coordinate component: the layer of an array, of the type of `at`.
    pub layer: Lanes16,
    /// Level of detail.
    pub lod: Lod,
    /// Texels added to the position.
    pub offset: [i32; 3],
    /// Mask of active lanes.
    pub lanes: u16,
}

/// The part of the tile buffer that a load reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Number of the render target; 0x1e is stencil, 0x1f depth.
    pub target: u32,
    /// Number of the sample, in each lane.
    pub sample: Lanes16,
    /// The type of the result; [`Components::Raw`] is the unconverted content.
    pub components: Components,
    /// Mask of active lanes.
    pub lanes: u16,
}

/// A write to the tile buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write<'w> {
    /// The colour, r0.
    pub colour: [&'w Lanes16; 4],
    /// r2: the second colour of dual-source blending.
    pub second: [&'w Lanes16; 4],
    /// The render target, or none for a write of depth and stencil only.
    pub target: Option<u32>,
    /// Number of the sample, or of the 128-bit part of a raw write.
    pub sample: u32,
    /// r1.x, if the bundle writes it: depth, a float.
    pub depth: Option<&'w Lanes16>,
    /// r1.y, if the bundle writes it: stencil, an integer.
    pub stencil: Option<&'w Lanes16>,
    /// Mask of active lanes; none of them is a helper.
    pub lanes: u16,
}

/// The device as seen by a group of threads. `batch` is the index of sixteen lanes
/// in the group.
///
/// Every function fails with [`Refused`] if the threads cannot continue.
#[expect(clippy::missing_errors_doc, reason = "stated for all at once")]
pub trait ShaderIo {
    /// Data moved so far, for a profile.
    fn moved(&self) -> Moved {
        Moved::default()
    }

    /// Reads `bytes` bytes, 1 to 16, of memory for each active lane: little-endian
    /// words, the rest 0.
    fn load(&mut self, batch: usize, access: &Access, bytes: u32) -> Result<[Lanes16; 4], Refused>;

    /// Writes the bytes of `words` whose bit is set in `bytes` for each active lane.
    fn store(
        &mut self,
        batch: usize,
        access: &Access,
        words: &[Lanes16; 4],
        bytes: u16,
    ) -> Result<(), Refused>;

    /// Replaces memory by [`AtomicOp::apply`] for each active lane, and returns the old
    /// content.
    fn atomic(
        &mut self,
        batch: usize,
        access: &Access,
        atomic: &Atomic,
    ) -> Result<[u64; 16], Refused>;

    /// Reads `bytes` bytes of uniform buffer `buffer` at the byte offsets that
    /// `access` has as addresses.
    fn uniform(
        &mut self,
        batch: usize,
        buffer: u32,
        access: &Access,
        bytes: u32,
    ) -> Result<[Lanes16; 4], Refused>;

    /// Reads an attribute: of the lane's own vertex, or of the vertex given.
    fn load_attribute(
        &mut self,
        batch: usize,
        entry: &Entry,
        vertex: Option<&Lanes16>,
    ) -> Result<[Lanes16; 4], Refused>;

    /// Reads an interpolated varying.
    fn load_varying(
        &mut self,
        batch: usize,
        entry: &Entry,
        how: Interpolation,
    ) -> Result<[Lanes16; 4], Refused>;

    /// Writes a varying of the lane's vertex.
    fn store_varying(
        &mut self,
        batch: usize,
        entry: &Entry,
        value: &[Lanes16; 4],
    ) -> Result<(), Refused>;

    /// Samples or fetches from a texture: four components of 32 bits.
    fn texture(&mut self, batch: usize, of: &Lookup, out: &mut [Lanes16; 4])
    -> Result<(), Refused>;

    /// Accesses a texel of an image. `at` are four integers. The result is the low and the
    /// high word of its address, or the texel.
    fn image(
        &mut self,
        batch: usize,
        entry: &Entry,
        at: &[Lanes16; 4],
        op: &ImageOp<Lanes16>,
    ) -> Result<[Lanes16; 4], Refused>;

    /// Reads the tile buffer.
    fn load_tile(&mut self, batch: usize, tile: &Tile) -> Result<[Lanes16; 4], Refused>;

    /// Reads a special value: selector 96 is the coverage mask, 97 the number of the
    /// sample. Returns nothing for selectors that the device does not implement.
    fn special(
        &mut self,
        batch: usize,
        selector: u32,
        lanes: u16,
    ) -> Result<Option<Lanes16>, Refused>;

    /// Writes the tile buffer, after the blending that the render target states. The
    /// device runs blend shaders itself, in a group of their own.
    fn write(&mut self, batch: usize, write: &Write<'_>) -> Result<(), Refused>;
}

/// The reason why threads did not reach the end of their program. Violations are among the notes.
pub type Why = tilescope_shader::Stop<Problem>;

/// A stop of threads: the bundle and the reason.
pub type Trap = tilescope_shader::Trap<Why>;
