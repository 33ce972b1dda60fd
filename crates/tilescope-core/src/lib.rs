//! The core interfaces of Tilescope: devices, memory, findings and observers.
//!
//! ```text
//! Submission + GpuMemory --> Device --> Outcome
//!                               |
//!                               +--> Observer: findings, events, dumps
//! ```
//!
//! A [`Device`] executes what a kernel would hand to the hardware. It owns no
//! thread, clock, file, global or environment variable: memory, an observer,
//! fuel and workers come in through [`Context`], and everything that it reports
//! leaves through the [`Observer`] or the returned [`Outcome`].
//!
//! This crate does not depend on any GPU family.

#![deny(unsafe_code)]

pub mod bus;
pub mod counters;
pub mod ctx;
pub mod device;
pub mod diag;
pub mod fetched;
pub mod fuel;
pub mod hazards;
pub mod log;
pub mod memory;
pub mod noting;
pub mod observe;
pub mod parallel;
pub mod profile;
pub mod report;
pub mod rules;
pub mod span;
pub mod stopped;
pub mod unit_memory;
pub mod written;

pub use counters::Counters;
pub use ctx::{Ctx, fan_out, ordered};
pub use device::{ChipInfo, Context, Device, Outcome, Status, Submission, Work};
pub use diag::{BitSpan, Finding, Frame, Location, Rule, Severity, Unimplemented};
pub use fuel::{Fuel, OutOfFuel};
pub use hazards::Hazards;
pub use memory::{
    AddressSpace, GpuAddr, GpuMemory, Mapping, MemFault, MemFaultKind, Region, Rights, Scratch,
    Unit,
};
pub use noting::Noting;
pub use observe::{Dump, DumpKind, Event, Observer, Recorder, Silent};
pub use parallel::{Serial, Workers};
pub use profile::{Clock, Profile};
pub use rules::rule_problems;
pub use span::{Span, Spans};
pub use stopped::Stopped;
pub use unit_memory::{AccessRules, UnitMemory};
pub use written::Written;
