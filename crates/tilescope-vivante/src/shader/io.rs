//! The interface of a group of threads to the device.

use super::note::Problem;
use tilescope_exec::Lanes16;

/// Where a texture read takes its level of detail from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "made for one read, and passed by reference"
)]
pub enum Lod {
    /// From the coordinates of the quad.
    Implicit,
    /// From those, plus this float.
    Bias(Lanes16),
    /// It is this float.
    Explicit(Lanes16),
    /// From the change of the coordinates from left to right and from line to line.
    Gradients([Lanes16; 4], [Lanes16; 4]),
}

/// A texture read of sixteen lanes: four quads of 0 = (x, y), 1 = (x+1, y),
/// 2 = (x, y+1), 3 = (x+1, y+1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Number of the sampler, as the instruction says it.
    pub sampler: u32,
    /// Coordinates, floats. Those of lanes that do not take part are right, too,
    /// for differences in the quad.
    pub at: [Lanes16; 4],
    /// Level of detail.
    pub lod: Lod,
    /// What a shadow sampler compares with.
    pub reference: Option<Lanes16>,
    /// The lanes that take part, a bit each.
    pub lanes: u16,
}

/// An access to memory of sixteen lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Byte addresses.
    pub addresses: Lanes16,
    /// The lanes that take part, a bit each.
    pub lanes: u16,
}

/// The device stopped the program, and has recorded why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// The units around the shader cores, as a group of threads sees them. `batch` is
/// which sixteen lanes of the group.
pub trait ShaderIo {
    /// Samples a texture: four components of the lanes that take part.
    ///
    /// # Errors
    /// If the threads cannot go on.
    fn texture(&mut self, batch: usize, lookup: &Lookup) -> Result<[Lanes16; 4], Refused>;

    /// Reads a word of memory for each lane that takes part.
    ///
    /// # Errors
    /// If the threads cannot go on.
    fn load(&mut self, batch: usize, access: &Access) -> Result<Lanes16, Refused>;

    /// Writes a word of memory for each lane that takes part.
    ///
    /// # Errors
    /// If the threads cannot go on.
    fn store(&mut self, batch: usize, access: &Access, words: &Lanes16) -> Result<(), Refused>;
}

/// Why threads did not reach the end of their program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The fuel ran out.
    OutOfFuel,
    /// A rule was broken beyond repair.
    Broken(Problem),
    /// The device stopped it.
    Device,
}

/// Where and why threads stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Number of the instruction.
    pub ip: u32,
    /// Why.
    pub why: Why,
}
