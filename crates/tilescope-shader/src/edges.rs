//! Control flow as numbered nodes: edges, their order, and what can be reached.

/// Nodes, counted from 0, and the edges between them.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    /// For each node the first of its edges in `to`, and their number at the end.
    first: Vec<usize>,
    to: Vec<u32>,
}

/// Nodes in reverse postorder of a depth-first walk.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Those that were reached.
    pub nodes: Vec<u32>,
    /// Whether some of them are in loops.
    pub loops: bool,
}

impl Edges {
    /// `nodes` nodes with edges from the first to the second of each pair. Those of a node
    /// keep their order; pairs with other nodes are ignored.
    pub fn new(nodes: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Edges {
        let exists = |(from, to): &(u32, u32)| (*from.max(to) as usize) < nodes;
        let pairs = pairs.filter(exists);
        let mut first = vec![0; nodes + 1];
        pairs
            .clone()
            .for_each(|(from, _)| first[from as usize] += 1);
        let mut sum = 0;
        for count in &mut first {
            sum += std::mem::replace(count, sum);
        }
        let mut next = first.clone();
        let mut all = vec![0; sum];
        for (from, to) in pairs {
            all[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        Edges { first, to: all }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// The nodes that follow one.
    pub fn after(&self, node: u32) -> &[u32] {
        match self.first.get(node as usize..) {
            Some([from, to, ..]) => &self.to[*from..*to],
            _ => &[],
        }
    }

    /// The same nodes with each edge turned round.
    pub fn reversed(&self) -> Edges {
        let from = |node: u32| self.after(node).iter().map(move |to| (*to, node));
        Edges::new(self.nodes(), (0..self.nodes() as u32).flat_map(from))
    }

    /// Nodes that are reached from those in `from`, themselves included, on paths through
    /// nodes that `passes` accepts.
    pub fn reached(
        &self,
        from: impl IntoIterator<Item = u32>,
        passes: impl Fn(u32) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.nodes()];
        let mut work: Vec<u32> = from.into_iter().collect();
        while let Some(node) = work.pop() {
            if let Some(seen) = reached.get_mut(node as usize)
                && !*seen
                && passes(node)
            {
                *seen = true;
                work.extend(self.after(node));
            }
        }
        reached
    }

    /// The order in which nodes follow those in `entries`.
    pub fn order(&self, entries: impl IntoIterator<Item = u32>) -> Order {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut state = vec![State::New; self.nodes()];
        let mut order = Order::default();
        let mut open = Vec::new();
        for entry in entries {
            open.push((entry, None));
            while let Some((node, edge)) = open.pop() {
                let Some(state) = state.get_mut(node as usize) else {
                    continue;
                };
                let edge = match (edge, *state) {
                    (Some(edge), _) => edge,
                    (None, State::New) => {
                        *state = State::Open;
                        0
                    }
                    (None, was) => {
                        order.loops |= was == State::Open;
                        continue;
                    }
                };
                match self.after(node).get(edge) {
                    Some(next) => open.extend([(node, Some(edge + 1)), (*next, None)]),
                    None => {
                        *state = State::Done;
                        order.nodes.push(node);
                    }
                }
            }
        }
        order.nodes.reverse();
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 -> 1 -> 2 -> 1, 2 -> 3, and 4 -> 3.
    fn edges() -> Edges {
        let pairs = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 3), (9, 0)];
        Edges::new(5, pairs.into_iter())
    }

    #[test]
    fn edges_in_both_directions() {
        let forward = edges();
        assert_eq!(forward.after(2), [1, 3]);
        assert_eq!(forward.after(7), [0; 0]);
        let back = forward.reversed();
        assert_eq!((back.after(3), back.after(1)), (&[2, 4][..], &[0, 2][..]));
    }

    #[test]
    fn orders_begin_with_entries_and_find_loops() {
        let order = edges().order([0]);
        assert_eq!((order.nodes, order.loops), (vec![0, 1, 2, 3], true));
        let order = edges().order([4, 4, 8]);
        assert_eq!((order.nodes, order.loops), (vec![4, 3], false));
    }

    #[test]
    fn paths_end_before_nodes_that_are_not_passed() {
        let reached = edges().reached([0], |node| node != 2);
        assert_eq!(reached, [true, true, false, false, false]);
        assert!(edges().reversed().reached([3], |_| true).iter().all(|r| *r));
    }
}
