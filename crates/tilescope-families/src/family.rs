//! The interface of a family towards the tools.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::io;

use tilescope_core::{BitSpan, ChipInfo, Device, Rule, Work};
use tilescope_kernel::DriverType;
use tilescope_pixel::Format;
use tilescope_shader::ExecMode;
use tilescope_tables::list::{Assembled, Contents};
use tilescope_tables::listing::{ListingLine, Options};
use tilescope_tables::packet::Layout;
use tilescope_tables::text::TextError;

use crate::{
    Channels, Checker, DrawWalk, DumpFormat, ImageLayout, Language, Piece, RecordingFormat,
    RecordingWriter, Sheet, StateDump, StaticCheck, SurfaceInfo, TextureLevel,
};

/// Looks up the value of a symbol by its name. The name `.` is the address of the first byte of the
/// text itself.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<u64>;

/// The code paths of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// The fastest ones.
    Fast,
    /// The plain, slow paths that every fast path is tested against.
    Reference,
}

impl Paths {
    /// The mode in which shaders are executed.
    pub fn mode(self) -> ExecMode {
        match self {
            Paths::Fast => ExecMode::Normal,
            Paths::Reference => ExecMode::Reference,
        }
    }
}

/// The kinds of texts of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A command list.
    List,
    /// A shader.
    Shader,
}

/// Properties of a chip, for listings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// Names and values of sizes and numbers, in the order of the listing.
    pub numbers: Vec<(&'static str, String)>,
    /// Names of features.
    pub features: Vec<&'static str>,
    /// Names of bugs.
    pub bugs: Vec<&'static str>,
}

/// Mesa's names for the driver of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MesaDriver {
    /// The stem of `NAME_dri.so`.
    pub file: &'static str,
    /// The value of meson's option `gallium-drivers`.
    pub option: &'static str,
    /// The variable of its debug flags: a library contains this string only if it contains the
    /// driver.
    pub marker: &'static str,
    /// The stem of `NAME_icd.ARCH.json`, which names the Vulkan driver; `None` if there is none.
    pub vulkan: Option<&'static str>,
}

/// A GPU family. Everything that jobs, captures, listings, sessions and commands need of it; methods
/// with a default are for parts that a family may lack.
pub trait Family: Debug + Sync {
    /// The name, as in [`ChipInfo::family`].
    fn name(&self) -> &'static str;

    /// The name in sentences: `VideoCore IV`.
    fn title(&self) -> &'static str;

    /// The chips, the default first.
    fn chips(&self) -> Vec<&'static ChipInfo>;

    /// Properties of one of the chips.
    fn properties(&self, _chip: &ChipInfo) -> Properties {
        Properties::default()
    }

    /// The device of one of the chips after power-on; `None` if it cannot be executed.
    fn device(&self, chip: &ChipInfo, paths: Paths) -> Option<Box<dyn Device>>;

