//! ALU instructions of vector and scalar units in one form.

use super::missing;
use super::op::Width;
use crate::isa::{
    Across, Alu, AluBundle, AluCode, AluOp, OUTMOD_INT, OutmodInt, RegMode, Scalar, Shrink, Unit,
    Vector, VectorSrc, scalar_component,
};

/// The components of a source.
#[derive(Clone, Copy, Debug)]
pub enum Select {
    Vector(VectorSrc),
    /// One, by its number in its own width.
    Scalar {
        bits: u32,
        number: u8,
    },
}

/// A source that is a register.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub register: u8,
    pub modifier: u8,
    pub select: Select,
}

/// An instruction that is implemented.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub op: AluOp,
    pub across: Across,
    /// The sources that it reads.
    pub reads: [bool; 2],
    /// Width of the components in bits.
    pub mode: RegMode,
    /// Width of the results in the destination.
    pub narrow: u32,
    pub outmod: u8,
    /// The number of the destination.
    pub out: u8,
    pub immediate: Option<u16>,
    pub sources: [Source; 2],
    /// Positions of the operation that are written, with the numbers of the components of
    /// the destination.
    pub written: Vec<(u8, u8)>,
    /// Width of the components of r31 by which a vector choice chooses.
    pub condition: u32,
}

/// The instructions of the two stages of a bundle.
pub type Stages = [Vec<Result<Instruction, &'static str>>; 2];

fn operation(code: AluCode) -> Result<Alu, &'static str> {
    let row = code.row();
    let row = row.ok_or("an ALU operation without a documented meaning")?;
    missing::alu(row.op.op).map_or(Ok(row.op), Err)
}

impl Instruction {
    /// The instructions of a bundle in order: each, or the reason why it is not executed.
    pub fn stages(alu: &AluBundle) -> Stages {
        let (first, second) = Unit::ALL.split_at(2);
        [first, second].map(|units| {
            let one = |unit: &Unit| {
                let vector = alu.vector(*unit).map(Instruction::vector);
                vector.or_else(|| alu.scalar(*unit).map(Instruction::scalar))
            };
            units.iter().filter_map(one).collect()
        })
    }

    /// An instruction of a vector unit, or the reason why it is not executed.
    fn vector(v: &Vector) -> Result<Instruction, &'static str> {
        let Alu {
            op, across, reads, ..
        } = operation(v.op)?;
        let bits = v.mode.bits();
        let narrow = match v.shrink {
            Shrink::None => bits,
            Shrink::Lower | Shrink::Upper if bits > 8 => bits / 2,
            _ => return Err("an undocumented shrink mode"),
        };
        if across.channels() != 0 && matches!(bits, 8 | 64) {
            return Err("operations across components of 8 or 64 bits");
        }
        let count = (128 / bits) as u8;
        let first = if v.shrink == Shrink::Upper { count } else { 0 };
        // A bit of the mask is 16 bits of the operation.
        let enabled = |p: &u8| v.mask >> (u32::from(*p) * bits / 16) & 1 != 0;
        let written = (0..count).filter(enabled);
        Ok(Instruction {
            op,
            across,
            reads,
            mode: v.mode,
            narrow,
            outmod: v.outmod,
            out: v.regs.out,
            immediate: v.immediate(),
            sources: [0, 1].map(|i| Source {
                register: v.regs.src[i],
                modifier: v.src[i].modifier,
                select: Select::Vector(v.src[i]),
            }),
            written: written.map(|p| (p, p + first)).collect(),
            condition: bits,
        })
    }

    /// An instruction of a scalar unit, or the reason why it is not executed.
    fn scalar(s: &Scalar) -> Result<Instruction, &'static str> {
        let Alu {
            op, across, reads, ..
        } = operation(s.op)?;
        if !matches!(across, Across::No | Across::Select { .. }) {
            return Err("operations across components in a scalar unit");
        }
        let [first, second] = reads;
        let immediate = s.immediate();
        let full =
            s.full || first && s.src[0].full || second && immediate.is_none() && s.src[1].full;
        let (narrow, number) = scalar_component(s.full, s.component);
        Ok(Instruction {
            op,
            across,
            reads,
            mode: if full { RegMode::W32 } else { RegMode::W16 },
            narrow,
            outmod: s.outmod,
            out: s.regs.out,
            immediate,
            sources: [0, 1].map(|i| {
                let (bits, number) = scalar_component(s.src[i].full, s.src[i].component);
                Source {
                    register: s.regs.src[i],
                    modifier: s.src[i].modifier,
                    select: Select::Scalar { bits, number },
                }
            }),
            written: vec![(s.component / 2, number)],
            condition: 32,
        })
    }

    /// The width of the components, below 64 bits.
    pub fn width(&self) -> Width {
        match self.mode {
            RegMode::W8 => Width::W8,
            RegMode::W16 => Width::W16,
            RegMode::W32 | RegMode::W64 => Width::W32,
        }
    }

    /// Whether the sources are integers.
    pub fn reads_integers(&self) -> bool {
        AluCode::from(self.op).reads_integers()
    }

    /// Whether the results are integers.
    pub fn writes_integers(&self) -> bool {
        AluCode::from(self.op).writes_integers()
    }

    /// The output modifier of integers, if it changes anything.
    pub fn integer_modifier(&self) -> Option<OutmodInt> {
        let modifier = OUTMOD_INT.rows[usize::from(self.outmod & 3)].op;
        (self.writes_integers() && modifier != OutmodInt::KeepLo).then_some(modifier)
    }
}
