//! Values of the fields of instruction words.

use super::{AluCode, Call, Cond, Dimension, Execution, Expand, LdstCode, RegMode, Regs};
use super::{SamplerType, ScalarSrc, Shrink, Tag, TexCode, VectorSrc};
use tilescope_tables::bits;
use tilescope_tables::word::Word;

bits!(AluCode, LdstCode, TexCode = |raw, _| Self(raw as u8), |v| v
    .0
    .into());
// Every encoding has a value.
bits!(
    Call,
    Cond,
    Dimension,
    Execution,
    Expand,
    RegMode,
    SamplerType,
    Shrink,
    Tag = |raw, _| Self::from_bits(raw as u8).unwrap_or(Self::ALL[0]),
    |v| v as u64
);
bits!(
    Regs,
    ScalarSrc,
    VectorSrc = |raw, _| Self::from_bits([raw, 0]),
    |v| v.bits()[0]
);
