//! Rows of texture reads.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{BLOB, MESA, UNVERIFIED};
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 8] = [
    row(Op::new(Opcode::Texld, Group::Texture, Form::Texture, "ynm", Needs::Base), "0011000", "texld", &[],
        "Samples at src0; src2 is the reference of a shadow sampler.", MESA),
    row(Op::new(Opcode::Texldb, Group::Texture, Form::Texture, "ymm", Needs::Base), "0011001", "texldb", &[],
        "Samples at src0 with a level bias: src0.w, or src1.x on later chips.", MESA),
    row(Op::new(Opcode::Texldd, Group::Texture, Form::Texture, "yyy", Needs::Base), "0011010", "texldd", &[],
        "Samples at src0 with gradients src1 along x and src2 along y.", MESA),
    row(Op::new(Opcode::Texldl, Group::Texture, Form::Texture, "ymm", Needs::Base), "0011011", "texldl", &[],
        "Samples at src0 at a given level: src0.w, or src1.x on later chips.", MESA),
    row(Op::new(Opcode::Texldpcf, Group::Texture, Form::Texture, "???", Needs::Unknown), "0011100", "texldpcf", &[],
        "Samples with percentage-closer filtering (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::Txf, Group::Texture, Form::Texture, "yyy", Needs::Halti5), "1001001", "txf", &["texelfetch"],
        "Reads the texel at the integer coordinates src0 of level src1; src2 concerns samples.", BLOB),
    row(Op::new(Opcode::Texldlpcf, Group::Texture, Form::Texture, "yyy", Needs::Halti5), "1101111", "texldlpcf", &[],
        "Samples a shadow sampler at src0 at level src1; src2 is the reference.", BLOB),
    row(Op::new(Opcode::Texldgpcf, Group::Texture, Form::Texture, "yyy", Needs::Halti5), "1110000", "texldgpcf", &[],
        "Samples a shadow sampler at src0 with gradients src1 and src2.", BLOB),
];
