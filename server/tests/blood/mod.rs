//! Blood: donors, requests, matching, what stays private and what is left after the end, and how fast it is with many
//! donors.

mod after;
mod donors;
mod matching;
mod privacy;
mod races;
mod requests;
mod scale;
