//! Short inputs that ask for very much.
