//! The control-flow graph of a program, with delay slots.
//!
//! A node is an instruction together with its pending control transfer: the same word
//! is a different node as an ordinary instruction, as delay slot of a branch and as
//! delay slot of the program end. Branches must be three apart, so a branch in the last
//! delay slot of another is legal; its own delay slots are then at the target of the
//! first.

use std::collections::HashMap;

use super::access::{Access, Form};
use super::report::Violations;
use crate::isa::word::{BranchCond, Inst};
use crate::rules::qpu;
use tilescope_shader::{Edges, Order};

/// Pending control transfer after the instruction of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pending {
    Nothing,
    /// The branch at `at` happens after `left` instructions, this included.
    Branch {
        at: u32,
        left: u8,
    },
    /// The program ends after `left` instructions, this included.
    End {
        left: u8,
    },
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub ip: u32,
    pub pending: Pending,
    /// Possible next nodes, [`NONE`] if fewer than two.
    pub next: [u32; 2],
    /// Whether control may leave the graph.
    pub leaves: bool,
}

impl Node {
    /// The last instruction that the program executes.
    pub fn is_last(&self) -> bool {
        self.pending == Pending::End { left: 1 }
    }
}

/// Entry points of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The start of the program.
    Start,
    /// A possible target of a branch by register, with unknown state.
    Unknown,
}

pub(super) struct Graph {
    pub nodes: Vec<Node>,
    pub entries: Vec<(u32, Entry)>,
    pub edges: Edges,
    /// Edges from each node to those that can come before it.
    pub before: Edges,
    /// Nodes in the order in which they follow the entries.
    pub order: Order,
    pub has_unknown_branches: bool,
}

struct Builder<'a> {
    words: &'a [u64],
    accesses: &'a [Access],
    base: Option<u32>,
    nodes: Vec<Node>,
    plain: Vec<u32>,
    pending: HashMap<(u32, Pending), u32>,
    work: Vec<u32>,
    /// Possible targets of branches by register.
    returns: Vec<u32>,
    unknown_branches: bool,
    /// Targets of taken branches, with the branch.
    targets: Vec<(u32, u32)>,
}

/// Target of a taken branch.
enum Target {
    Instruction(u32),
    Unknown,
    Nowhere,
}

