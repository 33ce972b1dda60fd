//! Rows of memory, images and atomics.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{BLOB, ISA_XML, MESA, UNVERIFIED};
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 16] = [
    row(Op::new(Opcode::Load, Group::Memory, Form::Memory, "yyn", Needs::OpenCl), "0110010", "load", &[],
        "Reads memory at src0.x + src1.x; the type and the enabled components determine the size.", MESA),
    row(Op::new(Opcode::Store, Group::Memory, Form::MemoryStore, "yyy", Needs::OpenCl), "0110011", "store", &[],
        "Writes src2 to memory at src0.x + src1.x; the type and the enabled components determine the size.", BLOB),
    row(Op::new(Opcode::ImgLoad3d, Group::Memory, Form::Memory, "yyn", Needs::OpenCl), "0110100", "img_load_3d", &[],
        "Reads a 3D image: src0 is its address, stride and size, src1 the coordinates.", ISA_XML),
    row(Op::new(Opcode::ImgStore3d, Group::Memory, Form::MemoryStore, "yyy", Needs::OpenCl), "0110101", "img_store_3d", &[],
        "Writes src2 to a 3D image: src0 is its address, stride and size, src1 the coordinates.", ISA_XML),
    row(Op::new(Opcode::Storeb, Group::Memory, Form::MemoryStore, "???", Needs::OpenCl), "1100010", "storeb", &[],
        "Writes bytes to memory (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::AtomicAdd, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1100101", "atomic_add", &["atom_add"],
        "Adds src2 to memory at src0.x + src1.x and returns the old value.", BLOB),
    row(Op::new(Opcode::AtomicXchg, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1100110", "atomic_xchg", &["atom_xchg"],
        "Stores src2 to memory at src0.x + src1.x and returns the old value.", BLOB),
    row(Op::new(Opcode::AtomicCmpXchg, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1100111", "atomic_cmp_xchg", &["atom_cmp_xchg"],
        "Stores src2.y to memory at src0.x + src1.x if it holds src2.x, and returns the old value.", BLOB),
    row(Op::new(Opcode::AtomicMin, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1101000", "atomic_min", &["atom_min"],
        "Stores the minimum of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB),
    row(Op::new(Opcode::AtomicMax, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1101001", "atomic_max", &["atom_max"],
        "Stores the maximum of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB),
    row(Op::new(Opcode::AtomicOr, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1101010", "atomic_or", &["atom_or"],
        "Stores the bitwise or of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB),
    row(Op::new(Opcode::AtomicAnd, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1101011", "atomic_and", &["atom_and"],
        "Stores the bitwise and of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB),
    row(Op::new(Opcode::AtomicXor, Group::Memory, Form::Alu, "yyy", Needs::OpenCl), "1101100", "atomic_xor", &["atom_xor"],
        "Stores the bitwise exclusive or of src2 and memory at src0.x + src1.x, and returns the old value.", BLOB),
    row(Op::new(Opcode::StoreAttr, Group::Memory, Form::Alu, "???", Needs::Unknown), "1111000", "store_attr", &[],
        "Writes an output of the shader (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::ImgLoad, Group::Memory, Form::Memory, "yyn", Needs::OpenCl), "1111001", "img_load", &[],
        "Reads an image: src0 is its address, stride and size, src1 the coordinates.", BLOB),
    row(Op::new(Opcode::ImgStore, Group::Memory, Form::MemoryStore, "yyy", Needs::OpenCl), "1111010", "img_store", &[],
        "Writes src2 to an image: src0 is its address, stride and size, src1 the coordinates.", BLOB),
];
