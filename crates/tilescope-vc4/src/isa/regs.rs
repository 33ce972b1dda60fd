//! Rows of the register addresses: four slots of six bits, one for each of
//! reading and writing through file A and file B.

use super::source::{GUIDE, GUIDE_VPM};
use tilescope_tables::{Pattern, Reserved, Row, Slot};

/// A register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum File {
    /// Read by raddr_a; the only one with pack and unpack.
    A,
    /// Read by raddr_b, which is also the small immediate.
    B,
}

impl File {
    /// `a` or `b`, as in `ra5` and `rb5`.
    pub const fn letter(self) -> char {
        match self {
            File::A => 'a',
            File::B => 'b',
        }
    }
}

macro_rules! registers {
    (@row $op:expr, $bits:literal, $name:literal, $aliases:expr, $doc:literal) => {
        Row {
            op: $op,
            bits: Pattern::new($bits),
            name: $name,
            aliases: $aliases,
            doc: $doc,
            source: if is_vpm($bits) { GUIDE_VPM } else { GUIDE },
        }
    };
    (@b $enum:ident [$($a:tt)*] []) => { registers!(@row $($a)*) };
    (@b $enum:ident [$($a:tt)*] [$($b:tt)*]) => { registers!(@row $($b)*) };
    ($(#[$m:meta])* $enum:ident $a:ident $b:ident {
        $($bits:literal $op:ident $name:literal, $aliases:expr, $doc:literal
            $(| $bop:ident $bname:literal, $baliases:expr, $bdoc:literal)?;)+
    }) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $enum { $(#[doc = $doc] $op, $(#[doc = $bdoc] $bop,)?)+ }

        impl $enum {
            /// Every register, in encoding order.
            pub const ALL: &'static [$enum] = &[$($enum::$op, $($enum::$bop,)?)+];
        }

        static $a: &[Row<$enum>] = &[
            $(registers!(@row $enum::$op, $bits, $name, $aliases, $doc),)+
        ];
        static $b: &[Row<$enum>] = &[
            $(registers!(@b $enum [$enum::$op, $bits, $name, $aliases, $doc]
                [$($enum::$bop, $bits, $bname, $baliases, $bdoc)?]),)+
        ];
    };
}

/// Addresses 48 to 50, `11_00xx`, are those of the vertex pipe memory.
const fn is_vpm(bits: &str) -> bool {
    let b = bits.as_bytes();
    b[0] == b'1' && b[1] == b'1' && b[3] == b'0' && b[4] == b'0'
}

registers! {
    /// Register read at a read address.
    ReadReg READ_A_ROWS READ_B_ROWS {
        "0n_nnnn" File "r*n", &[], "Physical register n of the file.";
        "10_0000" Uniform "uni", &["uni_rd", "unif", "uniform"], "Next word of the uniform stream.";
        "10_0011" Varying "vary", &["vary_rd", "varying"], "Next interpolated varying without its constant; the constant goes to r5.";
        "10_0110" Elem "elem", &["elem_num"], "Number of the lane, 0 to 15."
                | Qpu "qpu", &["qpu_num"], "Number of the QPU.";
        "10_0111" Nop "nop", &["-"], "Nothing.";
        "10_1001" XPix "x_pix", &["x_coord"], "x of the pixel."
                | YPix "y_pix", &["y_coord"], "y of the pixel.";
        "10_1010" MsFlags "ms_flags", &["ms_mask"], "Multisample mask of the pixel."
                | RevFlag "rev_flag", &[], "Whether the primitive is reversed.";
        "11_0000" Vpm "vpm_read", &["vpm", "vpr"], "Next value of the read set up in the vertex pipe memory.";
        "11_0001" LdBusy "vpm_ld_busy", &["vr_busy", "vdr_busy"], "Whether a DMA load is running."
                | StBusy "vpm_st_busy", &["vw_busy", "vdw_busy"], "Whether a DMA store is running.";
        "11_0010" LdWait "vpm_ld_wait", &["vr_wait", "vdr_wait"], "Waits for the DMA load."
                | StWait "vpm_st_wait", &["vw_wait", "vdw_wait"], "Waits for the DMA store.";
        "11_0011" MutexAcquire "mutex_acq", &["mutex_acquire", "mutex"], "Acquires the mutex; waits while another program holds it.";
    }
}

static READ_RESERVED: [Reserved; 9] = [
    reserved("10_0001"),
    reserved("10_0010"),
    reserved("10_010-"),
    reserved("10_1000"),
    reserved("10_1011"),
    reserved("10_11--"),
    reserved("11_01--"),
    reserved("11_10--"),
    reserved("11_11--"),
];

const fn reserved(bits: &'static str) -> Reserved {
    Reserved {
        bits: Pattern::new(bits),
        doc: "not in the guide",
    }
}

registers! {
    /// Register written at a write address.
    WriteReg WRITE_A_ROWS WRITE_B_ROWS {
        "0n_nnnn" File "r*n", &[], "Physical register n of the file.";
        "10_0000" R0 "r0", &[], "Accumulator r0.";
        "10_0001" R1 "r1", &[], "Accumulator r1.";
        "10_0010" R2 "r2", &[], "Accumulator r2.";
        "10_0011" R3 "r3", &[], "Accumulator r3.";
        "10_0100" TmuNoswap "tmu_noswap", &["tmurs"], "Disables the swapping of TMUs between QPUs of a slice.";
        "10_0101" R5Quad "r5quad", &["r5"], "Accumulator r5, lane 0 of every quad to the quad."
                | R5Rep "r5rep", &["r5"], "Accumulator r5, lane 0 to every lane.";
        "10_0110" HostInt "host_int", &["irq"], "Host interrupt.";
        "10_0111" Nop "nop", &["-"], "Nowhere.";
        "10_1000" UniformsAddress "uniforms_addr", &["unif_addr"], "Address of the uniform stream.";
        "10_1001" QuadX "quad_x", &["x_coord"], "x of the pixel."
                | QuadY "quad_y", &["y_coord"], "y of the pixel.";
        "10_1010" MsFlags "ms_flags", &["ms_mask"], "Multisample mask of the pixel."
                | RevFlag "rev_flag", &[], "Whether the primitive is reversed.";
        "10_1011" TlbStencilSetup "tlb_stencil_setup", &["stencil"], "Stencil setup word.";
        "10_1100" TlbZ "tlb_z", &["tlbz"], "Depth to the tile buffer, with the depth and stencil test.";
        "10_1101" TlbColorMs "tlb_color_ms", &["tlb_clr_ms", "tlbm"], "Colour of the next sample to the tile buffer.";
        "10_1110" TlbColorAll "tlb_color_all", &["tlb_clr_all", "tlbc"], "Colour of all samples to the tile buffer.";
        "10_1111" TlbAlphaMask "tlb_alpha_mask", &["tlbam"], "Alpha mask to the tile buffer.";
        "11_0000" Vpm "vpm", &["vpw", "vpm_write"], "Next value of the write set up in the vertex pipe memory.";
        "11_0001" VrSetup "vr_setup", &["vpr_setup", "vdr_setup"], "Setup of reads and DMA loads."
                | VwSetup "vw_setup", &["vpw_setup", "vdw_setup"], "Setup of writes and DMA stores.";
        "11_0010" VrAddr "vr_addr", &["vdr_addr"], "Address of a DMA load; the write starts it."
                | VwAddr "vw_addr", &["vdw_addr"], "Address of a DMA store; the write starts it.";
        "11_0011" MutexRelease "mutex_release", &["mutex_rel", "mutex"], "Releases the mutex.";
        "11_0100" SfuRecip "sfu_recip", &["recip"], "Reciprocal to r4.";
        "11_0101" SfuRecipsqrt "sfu_recipsqrt", &["recipsqrt", "sfu_rsqrt"], "Reciprocal square root to r4.";
        "11_0110" SfuExp "sfu_exp", &["exp"], "Power of two to r4.";
        "11_0111" SfuLog "sfu_log", &["log"], "Logarithm to the base 2 to r4.";
        "11_1000" Tmu0S "tmu0_s", &["t0s"], "s or an address to TMU 0; the write starts the request.";
        "11_1001" Tmu0T "tmu0_t", &["t0t"], "t to TMU 0.";
        "11_1010" Tmu0R "tmu0_r", &["t0r"], "r or the border colour to TMU 0.";
        "11_1011" Tmu0B "tmu0_b", &["t0b"], "LOD bias to TMU 0.";
        "11_1100" Tmu1S "tmu1_s", &["t1s"], "s or an address to TMU 1; the write starts the request.";
        "11_1101" Tmu1T "tmu1_t", &["t1t"], "t to TMU 1.";
        "11_1110" Tmu1R "tmu1_r", &["t1r"], "r or the border colour to TMU 1.";
        "11_1111" Tmu1B "tmu1_b", &["t1b"], "LOD bias to TMU 1.";
    }
}

/// Register read by raddr_a, bits \[23:18\].
pub static READ_A: Slot<ReadReg> = Slot {
    name: "file A read address",
    width: 6,
    rows: READ_A_ROWS,
    reserved: &READ_RESERVED,
};

/// Register read by raddr_b, bits \[17:12\].
pub static READ_B: Slot<ReadReg> = Slot {
    name: "file B read address",
    width: 6,
    rows: READ_B_ROWS,
    reserved: &READ_RESERVED,
};

/// Register written through file A.
pub static WRITE_A: Slot<WriteReg> = Slot {
    name: "file A write address",
    width: 6,
    rows: WRITE_A_ROWS,
    reserved: &[],
};

/// Register written through file B.
pub static WRITE_B: Slot<WriteReg> = Slot {
    name: "file B write address",
    width: 6,
    rows: WRITE_B_ROWS,
    reserved: &[],
};

/// The read slot of a file.
pub fn reads(file: File) -> &'static Slot<ReadReg> {
    match file {
        File::A => &READ_A,
        File::B => &READ_B,
    }
}

