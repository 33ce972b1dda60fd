//! Operations, with their properties besides the encoding.

use super::ops::Opcode;

tilescope_tables::named_enum! {
    /// The kind of an operation.
    pub enum Group;
    /// The title on reference pages.
    name:
    /// Moves and float arithmetic.
    Arithmetic = "moves and float arithmetic";
    /// Comparisons and selects.
    Compare = "comparisons and selects";
    /// Reciprocals, roots, exponentials, sines.
    Transcendental = "transcendental operations";
    /// Conversions between types.
    Convert = "conversions";
    /// Integer arithmetic.
    Integer = "integer arithmetic";
    /// Bit operations.
    Bit = "bit operations";
    /// Derivatives across the quad.
    Derivative = "derivatives";
    /// Texture reads.
    Texture = "texture reads";
    /// Control flow.
    Flow = "control flow";
    /// Memory, images and atomics.
    Memory = "memory, images, atomics";
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

tilescope_tables::named_enum! {
    /// The feature that an operation requires.
    pub enum Needs;
    /// The text on reference pages.
    name:
    /// None: every chip has it.
    Base = "";
    /// Chips with OpenCL, GC2000 and later. Integers are scalar before GC3000.
    OpenCl = "OpenCL (GC2000)";
    /// The feature `HAS_SQRT_TRIG`.
    SqrtTrig = "HAS_SQRT_TRIG";
    /// The feature `HAS_SIGN_FLOOR_CEIL`.
    SignFloorCeil = "HAS_SIGN_FLOOR_CEIL";
    /// The feature `HALTI2`, GC3000 and later.
    Halti2 = "HALTI2 (GC3000)";
    /// The feature `HAS_FAST_TRANSCENDENTALS`.
    NewTranscendentals = "HAS_FAST_TRANSCENDENTALS";
    /// The feature `HALTI5`, GC7000 and later.
    Halti5 = "HALTI5 (GC7000)";
    /// Unknown.
    Unknown = "?";
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