    /// The part of the hardware that devices consist of, if it is not all of it; everything else
    /// that a submission needs is counted as unimplemented.
    fn part(&self) -> Option<&'static str> {
        None
    }

    /// The rules, by unit.
    fn rules(&self) -> &'static [&'static [&'static Rule]];

    /// The driver in the virtual kernel.
    fn driver(&self) -> Option<&'static DriverType> {
        None
    }

    /// The driver in Mesa.
    fn mesa(&self) -> Option<MesaDriver> {
        None
    }

    // Memory, queues and registers.

    /// Bits of a GPU address.
    fn address_bits(&self) -> u32 {
        32
    }

    /// The keys of `[[submission]]` that name a command list, and their queues.
    fn queues(&self) -> &'static [(&'static str, u32)];

    /// The byte offset of a register by name.
    fn register(&self, _name: &str) -> Option<u32> {
        None
    }

    /// The names of all registers.
    fn register_names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The work started by register writes, in order.
    fn started(&self, _writes: &[(&str, u64)]) -> Vec<Work> {
        Vec::new()
    }

    // Texts.

    /// The extension of texts of a kind.
    fn ending(&self, kind: TextKind) -> &'static str;

    /// Assembles a command list or a shader. `symbols` resolves the names that it does not define,
    /// `contents` the texts that a list embeds.
    ///
    /// # Errors
    /// All errors of the text.
    fn assemble(
        &self,
        kind: TextKind,
        source: &str,
        symbols: Lookup<'_>,
        contents: Contents<'_>,
    ) -> Result<Assembled, Vec<TextError>>;

    /// The languages of `tilescope asm` and `disasm`.
    fn languages(&self) -> &'static [Language];

    /// The static checker of single shaders.
    fn checker(&self) -> Option<&'static Checker> {
        None
    }

    // Listings.

    /// The commands in `bytes`, which begin at address `base`. Unknown bytes are lines too.
    fn commands(&self, bytes: &[u8], base: u64, options: &Options<'_>) -> Vec<ListingLine>;

    /// The bytes from a command at fault on that cover it and some commands after it.
    fn commands_ahead(&self) -> u64 {
        64
    }

    /// Bytes of a command before the one that holds bit 0 of its fields.
    fn bytes_before_fields(&self) -> usize {
        0
    }

    /// The name of the first field of a command that has any of these bits.
    fn command_field(&self, command: &[u8], bits: BitSpan) -> Option<&'static str>;

    /// A record in memory by its name.
    fn record(&self, _name: &str) -> Option<&'static Layout> {
        None
    }

    /// Bytes of an instruction; if they differ, those that all are a multiple of.
    fn instruction_bytes(&self) -> usize;

    /// Bytes of the instruction that `bytes` begin with; `None` if all have
    /// [`Self::instruction_bytes`].
    fn instruction_len(&self, _bytes: &[u8]) -> Option<usize> {
        None
    }

    /// An instruction as text; empty if `bytes` are fewer than those of one.
    fn instruction(&self, bytes: &[u8]) -> String;

    /// The names of an instruction's fields that have any of these bits, if they do not depend on
    /// the instruction.
    fn instruction_fields(&self, _bytes: &[u8], _bits: BitSpan) -> Vec<&'static str> {
        Vec::new()
    }

    /// The piece of a listing that covers a file.
    fn file_piece(&self, kind: TextKind, start: u64, end: u64) -> Piece;

    /// The piece that a submission's work starts with.
    fn work_piece(&self, work: &Work) -> Piece;

    /// Prints a piece, and adds those that it refers to to `todo`.
    ///
    /// # Errors
    /// Those of the output.
    fn list(
        &self,
        piece: Piece,
        sheet: &mut Sheet<'_>,
        todo: &mut VecDeque<Piece>,
    ) -> io::Result<()>;

    /// A walk over the draws of the submissions of one process; `None` if draws are not described.
    fn walk(&self, _chip: &ChipInfo) -> Option<Box<dyn DrawWalk>> {
        None
    }

    // Images and dumps.

    /// The texture formats that an image can be converted to, and their texels.
    fn texture_formats(&self) -> Vec<(&'static str, Format)> {
        Vec::new()
    }

    /// The levels of a texture by format, width, height and number of levels. Level 0 is aligned as
    /// the hardware needs it.
    fn texture_levels(
        &self,
        _format: &str,
        _width: u32,
        _height: u32,
        _levels: u32,
    ) -> Vec<TextureLevel> {
        Vec::new()
    }

    /// The names of the surfaces in the kernel interface that have an image.
    fn targets(&self) -> &'static [&'static str] {
        &[]
    }

    /// The names of those that hold all samples of every pixel.
    fn multisampled_targets(&self) -> &'static [&'static str] {
        &[]
    }

    /// The format and layout of a surface of the kernel interface; `None` if it has no image.
    fn target(&self, _surface: &SurfaceInfo<'_>, _channels: Channels) -> Option<ImageLayout> {
        None
    }

    /// The internal state that devices can dump.
    fn dumps(&self) -> &'static [StateDump] {
        &[]
    }

    /// The formats of recorded streams that are read and not executed.
    fn recordings(&self) -> &'static [RecordingFormat] {
        &[]
    }

    /// A check of submissions by the rules that need no execution; `None` if executing them finds all.
    fn static_check(&self, _chip: &ChipInfo) -> Option<Box<dyn StaticCheck>> {
        None
    }

    /// A writer of `.rd` recordings of a chip; `None` if its tools have no such format.
    ///
    /// # Errors
    /// Those of `out`.
    fn rd_writer<'a>(
        &self,
        _chip: &ChipInfo,
        _out: &'a mut dyn io::Write,
    ) -> io::Result<Option<Box<dyn RecordingWriter + 'a>>> {
        Ok(None)
    }

    /// The format of Linux's dumps of hung machines.
    fn dump_format(&self) -> Option<DumpFormat> {
        None
    }
}
