//! Operations, with their properties besides the encoding.

use super::ops::Opcode;

/// The kind of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Moves and float arithmetic.
    Arithmetic,
    /// Comparisons and selects.
    Compare,
    /// Reciprocals, roots, exponentials, sines.
    Transcendental,
    /// Conversions between types.
    Convert,
    /// Integer arithmetic.
    Integer,
    /// Bit operations.
    Bit,
    /// Derivatives across the quad.
    Derivative,
    /// Texture reads.
    Texture,
    /// Control flow.
    Flow,
    /// Memory, images and atomics.
    Memory,
}

impl Group {
    /// Every kind.
    pub const ALL: &'static [Group] = &[
        Group::Arithmetic,
        Group::Compare,
        Group::Transcendental,
        Group::Convert,
        Group::Integer,
        Group::Bit,
        Group::Derivative,
        Group::Texture,
        Group::Flow,
        Group::Memory,
    ];

    /// The title on reference pages.
    pub fn name(self) -> &'static str {
        match self {
            Group::Arithmetic => "moves and float arithmetic",
            Group::Compare => "comparisons and selects",
            Group::Transcendental => "transcendental operations",
            Group::Convert => "conversions",
            Group::Integer => "integer arithmetic",
            Group::Bit => "bit operations",
            Group::Derivative => "derivatives",
            Group::Texture => "texture reads",
            Group::Flow => "control flow",
            Group::Memory => "memory, images, atomics",
        }
    }
}

/// Layout of the fields and the text of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// A destination and up to three sources.
    Alu,
    /// [`Form::Alu`] without a packing mode.
    Plain,
    /// The destination is the address register.
    AddressMove,
    /// A sampler between the destination and the sources.
    Texture,
    /// Reads memory at src0 + src1.
    Memory,
    /// Writes memory at src0 + src1; the destination is memory.
    MemoryStore,
    /// A target in place of src2.
    Flow,
}

/// Whether an operation uses a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Takes {
    /// Never.
    No,
    /// Always.
    Yes,
    /// In some programs.
    May,
    /// A target is in its place.
    Target,
    /// Unknown.
    Unknown,
}

/// The feature that an operation requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Needs {
    /// None: every chip has it.
    Base,
    /// Chips with OpenCL, GC2000 and later. Integers are scalar before GC3000.
    OpenCl,
    /// The feature `HAS_SQRT_TRIG`.
    SqrtTrig,
    /// The feature `HAS_SIGN_FLOOR_CEIL`.
    SignFloorCeil,
    /// The feature `HALTI2`, GC3000 and later.
    Halti2,
    /// The feature `HAS_FAST_TRANSCENDENTALS`.
    NewTranscendentals,
    /// The feature `HALTI5`, GC7000 and later.
    Halti5,
    /// Unknown.
    Unknown,
}

impl Needs {
    /// The text on reference pages.
    pub fn name(self) -> &'static str {
        match self {
            Needs::Base => "",
            Needs::OpenCl => "OpenCL (GC2000)",
            Needs::SqrtTrig => "HAS_SQRT_TRIG",
            Needs::SignFloorCeil => "HAS_SIGN_FLOOR_CEIL",
            Needs::Halti2 => "HALTI2 (GC3000)",
            Needs::NewTranscendentals => "HAS_FAST_TRANSCENDENTALS",
            Needs::Halti5 => "HALTI5 (GC7000)",
            Needs::Unknown => "?",
        }
    }
}

/// The properties of an operation besides encoding and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// The operation, for matching.
    pub code: Opcode,
    /// The kind of an operation.
    pub group: Group,
    /// Layout of its fields and text.
    pub form: Form,
    /// The use of each of the three sources.
    pub takes: [Takes; 3],
    /// The required feature.
    pub needs: Needs,
}

impl Op {
    /// `takes` has a letter for each source: `y`es, `n`o, `m`ay, `-` for the
    /// target, `?` for unknown. Evaluated in constants, so that any other letter is
    /// a compile error.
    pub(super) const fn new(
        code: Opcode,
        group: Group,
        form: Form,
        takes: &'static str,
        needs: Needs,
    ) -> Op {
        let letters = takes.as_bytes();
        assert!(letters.len() == 3);
        let mut each = [Takes::No; 3];
        let mut i = 0;
        while i < 3 {
            each[i] = match letters[i] {
                b'n' => Takes::No,
                b'y' => Takes::Yes,
                b'm' => Takes::May,
                b'-' => Takes::Target,
                b'?' => Takes::Unknown,
                _ => panic!("a source is one of y, n, m, - and ?"),
            };
            i += 1;
        }
        Op {
            code,
            group,
            form,
            takes: each,
            needs,
        }
    }

    /// The operands on reference pages: `dst, src0, -, src2`.
    pub fn operands(&self) -> String {
        let mut out = vec![match self.form {
            Form::Plain | Form::Flow => "-".to_string(),
            Form::Alu if self.code == Opcode::Texkill => "-".to_string(),
            Form::Alu | Form::Memory => "dst".to_string(),
            Form::AddressMove => "a".to_string(),
            Form::Texture => "dst, tex".to_string(),
            Form::MemoryStore => "mem".to_string(),
        }];
        for (i, takes) in self.takes.iter().enumerate() {
            out.push(match takes {
                Takes::No => "-".to_string(),
                Takes::Yes => format!("src{i}"),
                Takes::May => format!("(src{i})"),
                Takes::Target => "target".to_string(),
                Takes::Unknown => "?".to_string(),
            });
        }
        out.join(", ")
    }
}
