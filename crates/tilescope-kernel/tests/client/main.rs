//! The kernel driven as by a client: structures as bytes, through ioctls.
//!
//! Numbers and layouts here are written out from the uapi headers (`drm.h`,
//! `vc4_drm.h`, as a C compiler lays them out), not taken from the crate.

mod buffers;
mod clients;
mod draw;
mod etnaviv;
mod garbage;
mod jobs;
mod modes;
mod msm;
mod numbers;
mod panfrost;
mod queue;
mod rig;
mod syncs;
mod writes;
