//! The bundles of a program, found by following control from its entry.

use super::file::File;
use super::note::{Note, Problem};
use super::program::{Setup, Stage};
use super::quirks::ShaderQuirks;
use crate::chips::{Chip, Quirk};
use crate::isa::{AluBundle, Body, BranchOp, Bundle, Call, Quad, Tag, TexOp, decode};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a quadword.
pub const QUAD_BYTES: u64 = 16;

/// Bytes between the addresses that code must not reach. Source: Mesa `midgard_compile.c`.
const LINE: u64 = 1 << 24;

/// Reads the quadword at an address, or states why the GPU cannot execute it.
pub type Fetch<'a> = dyn FnMut(u64) -> Result<Quad, Problem> + 'a;

/// Reads from `quads`, the first of which is at `entry`.
pub fn of_quads(quads: &[Quad], entry: u64) -> impl FnMut(u64) -> Result<Quad, Problem> {
    move |address| {
        let at = address.checked_sub(entry).map(|bytes| bytes / QUAD_BYTES);
        let quad = at.and_then(|at| quads.get(usize::try_from(at).ok()?));
        quad.copied().ok_or(Problem::Unreadable { address })
    }
}

/// The largest number of bundles of a program. Mesa's largest programs have some
/// thousands.
pub const MAX_BUNDLES: usize = 1 << 15;

/// The target of control after a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goto {
    /// The bundle with this number.
    Bundle(u32),
    /// The end of the program.
    End,
    /// A violation at which the hardware stops.
    Stop(Problem),
}

/// A branch as control sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The operation, if it is documented.
    pub op: Option<BranchOp>,
    /// The condition as a table of the results for false (bit 0) and true (bit 1);
    /// `None` for functions of several conditions.
    pub cond: Option<u8>,
    /// Branch, call or return.
    pub call: Call,
    /// Offset in quadwords from the next bundle.
    pub offset: i32,
    /// The tag of the target.
    pub tag: Tag,
}

impl Jump {
    /// The branch of an ALU bundle. If there are two, the compact one comes first; no
    /// driver emits both.
    pub fn of(alu: &AluBundle) -> Option<Jump> {
        let named = |op: u8| crate::isa::BRANCH_OP.decode(op.into()).map(|row| row.op);
        let branch = alu.branch.or(alu.extended)?;
        Some(Jump {
            op: named(branch.op),
            cond: (0..4u8).find(|c| u16::from(*c) * 0x5555 == branch.cond),
            call: match branch.call {
                // Mesa leaves the mode of extended branches at 0.
                Call::Reserved if alu.branch.is_none() => Call::Default,
                call => call,
            },
            offset: branch.offset,
            tag: branch.tag,
        })
    }

    /// Whether control may go to its target.
    pub fn branches(&self) -> bool {
        let goes = matches!(
            self.op,
            Some(BranchOp::Unconditional | BranchOp::Conditional)
        );
        goes && self.call != Call::Return
    }
}

/// A bundle and its place. `G` is what is known of the targets of control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<G = Goto> {
    /// Its address.
    pub address: u64,
    /// Its number of quadwords, at least 1.
    pub quads: u32,
    /// The bundle, or the violation at which the hardware stops when it comes here.
    pub bundle: Result<Bundle, Problem>,
    /// Control after it, unless it branches.
    pub next: G,
    /// The target of its branch.
    pub target: G,
}

impl Place {
    /// Its branch.
    pub fn jump(&self) -> Option<Jump> {
        match &self.bundle {
            Ok(Bundle {
                body: Body::Alu(alu),
                ..
            }) => Jump::of(alu),
            _ => None,
        }
    }

    /// Whether it computes with values of neighbours.
    fn needs_neighbours(&self) -> bool {
        let body = self.bundle.as_ref().map(|bundle| &bundle.body);
        let Ok(Body::Texture(texture)) = body else {
            return false;
        };
        matches!(texture.op.op(), Some(TexOp::Normal | TexOp::Derivative))
    }

    /// The address of the bundle after it in memory.
    pub fn after(&self) -> u64 {
        self.address
            .wrapping_add(u64::from(self.quads) * QUAD_BYTES)
    }
}

/// The bundles of a program, and its registers.
#[derive(Clone, Debug)]
pub struct Bundles {
    /// The stage that runs it.
    pub stage: Stage,
    /// Its registers.
    pub file: File,
    /// The bundles that control can reach.
    pub places: Vec<Place>,
    /// Violations that stop lanes; they are instructions after the bundles.
    pub stops: Vec<Problem>,
    /// Whether discarded lanes must continue, as the derivatives of their neighbours need
    /// them.
    pub needs_helpers: bool,
}

impl Bundles {
    /// Loads the code of `setup`.
    pub fn load(
        setup: &Setup<'_>,
        chip: &Chip,
        quirks: &ShaderQuirks,
        fetch: &mut Fetch<'_>,
    ) -> Bundles {
        let places = walk(setup.entry, setup.first_tag, chip, fetch);
        let found: BTreeSet<Problem> = stops(&places).map(|note| note.problem).collect();
        Bundles {
            stage: setup.stage,
            file: File {
                work: setup.work_registers.min(16),
                uniforms: setup.uniforms.min(24),
                texture: quirks.texture_registers,
            },
            stops: found.into_iter().collect(),
            needs_helpers: places.iter().any(Place::needs_neighbours),
            places,
        }
    }

    /// Bundle `ip` and its place, if the program has one there that can be executed.
    pub fn at(&self, ip: u32) -> Option<(&Place, &Bundle)> {
        let place = self.places.get(ip as usize)?;
        Some((place, place.bundle.as_ref().ok()?))
    }

