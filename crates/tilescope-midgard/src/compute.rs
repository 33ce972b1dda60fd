//! Compute and vertex jobs.

use tilescope_core::profile::{Lanes as RunLanes, Part, Stage as Work};
use tilescope_core::{Stopped, ordered};
use tilescope_draw::ScratchMemory;
use tilescope_exec::Lanes;

use crate::descriptors::JobType;
use crate::device::Units;
use crate::jobs::Header;
use crate::log::Ctx;
use crate::report::refuse;
use crate::rules::job as rules;
use crate::shader::{BATCHES, Group, Input, LANES, Ran, Stage};
use crate::state::{DrawDescriptor, Invocation, Payload, Renderer};
use crate::threads::{
    Io, LANES_PER_FUEL, Loaded, Resources, Storage, ThreadScratch, Threads, report_runs, trapped,
};

/// Groups of threads that are shaded at the same time.
const TOGETHER: u64 = 256;

/// The state that all threads of a job share.
struct Job<'j> {
    draw: DrawDescriptor,
    invocation: Invocation,
    loaded: &'j Loaded,
    resources: Resources,
    storage: Storage,
    groups: &'j ScratchMemory<ThreadScratch>,
}

/// Runs a compute or vertex job.
///
/// # Errors
/// The reason why it stopped.
pub(crate) fn run(header: &Header, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    let stage = match header.kind {
        JobType::Vertex => Stage::Vertex,
        _ => Stage::Compute,
    };
    let payload = Payload::of_threads(header.address, c)?;
    let draw = payload.draw();
    let renderer = Renderer::read(units.chip.arch, draw.state, 0, c)?;
    let loaded = units.programs.of(stage, &renderer, units.chip, c);
    c.fuel.take(loaded.fuel())?;
    let job = Job {
        draw,
        invocation: payload.invocation(),
        loaded: &loaded,
        resources: Resources::read(&draw, &renderer, units.chip, c)?,
        storage: Storage::read(draw.storage, c)?,
        groups: units.groups,
    };
    let began = c.log.begin();
    let (part, result) = match stage {
        Stage::Vertex => (Work::Vertices, job.vertices(c)),
        _ => (Work::Compute, job.workgroups(header, c)),
    };
    c.log
        .end_work(began, || Part::from(part).lanes(job.lanes(part)));
    result
}