/// The write slot of a file.
pub fn writes(file: File) -> &'static Slot<WriteReg> {
    match file {
        File::A => &WRITE_A,
        File::B => &WRITE_B,
    }
}

/// Register at read address `addr` of `file`; `None` if none is known.
pub fn read_reg(file: File, addr: u8) -> Option<ReadReg> {
    reads(file).decode(u64::from(addr & 0x3f)).map(|r| r.op)
}

/// Register at write address `addr` of `file`.
pub fn write_reg(file: File, addr: u8) -> Option<WriteReg> {
    writes(file).decode(u64::from(addr & 0x3f)).map(|r| r.op)
}

/// Text of a read address. Names that both files have include the file only if
/// `qualified`.
pub(super) fn read_name(file: File, addr: u8, qualified: bool) -> String {
    let row = reads(file).decode(u64::from(addr));
    match row {
        Some(r) if r.op != ReadReg::File => {
            let other = match file {
                File::A => File::B,
                File::B => File::A,
            };
            let both = read_reg(other, addr) == Some(r.op);
            if both && qualified {
                format!("{}.{}", r.name, file.letter())
            } else {
                r.name.to_string()
            }
        }
        _ => format!("r{}{addr}", file.letter()),
    }
}

/// Text of a write address.
pub(super) fn write_name(file: File, addr: u8) -> String {
    match writes(file).decode(u64::from(addr)) {
        Some(r) if r.op != WriteReg::File => r.name.to_string(),
        _ => format!("r{}{addr}", file.letter()),
    }
}
