//! Draw state: groups of packets that a draw applies, for the modes that they are for.

/// A group.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group {
    pub address: u64,
    pub words: u32,
    /// Bits of the modes: binning, GMEM, system memory.
    pub modes: u8,
}

/// Modes of rendering, as bits.
const BINNING: u8 = 1;
const GMEM: u8 = 2;
const SYSMEM: u8 = 4;

/// All groups and the mode.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    groups: [Group; 32],
    modes: u8,
    /// Whether there are groups that no draw has applied.
    some: bool,
}

impl Default for Groups {
    fn default() -> Self {
        Groups {
            groups: [Group::default(); 32],
            // Before the first marker the mode is unknown: no group is left out.
            modes: BINNING | GMEM | SYSMEM,
            some: false,
        }
    }
}

/// One entry of `CP_SET_DRAW_STATE`.
pub(crate) struct Entry {
    pub id: usize,
    pub group: Group,
    pub disable: bool,
    pub disable_all: bool,
    pub immediate: bool,
}

impl Entry {
    pub fn decode(words: [u32; 3]) -> Entry {
        Entry {
            id: (words[0] >> 24 & 0x1f) as usize,
            group: Group {
                address: u64::from(words[2]) << 32 | u64::from(words[1]),
                words: words[0] & 0xffff,
                modes: (words[0] >> 20 & 0xf) as u8,
            },
            disable: words[0] >> 17 & 1 != 0,
            disable_all: words[0] >> 18 & 1 != 0,
            immediate: words[0] >> 19 & 1 != 0,
        }
    }
}

impl Groups {
    /// `CP_SET_MARKER`: only three of the modes change what draws apply.
    pub fn marker(&mut self, word: u32) {
        match word & 0xf {
            1 => self.modes = SYSMEM,
            2 => self.modes = BINNING,
            4 => self.modes = GMEM,
            _ => {}
        }
    }

    /// The modes that buffers are listed for, as bits.
    pub fn modes(&self) -> u8 {
        self.modes
    }

    /// Applies an entry; returns the group if it is executed at once.
    pub fn set(&mut self, entry: Entry) -> Option<Group> {
        if entry.disable_all {
            self.groups = [Group::default(); 32];
            return None;
        }
        self.groups[entry.id] = Group::default();
        if entry.disable {
            return None;
        }
        if entry.immediate {
            return Some(entry.group).filter(|g| self.applies(g));
        }
        self.groups[entry.id] = entry.group;
        self.some = true;
        None
    }

    fn applies(&self, group: &Group) -> bool {
        group.words != 0 && group.modes & self.modes != 0
    }

    /// The groups that no draw has applied before, if there are any. None are left.
    pub fn take(&mut self) -> Option<Groups> {
        if !self.some {
            return None;
        }
        let none = Groups {
            modes: self.modes,
            ..Groups::default()
        };
        Some(std::mem::replace(self, none))
    }

    /// The groups that apply to a draw in the mode, with their numbers.
    pub fn applied(&self) -> impl Iterator<Item = (usize, Group)> {
        let all = self.groups.into_iter().enumerate();
        all.filter(|(_, g)| self.applies(g))
    }
}
