//! Problems of a program.

use crate::isa::Tag;
use crate::rules::shader as rules;
use tilescope_shader::{letter, problems};

problems! {
    /// A problem of a program, with its parameters.
    pub enum Problem;
    /// The bundle is not in memory that can be read.
    Unreadable {
        /// Its address.
        address: u64,
    } => rules::CODE_IS_READABLE, "no code can be read at {address:#010x}";
    /// The bundle is in memory without the right to execute it.
    NotExecutable {
        /// Its address.
        address: u64,
    } => rules::CODE_IS_READABLE, "the memory at {address:#010x} must not be executed";
    /// The bundle ends at or beyond a multiple of 16 MiB.
    AtLine {
        /// The address after it.
        end: u64,
    } => rules::CODE_IS_BETWEEN_LINES,
        "the bundle ends at or beyond a multiple of 16 MiB: {end:#010x}";
    /// The quadwords are not a bundle.
    Invalid {
        /// The reason.
        reason: &'static str,
    } => rules::BUNDLES_ARE_VALID, "invalid bundle: {reason}";
    /// Control comes to a bundle by another tag than its own.
    TagMismatch {
        /// The tag by which control comes.
        expected: Tag,
        /// The tag of the bundle.
        found: Tag,
    } => rules::TAGS_AGREE,
        "control comes to this bundle by tag `{}`, but its tag is `{}`",
        expected.name(), found.name();
    /// A tag that the chip does not accept.
    UpperTag {
        /// The tag.
        tag: Tag,
    } => rules::UPPER_TAGS, "the chip does not accept the tag `{}`", tag.name();
    /// The program does not end.
    Endless => rules::PROGRAMS_END, "instruction limit reached before the end of the program";
    /// The program has more bundles than fit the instruction cache's lines of 16 MiB,
    /// as far as they are decoded here.
    TooLong {
        /// The number of bundles that are decoded.
        most: u32,
    } => rules::PROGRAMS_END, "the program is longer than {most} bundles";
    /// Read of a component of a register that was never written.
    Undefined {
        /// The name of the register.
        register: &'static str,
        /// Its component.
        component: u8,
    } => rules::REGISTERS_ARE_WRITTEN_FIRST,
        "read of uninitialised register {register}.{}", letter(*component);
    /// Read of a pipeline register that the bundle has not written.
    Pipeline {
        /// The number of the register: 24 or 25.
        register: u8,
    } => rules::PIPELINE_REGISTERS,
        "r{register} is read, but no instruction before it in this bundle writes it";
    /// Write of a register that holds a uniform.
    UniformWritten {
        /// The number of the register.
        register: u8,
    } => rules::UNIFORMS_ARE_READ_ONLY, "write to r{register}, which holds a uniform";
    /// Use of a work register beyond the work register count.
    BeyondWork {
        /// The number of the register.
        register: u8,
        /// The work register count.
        count: u8,
    } => rules::WORK_REGISTERS_ARE_ENOUGH,
        "r{register} is used, but the program has {count} work registers";
    /// Read of a uniform register beyond the uniform count.
    BeyondUniforms {
        /// The number of the register.
        register: u8,
        /// The uniform count.
        count: u8,
    } => rules::UNIFORMS_ARE_LOADED,
        "r{register} is read, but the program has {count} uniform registers";
    /// Read of embedded constants of a bundle that has none.
    NoConstants => rules::CONSTANTS_ARE_EMBEDDED, "r26 is read, but the bundle embeds no constants";
    /// Calls are nested too deeply.
    CallTooDeep {
        /// The largest depth.
        depth: u8,
    } => rules::CALLS, "calls are nested deeper than {depth}";
    /// A return without a call.
    ReturnWithoutCall => rules::CALLS, "a return without a call";
}

/// A problem, and the bundle, by its address in memory.
pub type Note = tilescope_shader::Note<Problem>;

/// Notes of the runs of a group.
pub type Notes = tilescope_shader::Notes<Problem>;
