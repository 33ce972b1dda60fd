//! A state without effect, at the end of the state space: drivers write it as a
//! delay.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "DUMMY.", RNNDB, "The registers, by address.";
    pub mod dummy = "DUMMY" at 0x3fffc ReadWrite, "Nothing." word Hex, "", "The value.";
}
