//! Rules of registers.

use tilescope_core::rules;

rules! {
    PROTECTED_WRITES = "ADR-REG-001", Fault,
        "a stream must not write registers that the kernel protects",
        hardware: "The command processor raises a protect fault, and the write has no effect.",
        help: "Leave the register to the kernel.",
        source: "Linux, a6xx_catalog.c: a630_protect, a660_protect; a6xx_gpu.c: CP_HW_FAULT";
    PROTECTED_READS = "ADR-REG-002", Fault,
        "a stream must not read registers that the kernel closes",
        hardware: "The command processor raises a protect fault, and the read returns nothing.",
        help: "Use a counter or status that is open to clients.",
        source: "Linux, a6xx_catalog.c: A6XX_PROTECT_NORDWR";
    REGISTERS_EXIST = "ADR-REG-003", Undefined,
        "a stream should write only registers that are known",
        hardware: "It is not known what the register does, or that there is one.",
        help: "Check the number: registers of earlier generations have others.",
        source: "Database, a6xx.xml";
    BITS_ARE_KNOWN = "ADR-REG-004", Undefined,
        "bits of a register that no field has should be zero",
        hardware: "It is not known what the bits do.",
        help: "Check the positions of the fields, and that values fit into them.",
        source: "Database, a6xx.xml";
    VALUES_EXIST = "ADR-REG-005", Undefined,
        "a field with named values should have one of them",
        hardware: "It is not known what the value does.",
        help: "Check that the value is one of the a6xx, not of another generation.",
        source: "Database, a6xx.xml";
    MAGIC_OF_THE_CHIP = "ADR-REG-006", Undefined,
        "an undocumented register should have the value that drivers write on the chip",
        hardware: "The stream was made for another chip; workarounds of this one are missing, and the other's may hang it.",
        help: "Take the value from the row of the chip, or record the stream for this chip.",
        source: "Mesa, freedreno_devices.py: magic registers";
}
