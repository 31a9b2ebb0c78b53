//! Blood: donors, requests, matching, what stays private, and how fast it is with many donors.

mod donors;
mod matching;
mod privacy;
mod requests;
mod scale;
