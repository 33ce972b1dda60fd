//! User programs: queued through V3D_SRQPC and scheduled round-robin, so that
//! semaphores and the mutex between them work. Both outlive the programs.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::check::Stage;
use crate::cle::Stopped;
use crate::code::{Shader, ShaderCache};
use crate::dumps;
use crate::log::{Ctx, Log};
use crate::ports::{Ports, StageKind, ThreadId, VpmPort};
use crate::qpu::Stream;
use crate::qpu::thread::{RunEnd, Thread, ThreadInit};
use crate::rules::{qpu, vpm as vpm_rules};
use crate::run::{Machine, check_duration, registers, stopped};
use crate::sync::Semaphores;
use crate::tmu::Tmu;
use crate::uniforms::{UniformWindow, Uniforms};
use crate::vpm::{Vpm, Window};
use tilescope_core::profile::{Lanes, Part, Stage as WorkStage};

/// Number of instructions before the next program is scheduled.
const SLICE: u64 = 4096;
/// Size of the request queue. Source: SRQCS, whose queue length has six bits; a full
/// queue sets its error bit.
pub const QUEUE: usize = 63;

/// A requested program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// GPU address of its first instruction.
    pub code: u32,
    /// GPU address of its uniforms.
    pub uniforms: u32,
    /// Bytes of uniforms; 0 if unknown.
    pub uniforms_len: u32,
}

struct Running {
    request: Request,
    id: ThreadId,
    shader: Arc<Shader>,
    window: UniformWindow,
    at: u32,
    port: VpmPort,
    tmu: Tmu,
    thread: Thread,
}

/// The request queue, the running programs, and their shared state. Programs that wait
/// for later requests stay here.
#[derive(Default)]
pub struct Programs {
    /// VPM rows that are reserved for user programs, if any are.
    pub rows: Option<u32>,
    waiting: VecDeque<Request>,
    running: Vec<Running>,
    sync: Semaphores,
}

impl Programs {
    /// Queues a program. The hardware has room for [`QUEUE`] that no QPU has started.
    pub fn push(&mut self, request: Request) {
        self.waiting.push_back(request);
    }

    /// Number of requests that no QPU has started.
    pub fn queued(&self) -> usize {
        self.waiting.len()
    }

    /// Drops the requests that no QPU has started.
    pub fn clear_queue(&mut self) {
        self.waiting.clear();
    }

    /// Runs programs until all have ended or none can continue. Returns the number that
    /// ended, and the reason if one was stopped, which is removed.
    pub fn run(
        &mut self,
        machine: &Machine,
        shaders: &mut ShaderCache,
        vpm: &mut Vpm,
        c: &mut Ctx<'_>,
    ) -> (u32, Result<(), Stopped>) {
        let mut completed = 0;
        loop {
            if self.running.is_empty() {
                shaders.make_room();
            }
            while let Some(n) = self.free(machine) {
                let Some(request) = self.waiting.pop_front() else {
                    break;
                };
                match start(request, n, machine, shaders, c) {
                    Ok(mut r) => {
                        if let Some(rows) = self.rows {
                            r.port = r.port.with_shares(rows, rows);
                        }
                        self.running.push(r);
                    }
                    Err(stop) => return (completed, Err(stop)),
                }
            }
            let mut progress = false;
            let mut i = 0;
            while i < self.running.len() {
                let r = &mut self.running[i];
                let before = r.thread.executed();
                let end = run_slice(r, machine, vpm, &mut self.sync, c);
                progress |= r.thread.executed() != before;
                check_mutex(&self.running, i, &self.sync, c.log);
                match end {
                    RunEnd::Ended => {
                        let r = self.running.remove(i);
                        ended(&r, &self.sync, c.log);
                        if let Some(stop) = Stopped::noted(c.log) {
                            return (completed, Err(stop));
                        }
                        completed += 1;
                        progress = true;
                    }
                    RunEnd::Trap {
                        trap: crate::qpu::io::Trap::OutOfFuel,
                        ..
                    } if c.fuel.left() > 0 => i += 1,
                    RunEnd::Blocked => i += 1,
                    end => {
                        let r = self.running.remove(i);
                        return (
                            completed,
                            Err(stopped(&end, r.id, &r.shader, &r.thread, c.log)),
                        );
                    }
                }
            }
            let could_start = !self.waiting.is_empty() && self.free(machine).is_some();
            if !progress && !could_start {
                return (completed, Ok(()));
            }
        }
    }

    fn free(&self, machine: &Machine) -> Option<u8> {
        (0..machine.chip.qpus()).find(|n| self.running.iter().all(|r| r.id.qpu != *n))
    }

    /// Reason why programs still wait when no more will be requested.
    pub fn deadlock(&self, log: &mut Log) -> Option<Stopped> {
        let first = self.running.first()?;
        Some(deadlock(first, &self.running, &self.sync, log))
    }
}

