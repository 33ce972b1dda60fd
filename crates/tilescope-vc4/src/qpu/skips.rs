//! Forward branches over instructions that only compute.
//!
//! Threads that take such a branch can wait at its target for those that do
//! not: what these execute meanwhile reaches nothing but their registers.

use super::decode::{Kind, Write};
use super::op::Code;
use super::program::{Program, Tail};

/// Instructions that a branch may skip and others be waited for.
const LONGEST: u32 = 64;

/// A forward branch over instructions that only compute and branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Skip {
    /// Instruction of the branch.
    pub branch: u32,
    /// Its target.
    pub to: u32,
    /// Slots that the instructions between write.
    pub written: Vec<u8>,
}

/// All of them, by the instruction of the branch.
pub(super) fn find(p: &Program) -> Vec<Skip> {
    let skip = |ip: u32| skip(p, ip);
    (0..p.len() as u32).filter_map(skip).collect()
}

fn skip(p: &Program, branch: u32) -> Option<Skip> {
    let d = p.decoded(branch)?;
    let Kind::Branch(b) = &d.kind else {
        return None;
    };
    let (from, to) = (branch + 4, p.index(b.target)?);
    let links = |to: &Write| matches!(to, Write::Register(_) | Write::Accumulator(_));
    let branches = |ip| {
        p.decoded(ip)
            .is_none_or(|d| matches!(d.kind, Kind::Branch(_)))
    };
    if (branch + 1..from).any(branches) {
        return None;
    }
    let more = b.register.is_some() || b.set_flags || [d.add_to, d.mul_to].iter().any(links);
    if more || to <= from || to - from > LONGEST {
        return None;
    }
    let (mut ip, mut written) = (from, Vec::new());
    while ip < to {
        let r = p.runs.get(*p.entries.get(ip as usize)? as usize)?;
        if !matches!(r.tail, Tail::Next | Tail::Branch(3)) {
            return None;
        }
        let ops = p.ops.get(r.ops as usize..)?;
        for op in ops.iter().take_while(|op| op.code != Code::End) {
            match op.code {
                Code::Branch => {}
                code if code.only_computes() => written.push(op.d),
                _ => return None,
            }
        }
        ip += r.len;
    }
    written.sort_unstable();
    written.dedup();
    (ip == to).then_some(Skip {
        branch,
        to,
        written,
    })
}
