//! What a job makes: the surfaces that RS copies to. Linux is not told, so that
//! they are read from the stream; what PE draws to is of no use to anybody before
//! RS has filled in the tiles that were only cleared.

use std::collections::BTreeMap;

use tilescope_vivante::cmd::{Command, RawCommand};
use tilescope_vivante::regs::rs;

use crate::kernel::Output;

/// The states of RS.
const RS: std::ops::Range<u32> = 0x1600..0x1800;
/// How many surfaces of a job are told.
const MAX: usize = 64;

/// States as the stream of one job leaves them: drivers load all that RS needs
/// before they start it.
#[derive(Default)]
struct Loaded(BTreeMap<u32, u32>);

impl Loaded {
    fn get(&self, state: u32) -> u32 {
        self.0.get(&state).copied().unwrap_or(0)
    }

    /// What RS copies to when it starts now; none when it fills.
    fn copy(&self) -> Option<Output> {
        if rs::clear_control::MODE.of(self.get(rs::clear_control::AT)) != 0 {
            return None;
        }
        let address = match self.0.get(&rs::pipe_dest_addr::AT) {
            Some(first) => *first,
            None => *self.0.get(&rs::dest_addr::AT)?,
        };
        let (config, layout) = (self.get(rs::config::AT), self.get(rs::dest_stride::AT));
        let window = self.get(rs::window_size::AT);
        let halved = |by: u32, n: u32| n >> by;
        let height = rs::window_size::HEIGHT.of(window);
        // The part of the second pixel pipe is below that of the first.
        let second = self.get(rs::pipe_offset::AT + 4);
        let height = height + rs::pipe_offset::Y.of(second);
        let bit = |set: u32, n: u32| set << n;
        let bits = rs::config::DEST_FORMAT.of(config)
            | bit(rs::config::DEST_TILED.of(config), 5)
            | bit(rs::dest_stride::TILING.of(layout), 6)
            | bit(rs::dest_stride::MULTI.of(layout), 7);
        Some(Output {
            name: "rs_copy",
            address: address.into(),
            width: halved(
                rs::config::DOWNSAMPLE_X.of(config),
                rs::window_size::WIDTH.of(window),
            ),
            height: halved(rs::config::DOWNSAMPLE_Y.of(config), height),
            bits: bits as u16,
            stride: rs::dest_stride::STRIDE.of(layout),
        })
    }
}

/// The surfaces that a stream makes, in order; of one that is made twice the last.
pub fn outputs(stream: &[u8]) -> Vec<Output> {
    let mut loaded = Loaded::default();
    let mut outputs: Vec<Output> = Vec::new();
    let mut rest = stream;
    while let Ok(raw) = RawCommand::at(rest) {
        if let Command::LoadState(load) = raw.decode()
            && load.offset < RS.end
            && load.offset + 4 * load.count() > RS.start
        {
            for (state, value) in load.words() {
                match state {
                    rs::kicker::AT => {
                        let Some(output) = loaded.copy() else {
                            continue;
                        };
                        outputs.retain(|o| o.address != output.address);
                        outputs.push(output);
                        if outputs.len() > MAX {
                            outputs.remove(0);
                        }
                    }
                    _ if RS.contains(&state) => _ = loaded.0.insert(state, value),
                    _ => {}
                }
            }
        }
        rest = rest.get(raw.bytes.len()..).unwrap_or_default();
    }
    outputs
}
