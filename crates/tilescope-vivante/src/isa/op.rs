//! Operations, with their properties besides the encoding.

use tilescope_tables::closed_enum;

closed_enum! {
    /// The operation of an instruction. The numbers up to 0x7f are the encoding:
    /// bit 6 is in word 2, the others in word 0.
    Opcode {
        /// Does nothing.
        Nop = 0x00,
        /// src0 + src2, floats or integers by the type.
        Add = 0x01,
        /// src0 * src1 + src2.
        Mad = 0x02,
        /// src0 * src1.
        Mul = 0x03,
        /// Distance vector: 1, src0.y * src1.y, src0.z, src1.w.
        Dst = 0x04,
        /// Dot product of three components, to every enabled component.
        Dp3 = 0x05,
        /// Dot product of four components, to every enabled component.
        Dp4 = 0x06,
        /// Derivative of src0 along x, from the 2x2 quad.
        Dsx = 0x07,
        /// Derivative of src0 along y, from the 2x2 quad.
        Dsy = 0x08,
        /// src2.
        Mov = 0x09,
        /// src2 to the address register, as an integer.
        Movar = 0x0a,
        /// Float src2 to the address register; the rounding is unknown.
        Movaf = 0x0b,
        /// 1 / src2.
        Rcp = 0x0c,
        /// 1 / sqrt(src2).
        Rsq = 0x0d,
        /// Part of the lighting model: 1, src1.y or 0, exp(src2.x) or 0, 1; the zeros unless src1.z and src0.y, src0.z are above 0.
        Litp = 0x0e,
        /// Binary condition: src2 if src1 COND src0, else src1. Unary: src1 if COND src0, else src2.
        Select = 0x0f,
        /// 1.0 if src0 COND src1, else 0.0.
        Set = 0x10,
        /// 2 to the power of src2.x, to every enabled component.
        Exp = 0x11,
        /// Logarithm of src2.x to base 2; with rounding mode 1 the product of two results.
        Log = 0x12,
        /// src2 minus its floor.
        Frc = 0x13,
        /// Calls the function at the target.
        Call = 0x14,
        /// Returns from a function.
        Ret = 0x15,
        /// Jumps to the target if src0 COND src1.
        Branch = 0x16,
        /// Discards the fragment if src0 COND src1.
        Texkill = 0x17,
        /// Samples at src0; src2 is the reference of a shadow sampler.
        Texld = 0x18,
        /// Samples at src0 with a level bias: src0.w, or src1.x on later chips.
        Texldb = 0x19,
        /// Samples at src0 with gradients src1 along x and src2 along y.
        Texldd = 0x1a,
        /// Samples at src0 at a given level: src0.w, or src1.x on later chips.
        Texldl = 0x1b,
        /// Samples with percentage-closer filtering (inferred from the name).
        Texldpcf = 0x1c,
        /// Begins a repeated block (inferred from the name).
        Rep = 0x1d,
        /// Ends a repeated block (inferred from the name).
        Endrep = 0x1e,
        /// Begins a loop (inferred from the name).
        Loop = 0x1f,
        /// Ends a loop (inferred from the name).
        Endloop = 0x20,
        /// Square root of src2.
        Sqrt = 0x21,
        /// Sine of src2 * pi/2; with rounding mode 1 of src2 * pi, as the product of two results.
        Sin = 0x22,
        /// Cosine of src2 * pi/2; with rounding mode 1 of src2 * pi, as the product of two results.
        Cos = 0x23,
        /// Jumps to the target if src0 COND src1 in any component.
        BranchAny = 0x24,
        /// Largest integer not above src2.
        Floor = 0x25,
        /// Smallest integer not below src2.
        Ceil = 0x26,
        /// 1.0 if src2 is positive or zero, -1.0 if it is negative.
        Sign = 0x27,
        /// Low part of an extended sum (inferred from the name).
        Addlo = 0x28,
        /// Low part of an extended product (inferred from the name).
        Mullo = 0x29,
        /// Waits for the other threads of the work-group.
        Barrier = 0x2a,
        /// Permutes the 8 or 16-bit elements of src0 by src1; src2 enables them.
        Swizzle = 0x2b,
        /// Integer of one size to another.
        I2i = 0x2c,
        /// Integer src0 of the type to float.
        I2f = 0x2d,
        /// Float src0 to an integer of the type, towards zero.
        F2i = 0x2e,
        /// Float src0 to an integer of the type, rounded by the rounding mode.
        F2irnd = 0x2f,
        /// Float to integer; the difference between the variants is unknown.
        F2i7 = 0x30,
        /// src2 if src0 COND src1, else 0.
        Cmp = 0x31,
        /// Reads memory at src0.x + src1.x; the type and the enabled components
        /// determine the size.
        Load = 0x32,
        /// Writes src2 to memory at src0.x + src1.x; the type and the enabled
        /// components determine the size.
        Store = 0x33,
        /// Reads a 3D image: src0 is its address, stride and size, src1 the
        /// coordinates.
        ImgLoad3d = 0x34,
        /// Writes src2 to a 3D image: src0 is its address, stride and size, src1
        /// the coordinates.
        ImgStore3d = 0x35,
        /// src0 clamped to [0, src1]; the older name suggests a mantissa.
        Clamp0Max = 0x36,
        /// Test for, or generation of, a NaN (inferred from the name).
        Nan = 0x37,
        /// The next float towards another (inferred from the name).
        Nextafter = 0x38,
        /// src rounded to the nearest integer, ties to even (inferred from the
        /// name).
        Roundeven = 0x39,
        /// src rounded to the nearest integer, ties away from zero (inferred from
        /// the name).
        Roundaway = 0x3a,
        /// src0 + src2, saturated to the type.
        Iaddsat = 0x3b,
        /// Low 32 bits of src0 * src1.
        Imullo0 = 0x3c,
        /// Low part of a product, second half of the components.
        Imullo1 = 0x3d,
        /// Low part of a product, saturated.
        Imullosat0 = 0x3e,
        /// Low part of a product, saturated, second half of the components.
        Imullosat1 = 0x3f,
        /// High 32 bits of the 64-bit src0 * src1.
        Imulhi0 = 0x40,
        /// High part of a product, second half of the components.
        Imulhi1 = 0x41,
        /// Product of integers.
        Imul0 = 0x42,
        /// Product of integers, second half of the components.
        Imul1 = 0x43,
        /// src0 / src1, integers.
        Idiv0 = 0x44,
        /// Quotient of integers; the difference between the variants is unknown.
        Idiv1 = 0x45,
        /// Quotient of integers; the difference between the variants is unknown.
        Idiv2 = 0x46,
        /// Quotient of integers; the difference between the variants is unknown.
        Idiv3 = 0x47,
        /// Remainder of src0 / src1, integers.
        Imod = 0x48,
        /// Reads the texel at the integer coordinates src0 of level src1; src2 concerns samples.
        Txf = 0x49,
        /// Remainder of integers; the difference between the variants is unknown.
        Imod2 = 0x4a,
        /// Remainder of integers; the difference between the variants is unknown.
        Imod3 = 0x4b,
        /// Low 32 bits of src0 * src1, plus src2.
        Imadlo0 = 0x4c,
        /// Low part of a product plus src2, second half of the components.
        Imadlo1 = 0x4d,
        /// Low part of src0 * src1 plus src2, saturated.
        Imadlosat0 = 0x4e,
        /// Low part of a product plus src2, saturated, second half of the components.
        Imadlosat1 = 0x4f,
        /// High part of a product plus src2.
        Imadhi0 = 0x50,
        /// High part of a product plus src2, second half of the components.
        Imadhi1 = 0x51,
        /// High part of a product plus src2, saturated.
        Imadhisat0 = 0x52,
        /// High part of a product plus src2, saturated, second half of the components.
        Imadhisat1 = 0x53,
        /// Half of a sum (inferred from the name).
        Halfadd = 0x54,
        /// Half of a sum plus one (inferred from the name).
        Halfaddinc = 0x55,
        /// Integer src2 to the address register.
        Movai = 0x56,
        /// Absolute value of the integer src2.
        Iabs = 0x57,
        /// Leading zero bits of src2; 32 if it is 0.
        Leadzero = 0x58,
        /// src0 shifted left by src2 modulo 32.
        Lshift = 0x59,
        /// src0 shifted right by src2 modulo 32; arithmetic for signed types.
        Rshift = 0x5a,
        /// src0 rotated left by src2 modulo 32.
        Rotate = 0x5b,
        /// Bitwise src0 or src2.
        Or = 0x5c,
        /// Bitwise src0 and src2.
        And = 0x5d,
        /// Bitwise src0 exclusive or src2.
        Xor = 0x5e,
        /// Bitwise not src2.
        Not = 0x5f,
        /// Bit field of src0, selected by src1 and src2.
        BitExtract = 0x60,
        /// Number of set bits of src2.
        Popcount = 0x61,
        /// Writes bytes to memory (inferred from the name).
        Storeb = 0x62,
        /// Converts colour to luma and chroma (inferred from the name).
        Rgb2yuv = 0x63,
        /// src1.x / src2.x as the product of two results, with rounding mode 1. Mesa 22.3.6 puts the operands in src0 and src1.
        Div = 0x64,
        /// Adds src2 to memory at src0.x + src1.x and returns the old value.
        AtomicAdd = 0x65,
        /// Stores src2 to memory at src0.x + src1.x and returns the old value.
        AtomicXchg = 0x66,
        /// Stores src2.y to memory at src0.x + src1.x if it holds src2.x, and
        /// returns the old value.
        AtomicCmpXchg = 0x67,
        /// Stores the minimum of src2 and memory at src0.x + src1.x, and returns
        /// the old value.
        AtomicMin = 0x68,
        /// Stores the maximum of src2 and memory at src0.x + src1.x, and returns
        /// the old value.
        AtomicMax = 0x69,
        /// Stores the bitwise or of src2 and memory at src0.x + src1.x, and returns
        /// the old value.
        AtomicOr = 0x6a,
        /// Stores the bitwise and of src2 and memory at src0.x + src1.x, and
        /// returns the old value.
        AtomicAnd = 0x6b,
        /// Stores the bitwise exclusive or of src2 and memory at src0.x + src1.x,
        /// and returns the old value.
        AtomicXor = 0x6c,
        /// src0 with its bits reversed.
        BitRev = 0x6d,
        /// Bytes reversed (inferred from the name).
        ByteRev = 0x6e,
        /// Samples a shadow sampler at src0 at level src1; src2 is the reference.
        Texldlpcf = 0x6f,
        /// Samples a shadow sampler at src0 with gradients src1 and src2.
        Texldgpcf = 0x70,
        /// Packs components (inferred from the name).
        Pack = 0x71,
        /// Converts src0; the immediate src1 selects the types.
        Conv = 0x72,
        /// Dot product of two components, to every enabled component.
        Dp2 = 0x73,
        /// A step of normalising two components.
        NormDp2 = 0x74,
        /// A step of normalising three components.
        NormDp3 = 0x75,
        /// A step of normalising four components.
        NormDp4 = 0x76,
        /// The multiplication after a normalising dot product (inferred from the
        /// name).
        NormMul = 0x77,
        /// Writes an output of the shader (inferred from the name).
        StoreAttr = 0x78,
        /// Reads an image: src0 is its address, stride and size, src1 the coordinates.
        ImgLoad = 0x79,
        /// Writes src2 to an image: src0 is its address, stride and size, src1 the coordinates.
        ImgStore = 0x7a,
        /// Unknown.
        Restart = 0x7b,
        /// Unknown.
        Nop7c = 0x7c,
        /// Unknown.
        Nop7d = 0x7d,
        /// Unknown.
        Nop7e = 0x7e,
        /// An operation selected by the immediate src2, see the extended
        /// operations.
        Extended = 0x7f,
        /// Index of the lowest set bit of src0. An extended operation; the number
        /// is not an encoding.
        BitFindlsb = 0x80,
        /// Index of the highest set bit of src0. An extended operation; the number
        /// is not an encoding.
        BitFindmsb = 0x81,
    }
}

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
