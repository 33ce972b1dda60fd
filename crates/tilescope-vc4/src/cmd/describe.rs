//! Annotated listings.
