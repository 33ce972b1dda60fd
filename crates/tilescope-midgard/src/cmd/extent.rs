//! The length of a program, which nothing states.

use crate::isa::{Body, Quad, Tag, bundles};

/// The number of quadwords of the program that `quads` begin with: up to the first bundle that
/// ends the program and that no branch before it jumps over, or up to quadwords that are no bundle.
pub fn program_len(quads: &[Quad]) -> usize {
    let mut furthest = 0;
    let mut end = 0;
    for (at, bundle) in bundles(quads) {
        let count = match &bundle.body {
            Body::Raw(_) => return at,
            Body::Alu(_) => bundle.tag.alu_quads().unwrap_or(1),
            Body::Texture(_) | Body::LoadStore(_) => 1,
        };
        end = at + count;
        if let Body::Alu(alu) = &bundle.body {
            for branch in alu.branch.iter().chain(&alu.extended) {
                let target = end.saturating_add_signed(branch.offset as isize);
                furthest = furthest.max(target);
            }
        }
        if bundle.next == Tag::Break && furthest <= end {
            return end;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::assemble;

    #[test]
    fn a_program_ends_where_its_tags_say() {
        let text =
            "alu -> break\n    vmul.FMOV.f32 R0, TMP0, U0\nalu\n    vmul.FMOV.f32 R0, TMP0, U0";
        let quads = assemble(text).expect("a program").quads;
        assert_eq!((program_len(&quads), quads.len()), (1, 2));
        assert_eq!(program_len(&quads[1..]), 1);
        assert_eq!(program_len(&[[0; 4]]), 0);
        assert_eq!(program_len(&[]), 0);
    }
}