impl Builder<'_> {
    fn node(&mut self, ip: u32, pending: Pending) -> u32 {
        // A hostile program can combine branches in last delay slots into a number of
        // nodes that is quadratic in its length.
        let too_many = self.nodes.len() > self.words.len() * 4 + 64;
        let pending = match pending {
            Pending::Branch { left: 3, .. } if too_many => Pending::Nothing,
            p => p,
        };
        let known = match pending {
            Pending::Nothing => self.plain[ip as usize],
            p => self.pending.get(&(ip, p)).copied().unwrap_or(NONE),
        };
        if known != NONE {
            return known;
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            ip,
            pending,
            next: [NONE; 2],
            leaves: false,
        });
        match pending {
            Pending::Nothing => self.plain[ip as usize] = id,
            p => {
                self.pending.insert((ip, p), id);
            }
        }
        self.work.push(id);
        id
    }

    fn target(&mut self, at: u32, out: &mut Violations) -> Target {
        let inst = Inst(self.words[at as usize]);
        let len = self.words.len() as i64;
        let offset = i64::from(inst.imm() as i32);
        let bad = |what: String, out: &mut Violations| {
            out.add(&qpu::BAD_BRANCH, at, Some((0, 31)), what);
            Target::Nowhere
        };
        if inst.branch_reg() {
            self.unknown_branches = true;
            // The immediate of a jump table is a possible target.
            let table = i64::from(at) + 4 + offset / 8;
            if inst.branch_rel() && offset % 8 == 0 && (0..len).contains(&table) {
                self.returns.push(table as u32);
            }
            return Target::Unknown;
        }
        let to = match (inst.branch_rel(), self.base) {
            (true, _) => offset + (i64::from(at) + 4) * 8,
            (false, Some(base)) => i64::from(inst.imm()) - i64::from(base),
            (false, None) => {
                self.unknown_branches = true;
                return Target::Unknown;
            }
        };
        if to % 8 != 0 {
            return bad(
                format!(
                    "the branch goes to byte {to} of the program, which is inside an instruction"
                ),
                out,
            );
        }
        let to = to / 8;
        if !(0..len).contains(&to) {
            return bad(
                format!("the branch goes to instruction {to} of a program of {len}"),
                out,
            );
        }
        Target::Instruction(to as u32)
    }

    fn run_into_end(&self, ip: u32, out: &mut Violations) {
        let message = "the code ends after this instruction without a program end".to_owned();
        out.add(&qpu::MISSING_END, ip, None, message);
    }

    fn visit(&mut self, id: u32, out: &mut Violations) {
        let Node { ip, pending, .. } = self.nodes[id as usize];
        let access = &self.accesses[ip as usize];
        let (branches, ends) = (access.form == Form::Branch, access.ends());
        let links = branches && access.each_write().next().is_some();
        if links {
            self.returns.push(ip + 4);
        }
        let own = match (branches, ends) {
            (true, _) => Pending::Branch { at: ip, left: 3 },
            (_, true) => Pending::End { left: 2 },
            _ => Pending::Nothing,
        };
        match pending {
            Pending::Nothing => self.fall_through(id, ip, own, out),
            Pending::End { left } => {
                if branches || ends {
                    let message = "this instruction is a delay slot of the program end".to_owned();
                    out.add(&qpu::BRANCH_AT_END, ip, Some((60, 63)), message);
                }
                if left > 1 {
                    self.fall_through(id, ip, Pending::End { left: left - 1 }, out);
                }
            }
            Pending::Branch { at, .. } if ends => {
                let message = format!("the branch at instruction {at} is still pending");
                out.add(&qpu::END_IN_BRANCH_SLOTS, ip, Some((60, 63)), message);
                self.fall_through(id, ip, own, out);
            }
            Pending::Branch { at, left } if left > 1 => {
                if branches {
                    let message = format!(
                        "the branch at instruction {at} is only {} before this one",
                        4 - left
                    );
                    out.add(&qpu::BRANCH_SPACING, ip, Some((60, 63)), message);
                }
                let left = left - 1;
                self.fall_through(id, ip, Pending::Branch { at, left }, out);
            }
            Pending::Branch { at, .. } => self.take(id, ip, at, own, out),
        }
    }

    fn fall_through(&mut self, id: u32, ip: u32, pending: Pending, out: &mut Violations) {
        if ip as usize + 1 >= self.words.len() {
            self.run_into_end(ip, out);
            self.nodes[id as usize].leaves = true;
            return;
        }
        let next = self.node(ip + 1, pending);
        self.nodes[id as usize].next[0] = next;
    }

    /// Takes the branch at `at` after instruction `ip`.
    fn take(&mut self, id: u32, ip: u32, at: u32, pending: Pending, out: &mut Violations) {
        match self.target(at, out) {
            Target::Instruction(to) => {
                self.targets.push((at, to));
                let next = self.node(to, pending);
                self.nodes[id as usize].next[0] = next;
            }
            Target::Unknown | Target::Nowhere => self.nodes[id as usize].leaves = true,
        }
        let inst = Inst(self.words[at as usize]);
        if inst.branch_cond() == Some(BranchCond::Always) {
            return;
        }
        // Reached through another branch, execution continues after these delay slots.
        if ip as usize + 1 >= self.words.len() {
            self.run_into_end(ip, out);
            self.nodes[id as usize].leaves = true;
            return;
        }
        let next = self.node(ip + 1, pending);
        self.nodes[id as usize].next[1] = next;
    }
}

