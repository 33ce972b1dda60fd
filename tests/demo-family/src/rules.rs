//! The rules.

use tilescope_core::{Rule, rules};

rules! {
    PACKET = "DEMO-CMD-001", Hang,
        "A list consists of packets",
        hardware: "The front end waits for the rest of an unknown packet.",
        help: "End the list after the last packet, and check the target of its address.",
        source: "docs/adding-a-family.md";
    ENDLESS = "DEMO-CMD-002", Hang,
        "A submission ends",
        hardware: "The front end draws for as long as there are packets.",
        help: "Draw fewer triangles, or raise the fuel.",
        source: "docs/adding-a-family.md";
    INSTRUCTION = "DEMO-ISA-001", Hang,
        "A shader consists of instructions",
        hardware: "The core stops at an unknown instruction.",
        help: "End the shader with END, and check `instructions` of the packet.",
        source: "docs/adding-a-family.md";
    UNDEFINED = "DEMO-ISA-002", Undefined,
        "A shader writes a register before it reads it",
        hardware: "The register has the value that the last shader left in it.",
        help: "Write the register first, for example with SET.",
        source: "docs/adding-a-family.md";
    ACCESS = "DEMO-MEM-001", Fault,
        "Units access memory that is mapped",
        hardware: "The memory controller raises a bus error.",
        help: "Map the whole target and the whole shader.",
        source: "docs/adding-a-family.md";
}

/// The rules, by unit.
pub static UNITS: [&[&Rule]; 1] = [ALL];
