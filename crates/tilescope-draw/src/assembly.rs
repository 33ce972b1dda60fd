//! Assembly and setup of the primitives of a draw, by several workers.

use crate::assemble::Assembler;
use crate::pool::Pool;
use crate::prims::Prims;
use crate::setup::Setup;
use crate::topology::{Primitive, Topology};

/// Primitives that a worker sets up at once. Clipping and
/// outlines make fewer than 2^7 of each: 14 planes leave a triangle 17 corners, so 15 triangles
/// or 45 lines. A block has room for all.
const TOGETHER: usize = 512;

/// Assembles and sets up the primitives of `indices`, which select vertices of `setup`.
pub fn assemble<S: Default + Send>(
    setup: &Setup<'_>,
    topology: Topology,
    indices: &[u32],
    restart: Option<u32>,
    pool: &Pool<'_, S>,
) -> Prims {
    let provoking = setup.layout.provoking;
    let all = Assembler::new(topology, provoking, restart, indices.iter().copied());
    if indices.len() <= TOGETHER {
        let mut prims = pool.scratch.block(indices.len());
        if let Topology::Triangles = topology {
            prims.list.reserve_exact(indices.len() / 3);
        }
        all.for_each(|primitive| setup.primitive(primitive, &mut prims));
        return prims.into();
    }
    let all: Vec<Primitive> = all.collect();
    let chunks: Vec<_> = all.chunks(TOGETHER).collect();
    let parts = pool.map(&chunks, |chunk, _| {
        let mut prims = pool.scratch.block(chunk.len());
        prims.list.reserve_exact(chunk.len());
        for primitive in *chunk {
            setup.primitive(*primitive, &mut prims);
        }
        prims
    });
    Prims::concatenate(parts)
}
