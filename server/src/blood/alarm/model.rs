//! What has jumped.

/// How many came in the last hour, where that is far more than usual.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Jumps {
    pub requests: Option<i64>,
    pub donors: Option<i64>,
}
