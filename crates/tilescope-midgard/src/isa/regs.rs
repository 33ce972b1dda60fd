//! Names of registers.
//!
//! An ALU instruction names 32 registers of 128 bits. Those from 24 on are not in
//! the register file: they are paths between the pipelines. r8 to r15 are work
//! registers or uniforms, by the program's number of uniforms; they are shown as
//! work registers.

use super::source::{DISASSEMBLER, MESA};
use tilescope_tables::{Pattern, Row, Slot};

/// A register, by its number in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterName(pub u8);

/// Declares a slot of registers, whose encodings are their numbers.
macro_rules! registers {
    (
        $(#[$m:meta])* pub static $slot:ident = $what:literal, $width:literal;
        $( $bits:literal, $name:literal, [$($alias:literal),*], $doc:expr, $source:ident; )+
    ) => {
        $(#[$m])*
        pub static $slot: Slot<RegisterName> = Slot {
            name: $what,
            width: $width,
            rows: &[$( Row::new(
                RegisterName(Pattern::new($bits).value as u8), $bits, $name, &[$($alias),*], $doc, $source,
            ) ),+],
            reserved: &[],
        };
    };
}

const WORK: &str = "work register";
const SHARED: &str = "work register or uniform";
const UNIFORM: &str = "uniform";
const PIPELINE: &str = "exists within a bundle: results of the first stage for the second";

/// Declares the registers of ALU instructions, with those from 26 on.
macro_rules! alu_registers {
    ($(#[$m:meta])* pub static $slot:ident = $what:literal; $($others:tt)+) => {
        registers! {
            $(#[$m])* pub static $slot = $what, 5;
            "00000", "R0", [], WORK, MESA;
            "00001", "R1", [], WORK, MESA;
            "00010", "R2", [], WORK, MESA;
            "00011", "R3", [], WORK, MESA;
            "00100", "R4", [], WORK, MESA;
            "00101", "R5", [], WORK, MESA;
            "00110", "R6", [], WORK, MESA;
            "00111", "R7", [], WORK, MESA;
            "01000", "R8", ["U15"], SHARED, MESA;
            "01001", "R9", ["U14"], SHARED, MESA;
            "01010", "R10", ["U13"], SHARED, MESA;
            "01011", "R11", ["U12"], SHARED, MESA;
            "01100", "R12", ["U11"], SHARED, MESA;
            "01101", "R13", ["U10"], SHARED, MESA;
            "01110", "R14", ["U9"], SHARED, MESA;
            "01111", "R15", ["U8"], SHARED, MESA;
            "10000", "U7", ["R16"], UNIFORM, MESA;
            "10001", "U6", ["R17"], UNIFORM, MESA;
            "10010", "U5", ["R18"], UNIFORM, MESA;
            "10011", "U4", ["R19"], UNIFORM, MESA;
            "10100", "U3", ["R20"], UNIFORM, MESA;
            "10101", "U2", ["R21"], UNIFORM, MESA;
            "10110", "U1", ["R22"], UNIFORM, MESA;
            "10111", "U0", ["R23"], UNIFORM, MESA;
            "11000", "TMP0", ["R24"], PIPELINE, MESA;
            "11001", "TMP1", ["R25"], PIPELINE, MESA;
            $($others)+
        }
    };
}

alu_registers! {
    /// Registers that ALU instructions read.
    pub static ALU_READ = "ALU source";
    "11010", "CONST", ["R26"], "the constants embedded in the bundle", MESA;
    "11011", "AL1", ["R27"], "load/store register 1", DISASSEMBLER;
    "11100", "TA0", ["R28"], "texture result 0", MESA;
    "11101", "TA1", ["R29"], "texture result 1", MESA;
    "11110", "R30", [], "undocumented", DISASSEMBLER;
    "11111", "PC_SP", ["R31"], "program counter (xy) and stack pointer (zw)", DISASSEMBLER;
}

alu_registers! {
    /// Registers that ALU instructions write.
    pub static ALU_WRITE = "ALU destination";
    "11010", "AL0", ["R26"], "load/store register 0", MESA;
    "11011", "AL1", ["R27"], "load/store register 1", MESA;
    "11100", "AT0", ["R28"], "texture coordinate 0", MESA;
    "11101", "AT1", ["R29"], "texture coordinate 1", MESA;
    "11110", "R30", [], "undocumented", DISASSEMBLER;
    "11111", "R31", [], "condition of selects and branches", MESA;
}

macro_rules! plain {
    ($($bits:literal $name:literal),+) => {
        [$(Row::new(
            RegisterName(Pattern::new($bits).value as u8), $bits, $name, &[], "register", DISASSEMBLER,
        )),+]
    };
}

/// Registers that load/store instructions write.
pub static LDST_WRITE: Slot<RegisterName> = Slot {
    name: "load/store destination",
    width: 5,
    rows: &plain![
        "00000" "R0", "00001" "R1", "00010" "R2", "00011" "R3",
        "00100" "R4", "00101" "R5", "00110" "R6", "00111" "R7",
        "01000" "R8", "01001" "R9", "01010" "R10", "01011" "R11",
        "01100" "R12", "01101" "R13", "01110" "R14", "01111" "R15",
        "10000" "R16", "10001" "R17", "10010" "R18", "10011" "R19",
        "10100" "R20", "10101" "R21", "10110" "R22", "10111" "R23",
        "11000" "R24", "11001" "R25", "11010" "AL0", "11011" "AL1",
        "11100" "AT0", "11101" "AT1", "11110" "R30", "11111" "PC_SP"
    ],
    reserved: &[],
};

registers! {
    /// Registers that load/store instructions read.
    pub static LDST_READ = "load/store source", 3;
    "000", "AL0", [], "load/store register 0", MESA;
    "001", "AL1", [], "load/store register 1", MESA;
    "010", "PC_SP", [], "program counter (xy) and stack pointer (zw)", MESA;
    "011", "LOCAL_STORAGE_PTR", [], "thread (xy) and workgroup (zw) storage", MESA;
    "100", "LOCAL_THREAD_ID", [], "invocation in its workgroup", MESA;
    "101", "GROUP_ID", [], "workgroup", MESA;
    "110", "GLOBAL_THREAD_ID", [], "invocation", MESA;
    "111", "0", [], "zero", MESA;
}

/// The name of register `number` of a slot.
pub(super) fn name(slot: &Slot<RegisterName>, number: u8) -> &'static str {
    slot.decode(number.into()).map_or("?", |r| r.name)
}
