//! How long a session lasts. Pure.

use jiff::SignedDuration;

use crate::platform::clock::millis;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionLength {
    SinceLogin(SignedDuration),
    SinceLastUse(SignedDuration),
}

/// A use is written down at most this often, so that a read stays a read.
const REFRESH_AFTER: SignedDuration = SignedDuration::from_hours(24);

impl SessionLength {
    pub fn expiry(self, used_at: i64) -> i64 {
        let (Self::SinceLogin(length) | Self::SinceLastUse(length)) = self;
        used_at.saturating_add(millis(length))
    }

    /// The new expiry of a session used now, if its use is worth writing down.
    pub fn refreshed(self, last_used_at: i64, now: i64) -> Option<i64> {
        match self {
            Self::SinceLastUse(_) if now - last_used_at >= millis(REFRESH_AFTER) => Some(self.expiry(now)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::identity::Role;

    #[test]
    fn an_admins_session_ends_12_hours_after_login_and_others_30_days_after_their_last_use() {
        const HOUR: i64 = 3_600_000;
        let (admin, user) = (Role::Admin.session(), Role::User.session());
        assert_eq!(admin.expiry(0), 12 * HOUR);
        assert_eq!(admin.refreshed(0, 11 * HOUR), None);
        assert_eq!(user.expiry(0), 720 * HOUR);
        assert_eq!(user.refreshed(0, 24 * HOUR - 1), None);
        assert_eq!(user.refreshed(0, 24 * HOUR), Some(744 * HOUR));
    }
}