impl Graph {
    /// The graph of `words` entered at instruction `start`, which must exist.
    pub fn new(
        words: &[u64],
        accesses: &[Access],
        start: u32,
        base: Option<u32>,
        out: &mut Violations,
    ) -> Graph {
        let mut b = Builder {
            words,
            accesses,
            base,
            nodes: Vec::new(),
            plain: vec![NONE; words.len()],
            pending: HashMap::new(),
            work: Vec::new(),
            returns: Vec::new(),
            unknown_branches: false,
            targets: Vec::new(),
        };
        let first = b.node(start, Pending::Nothing);
        let mut entries = vec![(first, Entry::Start)];
        loop {
            while let Some(id) = b.work.pop() {
                b.visit(id, out);
            }
            if !b.unknown_branches {
                break;
            }
            for ip in std::mem::take(&mut b.returns) {
                if (ip as usize) < words.len() {
                    let id = b.node(ip, Pending::Nothing);
                    entries.push((id, Entry::Unknown));
                }
            }
            if b.work.is_empty() {
                break;
            }
        }
        entries.dedup();
        b.check_end_slots(out);
        let (nodes, all) = (b.nodes, 0u32..);
        let pairs = all.zip(&nodes).flat_map(|(id, node)| {
            let next = node.next.into_iter().filter(|&next| next != NONE);
            next.map(move |next| (id, next))
        });
        let edges = Edges::new(nodes.len(), pairs);
        let graph = Graph {
            before: edges.reversed(),
            order: edges.order(entries.iter().map(|(id, _)| *id)),
            edges,
            nodes,
            entries,
            has_unknown_branches: b.unknown_branches,
        };
        graph.check_endless(out);
        graph
    }

    /// The facts before every node, `None` for unreachable nodes: `start` at the start of
    /// the program, and `unknown` at possible targets of branches by register.
    pub fn solve<F: Clone>(
        &self,
        [start, unknown]: [F; 2],
        mut step: impl FnMut(&Node, &mut F),
        join: impl Fn(&mut F, &F, u32) -> bool,
    ) -> Vec<Option<F>> {
        let entries = self.entries.iter().map(|(id, entry)| match entry {
            Entry::Start => (*id, start.clone()),
            Entry::Unknown => (*id, unknown.clone()),
        });
        let step = |id: u32, facts: &mut F| step(&self.nodes[id as usize], facts);
        tilescope_shader::solve(&self.edges, &self.order, entries, step, join)
    }

    /// Finds instructions from which no path reaches an end.
    fn check_endless(&self, out: &mut Violations) {
        let nodes = (0u32..).zip(&self.nodes);
        let ends = nodes.filter(|(_, node)| node.is_last() || node.leaves);
        let finishes = self.before.reached(ends.map(|(id, _)| id), |_| true);
        let endless = self.nodes.iter().zip(finishes).filter(|(_, f)| !f);
        let endless = endless.map(|(node, _)| node.ip).min();
        if let Some(ip) = endless {
            let message = "no path from here reaches a program end".to_owned();
            out.add(&qpu::ENDLESS, ip, None, message);
        }
    }

    /// Calls `f` with every node that can come one to `depth` instructions
    /// after `id`, and the distance. Branches are at least three apart, so for
    /// small depths there are few paths.
    pub fn following(&self, id: u32, depth: u8, f: &mut impl FnMut(u8, u32, &Node)) {
        self.follow(id, 1, depth, f);
    }

    fn follow(&self, id: u32, distance: u8, depth: u8, f: &mut impl FnMut(u8, u32, &Node)) {
        if distance > depth {
            return;
        }
        for &next in self.edges.after(id) {
            f(distance, next, &self.nodes[next as usize]);
            self.follow(next, distance + 1, depth, f);
        }
    }
}

impl Builder<'_> {
    fn check_end_slots(&self, out: &mut Violations) {
        let mut slot = vec![false; self.words.len()];
        for node in &self.nodes {
            if matches!(node.pending, Pending::End { .. }) {
                slot[node.ip as usize] = true;
            }
        }
        for &(at, to) in &self.targets {
            if slot[to as usize] {
                let message = format!("instruction {to} is a delay slot of a program end");
                out.add(&qpu::BRANCH_INTO_END_SLOTS, at, Some((0, 31)), message);
            }
        }
    }
}
