//! What must hold in a bad hour. A proof has a short form, a plain test, and a long one that is ignored: those whose names begin with
//! `soak` run by `make soak`, the others by `make field`. The long ones write their part of `docs/RELIABILITY.md`.

mod fuzz;
mod matrix;
mod report;
