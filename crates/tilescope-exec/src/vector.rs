//! Hot loops compiled for the vector instructions of the host.

/// A computation that [`vectorised`] compiles once per instruction set.
pub trait Vectorised {
    /// The result of the loop.
    type Output;

    /// Runs the computation. Implement with `#[inline(always)]`, also on all
    /// hot functions below it, or the code is compiled for the baseline
    /// instead. A closure cannot have that attribute: where it stays a call, as
    /// large ones and those of array `map` do, it is compiled for the baseline
    /// too. In hot code, use loops, and traits with `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

struct Op<T>(T);

impl<T: Vectorised> pulp::NullaryFnOnce for Op<T> {
    type Output = T::Output;

    #[inline(always)]
    fn call(self) -> T::Output {
        self.0.run()
    }
}

/// Runs `what`, compiled for the widest vector instructions that this host has.
/// The result is the same on every host, because [`Exec`](crate::Exec) has no
/// operation whose result depends on them.
#[inline]
pub fn vectorised<T: Vectorised>(what: T) -> T::Output {
    pulp::Arch::new().dispatch(Op(what))
}
