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
        let multi = rs::dest_stride::MULTI.of(layout) != 0;
        if multi && !self.is_whole(height) {
            return None;
        }
        let bit = |set: u32, n: u32| set << n;
        let bits = rs::config::DEST_FORMAT.of(config)
            | bit(rs::config::DEST_TILED.of(config), 5)
            | bit(rs::dest_stride::TILING.of(layout), 6)
            | bit(multi.into(), 7);
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

impl Loaded {
    /// Whether a copy of `height` rows fills a surface that is split among two pixel
    /// pipes: then its second half follows the first. Of a part nobody could tell where
    /// the other half is.
    fn is_whole(&self, height: u32) -> bool {
        let layout = self.get(rs::dest_stride::AT);
        // Rows of tiles, or of supertiles, for each of two pipes.
        let rows = match rs::dest_stride::TILING.of(layout) {
            0 => 8,
            _ => 128,
        };
        let tiles = height.next_multiple_of(rows) / 4;
        let half = u64::from(rs::dest_stride::STRIDE.of(layout)) * u64::from(tiles) / 2;
        let [first, second] = [0, 4].map(|i| u64::from(self.get(rs::pipe_dest_addr::AT + i)));
        first + half == second
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

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_vivante::cmd::text::assemble;

    /// A copy of 160 columns and `rows` rows to a surface for two pixel pipes, of which
    /// each has 98304 bytes: two rows of supertiles, three supertiles across.
    fn copied(rows: u32, first: u32) -> Vec<Output> {
        let text = format!(
            "LOAD_STATE RS.CONFIG source_format=A8R8G8B8, dest_format=A8R8G8B8, dest_tiled
             LOAD_STATE RS.DEST_STRIDE stride=3072, tiling, multi
             LOAD_STATE RS.WINDOW_SIZE width=160, height={rows} / 2
             LOAD_STATE RS.PIPE.OFFSET[1] x=0, y={rows} / 2
             LOAD_STATE RS.CLEAR_CONTROL mode=DISABLED
             LOAD_STATE RS.PIPE.DEST_ADDR[0] {first}, 0x10000 + 98304
             LOAD_STATE RS.KICKER 1"
        );
        let list = assemble(&text, &|_| None);
        outputs(
            &list
                .unwrap_or_else(|e| panic!("{}", e[0].render("stream", &text)))
                .bytes,
        )
    }

    #[test]
    fn a_part_of_a_split_surface_is_no_picture() {
        let whole = copied(160, 0x1_0000);
        assert_eq!((whole[0].address, whole[0].height), (0x1_0000, 160));
        assert_eq!(copied(104, 0x1_0000), []);
        assert_eq!(copied(160, 0x1_4000), []);
    }
}
