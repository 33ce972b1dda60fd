//! Rules of memory accesses, by the unit that performs them.
//!
//! VideoCore IV has no MMU: a wrong address does not cause a bus error, but
//! reads or overwrites other memory. The rules here are about unmapped addresses
//! and about memory that was never written; rules about accesses beyond a buffer
//! are with the units.

use tilescope_core::rules;

rules! {
    LIST_READ = "VC4-MEM-001", Hang,
        "control lists must be read from memory that exists",
        hardware: "The executor decodes whatever the bus returns as control records.",
        help: "Check list, branch and sub-list addresses.",
        source: "Inferred; no MMU";
    RECORD_READ = "VC4-MEM-002", Hang,
        "shader records must be in memory that exists",
        hardware: "Code addresses come from whatever the bus returns, and the QPUs execute from there.",
        help: "Check the address of the shader state record; a record is 36 bytes plus 8 for each attribute array.",
        source: "Inferred; Linux vc4_validate.c";
    UNIFORM_READ = "VC4-MEM-004", Undefined,
        "uniforms must be in memory that exists",
        hardware: "The shader computes with what the bus returns.",
        help: "Check the uniforms address, and that there are as many words as the shader reads.",
        source: "Linux vc4_validate.c";
    ATTRIBUTE_READ = "VC4-MEM-005", Undefined,
        "attribute arrays must be long enough for every index",
        hardware: "The vertex gets what follows the array in memory.",
        help: "Check base address, stride and the largest index, including the first vertex.",
        source: "Linux vc4_validate.c";
    INDEX_READ = "VC4-MEM-006", Undefined,
        "an index list must be inside its buffer",
        hardware: "What follows it in memory is used as indices.",
        help: "Check address, length and index size of the draw.",
        source: "Linux vc4_validate.c";
    TEXTURE_READ = "VC4-MEM-007", Undefined,
        "texels must be in memory that exists",
        hardware: "The texel is what the bus returns.",
        help: "Check base, size, level count and cube stride of the texture setup.",
        source: "Linux vc4_validate.c";
    TILE_LOAD = "VC4-MEM-008", Undefined,
        "a tile must be loaded from memory that exists",
        hardware: "The tile starts with what the bus returns.",
        help: "Check the address of the load and the frame width in record 113.",
        source: "Linux vc4_render_cl.c";
    TILE_STORE = "VC4-MEM-009", Corrupt,
        "a tile must be stored to memory that exists",
        hardware: "Something else is overwritten, or the pixels are lost.",
        help: "Check address, size and layout in record 113 or in the store.",
        source: "Linux vc4_render_cl.c";
    TILE_LIST_WRITE = "VC4-MEM-010", Hang,
        "tile lists and tile state must be written to memory that exists",
        hardware: "The lists are lost, and rendering executes what the bus returns in their place.",
        help: "Check the tile allocation and tile state addresses in record 112.",
        source: "Linux vc4_validate.c";
    DMA_READ = "VC4-MEM-011", Undefined,
        "a VPM DMA load must read memory that exists",
        hardware: "The VPM gets what the bus returns.",
        help: "Check the address, pitch and row count of the DMA.",
        source: "Inferred; no MMU";
    DMA_WRITE = "VC4-MEM-012", Corrupt,
        "a VPM DMA store must write memory that exists",
        hardware: "Something else is overwritten: any physical address can be hit.",
        help: "Check the address, stride and unit count of the DMA.",
        source: "Inferred; Linux vc4_validate_shaders.c refuses DMA for that reason";
    UNINITIALISED_UNIFORM = "VC4-MEM-020", Undefined,
        "uniforms must be written before a shader reads them",
        hardware: "The shader computes with leftover memory.",
        help: "Fill one word for each uniform, in the order in which the shader reads them.",
        source: "Inferred";
    UNINITIALISED_ATTRIBUTE = "VC4-MEM-021", Undefined,
        "attribute data must be written before it is fetched",
        hardware: "The vertex is computed from leftover memory.",
        help: "Upload the array, and check stride and offset.",
        source: "Inferred";
    UNINITIALISED_INDEX = "VC4-MEM-022", Undefined,
        "indices must be written before they are fetched",
        hardware: "Leftover memory selects the vertices.",
        help: "Upload the index list, and check its address and length.",
        source: "Inferred";
    UNINITIALISED_TEXEL = "VC4-MEM-023", Undefined,
        "texels must be written before they are sampled",
        hardware: "The texel is leftover memory.",
        help: "Upload or render every level that can be selected.",
        source: "Inferred";
    UNINITIALISED_TILE = "VC4-MEM-024", Undefined,
        "a surface must be written before a tile is loaded from it",
        hardware: "The tile starts with leftover memory.",
        help: "Clear instead of loading in the first frame.",
        source: "Inferred";
    UNINITIALISED_CODE = "VC4-MEM-025", Hang,
        "shader code must be written before it runs",
        hardware: "The QPU executes leftover memory: a word of zeroes is a breakpoint.",
        help: "Upload the program, and check its address.",
        source: "Inferred";
    UNINITIALISED_DMA = "VC4-MEM-026", Undefined,
        "memory must be written before a DMA loads it",
        hardware: "The VPM gets leftover memory.",
        help: "Fill the buffer, and check address and pitch.",
        source: "Inferred";
    UNINITIALISED_LIST = "VC4-MEM-027", Hang,
        "control lists and shader records must be written before they are read",
        hardware: "Leftover memory is executed as control records.",
        help: "Check the addresses, and that the upload came before the submission.",
        source: "Inferred";
    ADDRESS_WRAPPED = "VC4-MEM-028", Corrupt,
        "an access must not cross the end of the 32-bit address space",
        hardware: "The address wraps around to 0, where exception vectors and firmware live.",
        help: "Check base plus offset computations.",
        source: "Inferred; no MMU";
}

/// The rule broken by an access that caused `fault`: `rule`, unless the access
/// crossed the end of the address space.
pub fn rule_of(
    fault: &tilescope_core::MemFault,
    rule: &'static tilescope_core::Rule,
) -> &'static tilescope_core::Rule {
    if fault.addr + fault.len > 1 << 32 {
        &ADDRESS_WRAPPED
    } else {
        rule
    }
}
