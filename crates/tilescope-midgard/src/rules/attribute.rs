//! Rules of attributes, varyings and images.

use tilescope_core::rules;

rules! {
    UNALIGNED = "MALI-ATTR-001", Undefined,
        "records of attributes must be aligned to 8 bytes, and those of buffers to 32",
        hardware: "The low bits of the address are ignored.",
        help: "Allocate attributes with an alignment of 8 and their buffers with one of 32.",
        source: "Mesa genxml v5.xml, align; that bits are ignored is inferred";
    NO_RECORD = "MALI-ATTR-002", Undefined,
        "an attribute that a shader uses must have a record",
        hardware: "The record is read from behind the array.",
        help: "Count the attribute in the renderer state, and add its record.",
        source: "Mesa pan_cmdstream.c, panfrost_emit_vertex_data: one record for each attribute of the shader";
    KIND = "MALI-ATTR-003", Undefined,
        "the buffer of an attribute must be of a known kind",
        hardware: "Undocumented; reads return zeros in Tilescope.",
        help: "Use 1D, one of the divisors, or a special attribute; images are read with LD_IMAGE.",
        source: "Mesa genxml v5.xml, Attribute Type";
    FORMAT = "MALI-ATTR-004", Undefined,
        "the format of an attribute must be one of single elements",
        hardware: "Undocumented; reads return 0, 0, 0, 1 in Tilescope.",
        help: "Use a format that is neither compressed nor undocumented.",
        source: "Mesa pan_format.c, formats with PIPE_BIND_VERTEX_BUFFER";
    OUTSIDE = "MALI-ATTR-005", Undefined,
        "an element that is read must be inside its buffer",
        hardware: "Reads beyond the size of the buffer return zeros.",
        help: "Check the size of the buffer, the number of vertices, and the first vertex.",
        source: "Mesa genxml v5.xml, Attribute Buffer: size; the returned value is inferred";
    STORED_OUTSIDE = "MALI-ATTR-006", Corrupt,
        "an element that is written must be inside its buffer",
        hardware: "Writes beyond the size of the buffer are dropped.",
        help: "Allocate varyings for all vertices of all instances, padding included.",
        source: "Mesa genxml v5.xml, Attribute Buffer: size; that writes are dropped is inferred";
    STRIDE = "MALI-ATTR-007", Corrupt,
        "a stride that is not 0 must be at least the size of an element that is written",
        hardware: "Elements of neighbouring vertices overwrite each other.",
        help: "Make the stride the sum of the elements of a vertex.",
        source: "Mesa pan_cmdstream.c, pan_assign_varyings";
    CONTINUATION = "MALI-ATTR-008", Undefined,
        "a buffer with an arbitrary divisor, and an image, need a continuation record",
        hardware: "The second record is read whatever its kind is.",
        help: "Follow the buffer record with one of kind Continuation.",
        source: "Mesa pan_cmdstream.c, panfrost_emit_vertex_data, emit_image_bufs";
    CONTINUATION_UNALIGNED = "MALI-ATTR-009", Undefined,
        "a buffer record with a continuation must have an even index",
        hardware: "The pair is read from the even index.",
        help: "Leave a record unused before it.",
        source: "Mesa pan_cmdstream.c, panfrost_emit_vertex_data: records with continuations must be aligned";
    STAGE = "MALI-ATTR-010", Undefined,
        "special attributes of fragments must be read by fragment shaders, those of vertices by vertex shaders",
        hardware: "The value is undefined.",
        help: "Use vertex and instance numbers in vertex shaders; coordinates, faces and point coordinates in fragment shaders.",
        source: "Mesa pan_cmdstream.c, panfrost_vertex_id, pan_emit_special_input";
    STORED_SPECIAL = "MALI-ATTR-011", Corrupt,
        "only attributes in buffers can be written",
        hardware: "The value is lost.",
        help: "Point the varying at a buffer, or give it the format Constant to drop it.",
        source: "Mesa pan_cmdstream.c, panfrost_emit_varying";
    UNWRITTEN = "MALI-ATTR-012", Undefined,
        "an element must be written before it is read",
        hardware: "The memory's old contents are read.",
        help: "Upload the buffer, or write the varying in the vertex shader, before the draw.",
        source: "definition";
    BIG_ENDIAN = "MALI-ATTR-013", Undefined,
        "formats must be little-endian",
        hardware: "Undocumented; no driver uses the other order.",
        help: "Clear the flag in the format word.",
        source: "Mesa genxml v5.xml, Pixel Format";
    NOT_IMAGE = "MALI-ATTR-014", Undefined,
        "an attribute that is accessed as an image must be one",
        hardware: "Undocumented; loads return zeros and stores are dropped in Tilescope.",
        help: "Bind an image, and give its buffer a kind of three dimensions.",
        source: "Mesa pan_cmdstream.c, emit_image_bufs";
    IMAGE_TEXEL = "MALI-ATTR-015", Undefined,
        "the stride of an image must be the size of a texel of its format",
        hardware: "Texels overlap, or have gaps.",
        help: "Write the size of the format's texels as the stride of the buffer.",
        source: "Mesa pan_cmdstream.c, emit_image_bufs";
    IMAGE_STRIDE = "MALI-ATTR-016", Undefined,
        "the distance of rows of an image must be at least a row",
        hardware: "Rows overlap in memory.",
        help: "Write the row stride of the layout; of tiled images, that of a row of tiles.",
        source: "Mesa pan_cmdstream.c, emit_image_bufs; pan_layout.c";
    IMAGE_OUTSIDE = "MALI-ATTR-017", Corrupt,
        "all texels of an image must be inside its buffer",
        hardware: "Texels beyond the size of the buffer read as zeros, and writes to them are dropped.",
        help: "Check the size of the buffer, the strides and the dimensions of the image.",
        source: "genxml, Attribute Buffer: size; the consequence is inferred";
}
