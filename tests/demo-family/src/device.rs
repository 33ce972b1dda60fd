//! The device: submissions, and the packets of their lists.

use tilescope_core::bus::Bus;
use tilescope_core::{
    ChipInfo, Context, Device, Finding, Frame, Location, Outcome, Status, Stopped, Submission,
    Work as Task,
};

use crate::draw::{DemoPort, Log, Work, draw};
use crate::rules;
use crate::shader::{check, program};
use crate::tables::{INSTRUCTION, PACKETS, first, triangle};

/// The chip.
pub static CHIP: ChipInfo = ChipInfo {
    name: "demo1",
    family: "demo",
    title: "Demo GPU",
    boards: "none",
};

/// A device. It has no state.
#[derive(Debug, Default)]
pub struct Demo {
    submissions: u32,
}

impl Device for Demo {
    fn chip(&self) -> &'static ChipInfo {
        &CHIP
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let frame = Frame::Submission(self.submissions, submission.label.as_str().into());
        self.submissions += 1;
        let at = Location::new().inside(frame);
        let mut work = Work {
            bus: Bus::new(ctx.memory),
            log: Log::new(at.clone(), ctx.observer),
            fuel: ctx.fuel,
        };
        let mut ended = Ok(());
        for task in &submission.work {
            ended = match *task {
                Task::List { start, end, .. } => list(start, end, &mut work),
                Task::Program { .. } => {
                    work.log.unimplemented("shader programs without a draw");
                    Ok(())
                }
            };
            if ended.is_err() {
                break;
            }
        }
        ctx.fuel = work.fuel;
        let status = match ended {
            Ok(()) => Status::Done,
            Err(Stopped::By(finding)) => Status::Fault(finding),
            Err(Stopped::Fuel(why)) => {
                let finding = Finding::new(&rules::ENDLESS, at, why.to_string());
                work.log.ensure(&finding);
                Status::OutOfFuel(Box::new(finding))
            }
        };
        let counters = work.log.deliver(ctx.observer);
        Outcome { status, counters }
    }

    fn mmio_read(&mut self, _: u32) -> u32 {
        0
    }

    fn mmio_write(&mut self, _: u32, _: u32, _: &mut Context<'_>) {}

    fn reset(&mut self) {
        *self = Demo::default();
    }
}

/// Executes the packets from `start` up to `end`.
fn list(start: u64, end: u64, work: &mut Work<'_>) -> Result<(), Stopped> {
    let outer = work.log.at.clone();
    let mut at = start;
    while at < end {
        work.fuel.take(1)?;
        let left = (end - at).min(PACKETS[0].size() as u64);
        let mut bytes = vec![0; left as usize];
        work.read(DemoPort::Lists, at, &mut bytes)?;
        let Some(row) = first(&PACKETS, &bytes) else {
            let message = format!("{:#04x} is not a packet", bytes[0]);
            let site = (at, 0);
            let here = outer.inside(Frame::Packet("unknown", at, at - start));
            return Err(Stopped::by(
                &rules::PACKET,
                here,
                message,
                site,
                &mut work.log,
            ));
        };
        work.log.at = outer.inside(Frame::Packet(row.name(), at, at - start));
        packet(&bytes[1..], work)?;
        work.log.at.clone_from(&outer);
        at += row.size() as u64;
    }
    Ok(())
}

/// Loads the shader of a triangle, reports what is wrong with it, and draws.
fn packet(payload: &[u8], work: &mut Work<'_>) -> Result<(), Stopped> {
    let address = triangle::SHADER.get(payload);
    let len = triangle::INSTRUCTIONS.get(payload) as usize * INSTRUCTION;
    let mut code = vec![0; len];
    work.read(DemoPort::Code, address, &mut code)?;
    let at = work.log.at.clone();
    for v in check(&code) {
        let inst = address + u64::from(v.instruction) * INSTRUCTION as u64;
        let shader = at.inside(Frame::Shader("pixel", address));
        let here = shader.inside(Frame::Instruction(v.instruction, inst));
        work.log.find(v.rule, (inst, 0), |_| (here, v.message));
    }
    Stopped::check(&work.log)?;
    draw(payload, &program(&code), work)
}