    /// The number of the instruction that control goes to: of a bundle, or after them of a
    /// violation or the end.
    pub fn target(&self, goto: Goto) -> u32 {
        let after = match goto {
            Goto::Bundle(n) => return n,
            Goto::End => None,
            Goto::Stop(problem) => self.stops.iter().position(|p| *p == problem),
        };
        (self.places.len() + after.unwrap_or(self.stops.len())) as u32
    }

    /// The violation that stops lanes at instruction `ip`, if one does.
    pub fn stop_at(&self, ip: u32) -> Option<Problem> {
        let ip = ip as usize;
        match self.places.get(ip) {
            Some(place) => place.bundle.as_ref().err().copied(),
            None => self.stops.get(ip - self.places.len()).copied(),
        }
    }
}

/// A bundle as it is found: with the addresses to which control goes, and the tags by which it
/// does.
type Found = Place<Option<(u64, Tag)>>;

/// The bundles that control can reach from `entry`, which is expected to have the tag
/// `first`. The entry is bundle 0; the others follow in the order of their addresses.
/// `fetch` reads a quadword.
fn walk(entry: u64, first: Tag, chip: &Chip, fetch: &mut Fetch<'_>) -> Vec<Place> {
    // By distance from the entry, so that this comes first.
    let mut found: BTreeMap<u64, Found> = BTreeMap::new();
    let mut open = vec![entry];
    while let Some(address) = open.pop() {
        let key = address.wrapping_sub(entry);
        if found.contains_key(&key) {
            continue;
        }
        if found.len() >= MAX_BUNDLES {
            break;
        }
        let one = bundle_at(address, chip, fetch);
        // The last one is looked at first: fall through before branches.
        open.extend(one.target.iter().chain(&one.next).map(|(a, _)| *a));
        found.insert(key, one);
    }
    let tag = |found: &Found| found.bundle.as_ref().ok().map(|bundle| bundle.tag);
    let numbered = found.iter().zip(0..);
    let numbers: BTreeMap<u64, (u32, Option<Tag>)> = numbered
        .map(|((key, found), n)| (*key, (n, tag(found))))
        .collect();
    let goto = |to: Option<(u64, Tag)>| {
        let Some((address, expected)) = to else {
            return Goto::End;
        };
        match numbers.get(&address.wrapping_sub(entry)) {
            None => Goto::Stop(Problem::TooLong {
                most: MAX_BUNDLES as u32,
            }),
            Some(&(_, Some(found))) if found != expected => {
                Goto::Stop(Problem::TagMismatch { expected, found })
            }
            Some(&(number, _)) => Goto::Bundle(number),
        }
    };
    let place = |found: Found| Place {
        address: found.address,
        quads: found.quads,
        bundle: found.bundle,
        next: goto(found.next),
        target: goto(found.target),
    };
    let mut places: Vec<Place> = found.into_values().map(place).collect();
    if let Some(place) = places.first_mut()
        && let Ok(bundle) = &place.bundle
        && bundle.tag != first
    {
        place.bundle = Err(Problem::TagMismatch {
            expected: first,
            found: bundle.tag,
        });
    }
    places
}

fn bundle_at(address: u64, chip: &Chip, fetch: &mut Fetch<'_>) -> Found {
    let stop = |quads: usize, problem| Found {
        address,
        quads: quads as u32,
        bundle: Err(problem),
        next: None,
        target: None,
    };
    let head = match fetch(address) {
        Ok(head) => head,
        Err(problem) => return stop(1, problem),
    };
    let mut quads = vec![head];
    for n in 1..Tag::of(head[0]).alu_quads().unwrap_or(1) {
        let address = address.wrapping_add(n as u64 * QUAD_BYTES);
        match fetch(address) {
            Ok(quad) => quads.push(quad),
            Err(problem) => return stop(n, problem),
        }
    }
    let Some((bundle, count)) = decode(&quads) else {
        return stop(1, Problem::Unreadable { address });
    };
    if let Body::Raw(raw) = &bundle.body {
        return stop(count, Problem::Invalid { reason: raw.reason });
    }
    if chip.has(Quirk::NoUpperAlu) && bundle.tag >= Tag::Alu4Writeout {
        return stop(count, Problem::UpperTag { tag: bundle.tag });
    }
    let after = address.wrapping_add(count as u64 * QUAD_BYTES);
    if after / LINE != address / LINE {
        return stop(count, Problem::AtLine { end: after });
    }
    let edge = |address: u64, tag: Tag| (tag != Tag::Break).then_some((address, tag));
    let mut target = None;
    let mut next = edge(after, bundle.next);
    if let Body::Alu(alu) = &bundle.body
        && let Some(jump) = Jump::of(alu)
        && jump.branches()
    {
        let bytes = i64::from(jump.offset) * QUAD_BYTES as i64;
        target = edge(after.wrapping_add_signed(bytes), jump.tag);
        let always = jump.op == Some(BranchOp::Unconditional) || jump.cond == Some(3);
        if always && jump.call == Call::Default {
            // Mesa's next tag is that of the bundle after it in memory.
            next = None;
        }
    }
    Found {
        address,
        quads: count as u32,
        bundle: Ok(bundle),
        next,
        target,
    }
}

/// The violations that control can reach, each with its bundle.
pub fn stops(places: &[Place]) -> impl Iterator<Item = Note> {
    (0u32..).zip(places).flat_map(|(ip, place)| {
        let stop = |goto: Goto| match goto {
            Goto::Stop(problem) => Some(problem),
            Goto::Bundle(_) | Goto::End => None,
        };
        let own = place.bundle.as_ref().err().copied();
        let all = [own, stop(place.next), stop(place.target)];
        all.into_iter().flatten().map(move |problem| Note {
            ip,
            address: place.address,
            problem,
        })
    })
}
