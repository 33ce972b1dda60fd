//! Runs of a file as threads of one gang.

use crate::device::Device;
use crate::run::{FUEL, Prepared, Start, companions, verify};
use tilescope_exec::Lanes16;
use tilescope_filetest::Run;
use tilescope_vc4::qpu::gang::{Gang, Streams, THREADS};
use tilescope_vc4::qpu::{
    ExecMode, PixelFlags, QpuIo, Scoreboard, Stream, ThreadInit, ThreadSwitch, TlbRead, TlbWrite,
    TmuReg,
};

/// The devices of the threads.
struct Devices(Vec<Device>);

impl Streams for Devices {
    fn uniform(&mut self, n: usize) -> Option<u32> {
        self.0[n].next_uniform()
    }

    fn uniforms_address(&mut self, n: usize, address: u32) -> bool {
        self.0[n].set_uniforms_address(address);
        true
    }

    fn set_uniforms_position(&mut self, n: usize, at: u32) {
        self.0[n].set_uniforms_position(at);
    }

    fn varying(&mut self, n: usize, out: &mut Lanes16) -> Option<u32> {
        let next = self.0[n].next_varying()?;
        *out = next.value;
        Some(next.c)
    }

    fn tlb_read(&mut self, n: usize, what: TlbRead, out: &mut Lanes16) -> bool {
        self.0[n].tlb_read(what, out).is_ok()
    }

    fn tlb_write(&mut self, n: usize, what: TlbWrite, v: &Lanes16, mask: u16) -> bool {
        self.0[n].tlb_write(what, v, mask).is_ok()
    }

    fn pixel_flags(&mut self, n: usize, which: PixelFlags) -> Lanes16 {
        let mut flags = Lanes16::ZERO;
        self.0[n].pixel_flags(which, &mut flags);
        flags
    }

    fn set_pixel_flags(&mut self, n: usize, which: PixelFlags, v: &Lanes16, mask: u16) {
        self.0[n].set_pixel_flags(which, v, mask);
    }

    fn tmu_write(&mut self, n: usize, (unit, reg): (u8, TmuReg), v: &Lanes16, mask: u16) -> bool {
        self.0[n].tmu_write(unit, reg, v, mask).is_ok()
    }

    fn tmu_read(&mut self, n: usize, unit: u8, out: &mut Lanes16) -> bool {
        self.0[n].tmu_read(unit, out).is_ok()
    }

    fn scoreboard(&mut self, n: usize, op: Scoreboard) {
        let _ = self.0[n].scoreboard(op);
    }

    fn thread_switch(&mut self, n: usize, which: ThreadSwitch) {
        self.0[n].thread_switch(which);
    }
}

/// Executes `run` together with other runs of the file, or with itself. Returns the
/// number of instructions that the first thread executed in the gang.
pub fn run(file: &Prepared, run: &Run, start: &Start, stream: Stream<'_>) -> Result<u64, String> {
    if start.program.reference_only() {
        return Ok(0);
    }
    let mut others = companions(file, run, start)?;
    if others.is_empty() {
        others.push((run.clone(), Start::new(file, run)?));
    }
    others.truncate(THREADS - 1);
    let all: Vec<(&Run, &Start)> = std::iter::once((run, start))
        .chain(others.iter().map(|(run, start)| (run, start)))
        .collect();
    let inits: Vec<ThreadInit> = all.iter().map(|(_, start)| start.init.clone()).collect();
    let devices = all.iter().map(|(_, start)| start.device.clone());
    let mut devices = Devices(devices.collect());
    let mut gang = Gang::default();
    gang.run(&start.program, &inits, stream, &mut devices, FUEL);
    let together = gang.thread(0).executed();
    for (n, (run, start)) in all.iter().enumerate() {
        let device = &mut devices.0[n];
        if gang.thread(n).ended() {
            gang.inspect(&start.program, n, &inits[n], stream);
        }
        let thread = gang.thread(n);
        start.finish(thread, device, ExecMode::Normal)?;
        verify(run, thread, device).map_err(|e| format!("thread {n}: {e}"))?;
    }
    Ok(together)
}
