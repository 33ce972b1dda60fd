//! One shader engine for every instruction set.
//!
//! A family lowers its decoded instructions once, when a program is loaded; what
//! follows is shared.
//!
//! ```text
//! Lower --> BlockBuilder --> graph of blocks --> Program --> Group
//!  (family)   operations       dataflow: dead reads,   |      lanes in lockstep
//!             over slots       definitions, NaN,       |        |
//!                              denormals               |      Units (family):
//!                                                   Native      textures, memory
//! ```
//!
//! * A *slot* is one 32-bit word of each lane. A [`Program`] has as many as it
//!   needs: first the state of a thread (registers, predicates, addresses), then
//!   scratch for single instructions, then constants. Vectors are an operation per
//!   component; bundles are lowered in order; halves, pairs, predicated writes and
//!   condition flags are values ([`Isa::Value`]) of slots.
//! * An [`Op`] computes a value, accesses a unit, or reads or writes a slot whose
//!   number depends on the lane ([`Relative`]).
//! * Operations carry no lane masks. Lanes that diverge *park* the slots that the
//!   program writes and take them back when they are scheduled; lanes at the lowest
//!   block run first, so that they reconverge. A branch of a whole 16-lane thread is
//!   one whose condition slot is the same in all of its lanes.
//! * A unit sees all running lanes of the group at once ([`Batch`]), so ballots,
//!   shuffles and accesses in primitive order are units. It may complete some lanes
//!   and leave the others [`Access::Blocked`]: these park at the operation while the
//!   others continue. A group whose lanes are all blocked returns
//!   [`Ran::Blocked`] and is resumed by [`Group::resume`]: barriers over several
//!   groups, semaphores and mutexes.
//! * Targets are instructions, or the instruction number in a slot: returns to an
//!   address, calls through a register.
//! * Every instruction of every lane costs a unit of fuel. No program, whatever its
//!   words, panics or runs without fuel.
//! * [`Native`] supplies machine code for stretches: the operations between two
//!   accesses. Blocks, divergence and fuel stay here.
//!
//! Semantics of values are written once, against [`Exec`](tilescope_exec::Exec). The
//! loop over the batches of a group is compiled for each value ([`Isa::each`]).

#![forbid(unsafe_code)]

mod alike;
mod build;
mod definitions;
mod denormal;
mod edges;
mod ends;
mod findings;
mod graph;
mod group;
mod isa;
mod lanes_at;
mod live;
mod loops;
mod mask;
mod mode;
mod nan;
mod native;
mod notes;
mod op;
mod parking;
mod plain;
mod problems;
mod program;
mod relative;
mod rounds;
mod schedule;
mod slots;
mod solve;
mod staged;
mod tally;
mod unit;
mod unwritten;
mod values;

pub use alike::{Alike, AllAlike};
pub use build::{BlockBuilder, End, Layout, Lower, Target};
pub use definitions::UndefinedRead;
pub use edges::{Edges, Order};
pub use findings::{Subject, allowed};
pub use group::Group;
pub use isa::{Each, Interpreter, Isa, Nan, Shape};
pub use lanes_at::{Address, InGroup, InPlain, Index, LanesAt, Results};
pub use loops::{Leave, Loop, LoopBlock, LoopEnd, LoopSlot, Way};
pub use mask::{Mask, bits as set_lanes};
pub use mode::ExecMode;
pub use native::{Compile, Native, NativeUse, Stretch, set_native_use};
pub use notes::{Note, Notes};
pub use op::{Op, Relative, Slot, UnitOp};
pub use plain::{LaneSlots, Plain, each_lane};
pub use problems::{Problem, letter};
pub use program::Program;
pub use solve::solve;
pub use staged::{Operand, Staged};
#[doc(hidden)]
pub use tilescope_exec::Exec;
pub use unit::{Access, Batch, Ran, Refused, Stop, Trap, Units, Why};
pub use values::seldom;
