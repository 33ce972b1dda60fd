//! Names of registers.
//!
//! An ALU instruction names 32 registers of 128 bits. Those from 24 on are not in
//! the register file: they are paths between the pipelines. r8 to r15 are work
//! registers or uniforms, by the program's number of uniforms; they are shown as
//! work registers.

use super::source::{DISASSEMBLER, MESA};
use tilescope_tables::{Row, Slot, Source};

/// A register, by its number in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterName(pub u8);

const fn row(
    number: u8,
    bits: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    source: Source,
) -> Row<RegisterName> {
    let row = Row::new(RegisterName(number), bits, name, aliases, doc, source);
    assert!(row.bits.value == number as u64, "bits of another register");
    row
}

const WORK: &str = "work register";
const SHARED: &str = "work register or uniform";
const UNIFORM: &str = "uniform";
const PIPELINE: &str = "exists within a bundle: results of the first stage for the second";

macro_rules! alu {
    ($($hi:tt),+) => {
        [
            row(0, "00000", "R0", &[], WORK, MESA),
            row(1, "00001", "R1", &[], WORK, MESA),
            row(2, "00010", "R2", &[], WORK, MESA),
            row(3, "00011", "R3", &[], WORK, MESA),
            row(4, "00100", "R4", &[], WORK, MESA),
            row(5, "00101", "R5", &[], WORK, MESA),
            row(6, "00110", "R6", &[], WORK, MESA),
            row(7, "00111", "R7", &[], WORK, MESA),
            row(8, "01000", "R8", &["U15"], SHARED, MESA),
            row(9, "01001", "R9", &["U14"], SHARED, MESA),
            row(10, "01010", "R10", &["U13"], SHARED, MESA),
            row(11, "01011", "R11", &["U12"], SHARED, MESA),
            row(12, "01100", "R12", &["U11"], SHARED, MESA),
            row(13, "01101", "R13", &["U10"], SHARED, MESA),
            row(14, "01110", "R14", &["U9"], SHARED, MESA),
            row(15, "01111", "R15", &["U8"], SHARED, MESA),
            row(16, "10000", "U7", &["R16"], UNIFORM, MESA),
            row(17, "10001", "U6", &["R17"], UNIFORM, MESA),
            row(18, "10010", "U5", &["R18"], UNIFORM, MESA),
            row(19, "10011", "U4", &["R19"], UNIFORM, MESA),
            row(20, "10100", "U3", &["R20"], UNIFORM, MESA),
            row(21, "10101", "U2", &["R21"], UNIFORM, MESA),
            row(22, "10110", "U1", &["R22"], UNIFORM, MESA),
            row(23, "10111", "U0", &["R23"], UNIFORM, MESA),
            row(24, "11000", "TMP0", &["R24"], PIPELINE, MESA),
            row(25, "11001", "TMP1", &["R25"], PIPELINE, MESA),
            $($hi),+
        ]
    };
}

/// Registers that ALU instructions read.
pub static ALU_READ: Slot<RegisterName> = Slot {
    name: "ALU source",
    width: 5,
    rows: &alu![
        (row(
            26,
            "11010",
            "CONST",
            &["R26"],
            "the constants embedded in the bundle",
            MESA
        )),
        (row(
            27,
            "11011",
            "AL1",
            &["R27"],
            "load/store register 1",
            DISASSEMBLER
        )),
        (row(28, "11100", "TA0", &["R28"], "texture result 0", MESA)),
        (row(29, "11101", "TA1", &["R29"], "texture result 1", MESA)),
        (row(30, "11110", "R30", &[], "undocumented", DISASSEMBLER)),
        (row(
            31,
            "11111",
            "PC_SP",
            &["R31"],
            "program counter (xy) and stack pointer (zw)",
            DISASSEMBLER
        ))
    ],
    reserved: &[],
};

/// Registers that ALU instructions write.
pub static ALU_WRITE: Slot<RegisterName> = Slot {
    name: "ALU destination",
    width: 5,
    rows: &alu![
        (row(26, "11010", "AL0", &["R26"], "load/store register 0", MESA)),
        (row(27, "11011", "AL1", &["R27"], "load/store register 1", MESA)),
        (row(28, "11100", "AT0", &["R28"], "texture coordinate 0", MESA)),
        (row(29, "11101", "AT1", &["R29"], "texture coordinate 1", MESA)),
        (row(30, "11110", "R30", &[], "undocumented", DISASSEMBLER)),
        (row(
            31,
            "11111",
            "R31",
            &[],
            "condition of selects and branches",
            MESA
        ))
    ],
    reserved: &[],
};

macro_rules! plain {
    ($($number:literal $bits:literal $name:literal),+) => {
        [$(row($number, $bits, $name, &[], "register", DISASSEMBLER)),+]
    };
}

/// Registers that load/store instructions write.
pub static LDST_WRITE: Slot<RegisterName> = Slot {
    name: "load/store destination",
    width: 5,
    rows: &plain![
        0 "00000" "R0", 1 "00001" "R1", 2 "00010" "R2", 3 "00011" "R3",
        4 "00100" "R4", 5 "00101" "R5", 6 "00110" "R6", 7 "00111" "R7",
        8 "01000" "R8", 9 "01001" "R9", 10 "01010" "R10", 11 "01011" "R11",
        12 "01100" "R12", 13 "01101" "R13", 14 "01110" "R14", 15 "01111" "R15",
        16 "10000" "R16", 17 "10001" "R17", 18 "10010" "R18", 19 "10011" "R19",
        20 "10100" "R20", 21 "10101" "R21", 22 "10110" "R22", 23 "10111" "R23",
        24 "11000" "R24", 25 "11001" "R25", 26 "11010" "AL0", 27 "11011" "AL1",
        28 "11100" "AT0", 29 "11101" "AT1", 30 "11110" "R30", 31 "11111" "PC_SP"
    ],
    reserved: &[],
};

/// Registers that load/store instructions read.
pub static LDST_READ: Slot<RegisterName> = Slot {
    name: "load/store source",
    width: 3,
    rows: &[
        row(0, "000", "AL0", &[], "load/store register 0", MESA),
        row(1, "001", "AL1", &[], "load/store register 1", MESA),
        row(
            2,
            "010",
            "PC_SP",
            &[],
            "program counter (xy) and stack pointer (zw)",
            MESA,
        ),
        row(
            3,
            "011",
            "LOCAL_STORAGE_PTR",
            &[],
            "thread (xy) and workgroup (zw) storage",
            MESA,
        ),
        row(
            4,
            "100",
            "LOCAL_THREAD_ID",
            &[],
            "invocation in its workgroup",
            MESA,
        ),
        row(5, "101", "GROUP_ID", &[], "workgroup", MESA),
        row(6, "110", "GLOBAL_THREAD_ID", &[], "invocation", MESA),
        row(7, "111", "0", &[], "zero", MESA),
    ],
    reserved: &[],
};

/// The name of register `number` of a slot.
pub(super) fn name(slot: &Slot<RegisterName>, number: u8) -> &'static str {
    slot.decode(number.into()).map_or("?", |r| r.name)
}
