//! Blood: donors, requests, matching, what stays private and what is left after the end, what strangers cannot do, and how
//! fast it is with many donors.

mod after;
mod confirming;
mod donors;
mod emergency;
mod links;
mod looks;
mod matching;
mod privacy;
mod races;
mod requests;
mod rested;
mod scale;