fn start(
    request: Request,
    n: u8,
    machine: &Machine,
    shaders: &mut ShaderCache,
    c: &mut Ctx<'_>,
) -> Result<Running, Stopped> {
    let quirks = &machine.qpu_quirks;
    let shader = shaders.load(Stage::User, request.code, quirks, c)?;
    if let Some(uses) = shader.summary.uniforms.exact()
        && request.uniforms_len > 0
        && uses * 4 > request.uniforms_len
    {
        c.log
            .find(&qpu::UNIFORMS_OVERRUN, (request.code, 0), |outer| {
                let at = outer.inside(tilescope_core::Frame::Shader("user", request.code.into()));
                (
                    at,
                    format!(
                        "the program reads {uses} uniforms, but {} bytes were supplied",
                        request.uniforms_len
                    ),
                )
            });
    }
    let mut thread = Thread::default();
    let init = ThreadInit {
        qpu_number: n.into(),
        ..ThreadInit::default()
    };
    thread.start(&shader.program, &init, Stream::default());
    Ok(Running {
        request,
        id: ThreadId {
            stage: StageKind::User,
            code: shader.address,
            qpu: n,
        },
        window: UniformWindow::fetch(request.uniforms, None, &c.bus, c.log),
        at: request.uniforms,
        shader,
        port: VpmPort::new(Window { read: 0, write: 0 }),
        tmu: Tmu::default(),
        thread,
    })
}

fn run_slice(
    r: &mut Running,
    machine: &Machine,
    vpm: &mut Vpm,
    sync: &mut Semaphores,
    c: &mut Ctx<'_>,
) -> RunEnd {
    let slice = SLICE.min(c.fuel.left());
    let mut left = slice;
    let (began, fetches) = (c.log.begin(), r.tmu.fetches());
    r.thread.profile(c.log.profile());
    let mut uniforms = Uniforms::new(&r.window);
    uniforms.jump(r.at);
    let mut ports = Ports {
        bus: c.bus,
        log: c.log,
        quirks: &machine.quirks,
        thread: r.id,
        uniforms: &mut uniforms,
        tmu: &mut r.tmu,
        vpm: Some((vpm, &mut r.port)),
        fragments: None,
        sync,
        ip: 0,
        budget: c.fuel.left(),
        suspect: r.shader.suspect,
    };
    let end = r
        .thread
        .run(&r.shader.program, &mut ports, &mut left, machine.mode);
    let budget = ports.budget;
    r.at = uniforms.address();
    let used = slice - left;
    let spent = c.fuel.left() - budget;
    let _ = c.fuel.take(used + spent);
    c.log.counters.add("qpu.user.instructions", used);
    c.log.count_fetches(r.tmu.fetches() - fetches);
    if let Some(profile) = c.log.profile_mut() {
        let shader = (r.id.stage.name(), r.id.code.into());
        r.thread.report(&r.shader.program, shader, profile);
    }
    c.log.end_work(began, || {
        let threads = u64::from(end == RunEnd::Ended);
        Part::from(WorkStage::Compute).lanes(Lanes {
            running: 16 * threads,
            batches: threads,
        })
    });
    end
}

/// Checks whether program `i` shares the DMA units with another program. Programs that
/// synchronise by semaphores may do so without the mutex.
fn check_mutex(running: &[Running], i: usize, sync: &Semaphores, log: &mut Log) {
    let r = &running[i];
    let Some(ip) = r.port.unguarded.filter(|_| !sync.semaphores_used()) else {
        return;
    };
    let other = running
        .iter()
        .find(|o| o.id.qpu != r.id.qpu && o.port.unguarded.is_some());
    if let Some(o) = other {
        log.find(&vpm_rules::SHARED_WITHOUT_MUTEX, (r.id.code, ip), |outer| {
            let message = format!(
                "QPUs {} and {} both start DMA, and neither holds the mutex",
                o.id.qpu.min(r.id.qpu),
                o.id.qpu.max(r.id.qpu)
            );
            (r.id.locate(outer, ip), message)
        });
    }
}

fn ended(r: &Running, sync: &Semaphores, log: &mut Log) {
    log.counters.add("qpu.user.threads", 1);
    check_duration(r.id, &r.thread, log);
    let site = (r.request.code, r.id.qpu.into());
    let mut find = |rule, message: &str| {
        log.find(rule, site, |outer| {
            let at = outer.inside(tilescope_core::Frame::Shader("user", r.request.code.into()));
            (at, message.to_owned())
        });
    };
    if r.port.dma_pending() {
        find(
            &vpm_rules::DMA_NOT_WAITED,
            "the program ended without waiting for its DMA",
        );
    }
    if sync.holder() == Some(r.id.qpu) {
        find(
            &qpu::MUTEX_HELD_AT_END,
            "the program ended holding the mutex",
        );
    }
    if log.wants(dumps::QPU) {
        log.dump(registers(r.id, &r.shader.program, &r.thread));
    }
}

fn deadlock(r: &Running, all: &[Running], sync: &Semaphores, log: &mut Log) -> Stopped {
    let at = r.id.locate(&log.at, r.thread.ip());
    let held = sync.holder();
    let (rule, message) = if held == Some(r.id.qpu) {
        (
            &qpu::MUTEX_TWICE,
            "the program acquires the mutex that it holds".to_owned(),
        )
    } else if let Some(holder) = held {
        (
            &qpu::SEMAPHORE_DEADLOCK,
            format!(
                "programs waiting for the mutex: {}; QPU {holder} holds it",
                all.len()
            ),
        )
    } else if (0..16).any(|n| sync.count(n) == 15) {
        (
            &qpu::SEMAPHORE_OVERFLOW,
            "a semaphore at 15 is raised again, and no program lowers it".to_owned(),
        )
    } else {
        (
            &qpu::SEMAPHORE_DEADLOCK,
            format!(
                "programs waiting for semaphores that no program raises: {}",
                all.len()
            ),
        )
    };
    Stopped::by(rule, at, message, (r.id.code, r.thread.ip()), log)
}