impl Job<'_> {
    /// Lanes of its threads. Workgroups share no batch.
    fn lanes(&self, part: Work) -> RunLanes {
        let (groups, threads) = match part {
            Work::Vertices => {
                let (vertices, instances) = self.invocation.vertices();
                (1, u64::from(vertices) * u64::from(instances))
            }
            _ => {
                let groups = self.invocation.groups.iter().map(|n| u64::from(*n));
                let groups = groups.fold(1, u64::saturating_mul);
                (groups, self.invocation.threads())
            }
        };
        RunLanes {
            running: groups.saturating_mul(threads),
            batches: groups.saturating_mul(threads.div_ceil(16)),
        }
    }

    /// Runs the vertices of all instances, in parallel unless they can see each other.
    fn vertices(&self, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        let (vertices, instances) = self.invocation.vertices();
        let total = u64::from(vertices) * u64::from(instances);
        // One group needs no log of its own.
        let alone = total <= LANES as u64
            || self.loaded.program.writes_memory()
            || self.storage.has_threads();
        let mut first = 0;
        while first < total {
            let last = total.min(first + TOGETHER * LANES as u64);
            let parts = (first..last).step_by(LANES);
            let task = |part: u64, c: &mut Ctx<'_>| {
                self.groups.with(|scratch| {
                    let end = last.min(part + LANES as u64);
                    let mut linear = [[0; 16]; BATCHES];
                    for n in part..end {
                        let lane = (n - part) as usize;
                        let (instance, vertex) = (n / u64::from(vertices), n % u64::from(vertices));
                        linear[lane / 16][lane % 16] =
                            self.draw.linear(vertex as u32, instance as u32);
                    }
                    let (group, program) = (&mut scratch.group, &self.loaded.program);
                    group.set_storage(program, self.storage.of_group(0));
                    let began = c.log.begin();
                    let result = self.group(scratch, (end - part) as usize, &linear, c);
                    c.log.end(began, || Work::Vertices.into());
                    result
                })
            };
            match alone {
                true => { parts }.try_for_each(|part| task(part, c))?,
                false => ordered(
                    c,
                    &parts.collect::<Vec<u64>>(),
                    1 << 20,
                    |_, part, c| task(*part, c),
                    |_, result, paid, _| {
                        result?;
                        paid.map_err(Stopped::from)
                    },
                )?,
            }
            first = last;
        }
        c.log.counters.add("vertices", total);
        Ok(())
    }

    /// Runs workgroups one after the other, as they may see each other's memory.
    fn workgroups(&self, header: &Header, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        let Invocation { local, groups } = self.invocation;
        let threads = self.invocation.threads();
        if threads > LANES as u64 {
            let text = format!("{threads} threads of a workgroup");
            let record = ("invocation", header.payload());
            let rule = &rules::WORKGROUP;
            return Err(refuse(c, rule, header.address, record, text));
        }
        let [gx, gy, gz] = groups.map(u64::from);
        let mut number = 0;
        for z in 0..gz {
            for y in 0..gy {
                for x in 0..gx {
                    c.fuel.take(1)?;
                    self.groups.with(|scratch| {
                        let (group, program) = (&mut scratch.group, &self.loaded.program);
                        group.set_storage(program, self.storage.of_group(number));
                        set_ids(&mut scratch.group, local, [x, y, z].map(|n| n as u32));
                        let linear = numbers(number.wrapping_mul(threads));
                        self.group(scratch, threads as usize, &linear, c)
                    })?;
                    number += 1;
                }
            }
        }
        c.log.counters.add("workgroups", number);
        Ok(())
    }

    /// Runs the first `count` threads of a group.
    fn group(
        &self,
        scratch: &mut ThreadScratch,
        count: usize,
        linear: &[[u32; 16]; BATCHES],
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let ThreadScratch { group, cache } = scratch;
        group.profile(c.log.profile());
        group.bind(&self.loaded.program, &self.resources.uniforms);
        cache.forget();
        let mut live = [0u16; BATCHES];
        for (batch, live) in live.iter_mut().enumerate() {
            let lanes = count.saturating_sub(16 * batch).min(16);
            *live = ((1u32 << lanes) - 1) as u16;
        }
        let before = c.fuel.left().saturating_mul(LANES_PER_FUEL);
        let mut fuel = before;
        let mut io = Io {
            c,
            resources: &self.resources,
            threads: Threads::Numbered(linear),
            cache,
            stopped: None,
        };
        let program = &self.loaded.program;
        let mode = self.loaded.mode;
        let mut ran = group.run_in(mode, program, [&live; 2], &mut io, &mut fuel);
        while matches!(ran, Ok(Ran::Blocked)) {
            ran = group.resume_in(mode, program, &mut io, &mut fuel);
        }
        let stopped = io.stopped.take();
        report_runs(self.loaded, group, c.log);
        c.log.counters.add("shader.bundles", group.executed());
        let result = match ran {
            Ok(_) => Ok(()),
            Err(trap) => Err(trapped(self.loaded, trap, stopped, c.log)),
        };
        c.fuel.take((before - fuel).div_ceil(LANES_PER_FUEL))?;
        result
    }
}

/// Numbers from `first` on.
fn numbers(first: u64) -> [[u32; 16]; BATCHES] {
    std::array::from_fn(|batch| {
        std::array::from_fn(|lane| (first as u32).wrapping_add((16 * batch + lane) as u32))
    })
}

/// Sets the registers with the place of each thread.
fn set_ids(group: &mut Group, local: [u32; 3], workgroup: [u32; 3]) {
    for batch in 0..BATCHES {
        for component in 0..3u8 {
            let n = usize::from(component);
            let below: u32 = local[..n].iter().product();
            let of = |lane: usize| ((16 * batch + lane) as u32 / below.max(1)) % local[n].max(1);
            let own = Lanes::from_fn(of);
            let first = workgroup[n].wrapping_mul(local[n]);
            let global = Lanes::from_fn(|lane| first.wrapping_add(of(lane)));
            group.register_mut(Input::LocalId, component)[batch] = own;
            group.register_mut(Input::GroupId, component)[batch] = Lanes::splat(workgroup[n]);
            group.register_mut(Input::GlobalId, component)[batch] = global;
        }
    }
}
