//! Properties of any bytes as a command stream.

use tilescope_core::{AddressSpace, Fuel, Location, Region, Silent};
use tilescope_tables::listing::{Hex, Options, render_all, to_source};
use tilescope_vivante::bus::Bus;
use tilescope_vivante::chips::{GC600, GC2000, GC7000L};
use tilescope_vivante::cmd::Draw2d;
use tilescope_vivante::cmd::listing::{describe, disassemble};
use tilescope_vivante::cmd::text::assemble;
use tilescope_vivante::fe::{DrawCommand, FrontEnd, Quirks, Units, Work};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::enums::{PipeId, SyncRecipient};
use tilescope_vivante::state::State;
use tilescope_vivante::stopped::Stopped;

/// Every byte is in one line, and the lines assemble to the bytes.
pub fn command_text_round_trips(bytes: &[u8]) {
    let lines = disassemble(bytes, 0x1000, &Options::default());
    let mut next = 0;
    for line in &lines {
        assert_eq!(line.offset, next, "{line:?}");
        next += line.len;
    }
    assert_eq!(next as usize, bytes.len());
    let source = to_source(&lines);
    match assemble(&source, &|_| None) {
        Ok(list) => assert_eq!(list.bytes, bytes, "{source}"),
        Err(errors) => panic!("{}", errors[0].render("stream", &source)),
    }
    let shown = describe(bytes, 0x1000, &Options::default());
    assert_eq!(shown.len(), lines.len());
    render_all(&shown, bytes, Default::default(), Hex::Words);
}

/// Units that do nothing.
struct Idle;

impl Units for Idle {
    fn wrote(&mut self, _: u32, _: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn draw(&mut self, _: &DrawCommand, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn draw_2d(&mut self, draw: &Draw2d<'_>, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        assert!(draw.rectangles().len() <= 256);
        Ok(())
    }

    fn jumps(&mut self, _: u32, _: &mut Work<'_, '_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn stall(&mut self, _: SyncRecipient, _: SyncRecipient, _: &mut Work<'_, '_>) {}
}

/// The front end ends any stream within its fuel, for any jumps.
pub fn streams_terminate_in_bounds(bytes: &[u8]) {
    let mut memory = AddressSpace::new();
    if memory
        .map(Region::from_bytes("stream", 0x1000, bytes))
        .is_err()
    {
        // Empty.
        return;
    }
    let pick = usize::from(bytes.first().copied().unwrap_or(0));
    let chip = [&GC2000, &GC600, &GC7000L][pick % 3];
    let mut log = Log::new(Location::new(), &Silent);
    let mut fuel = Fuel::new(20_000);
    let mut fe = FrontEnd::new(chip, Quirks::default());
    let mut work = Work {
        state: &mut State::new(),
        bus: Bus::new(&memory),
        log: &mut log,
        fuel: &mut fuel,
    };
    let pipe = [PipeId::Pipe3d, PipeId::Pipe2d][pick / 3 % 2];
    let end = 0x1000 + bytes.len() as u64;
    let _ = fe.run(pipe, 0x1000, end, &mut Idle, &mut work);
    assert!(work.log.at.frames.is_empty(), "locations are put back");
}
