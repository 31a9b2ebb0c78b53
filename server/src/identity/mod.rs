//! Accounts of all six roles: who they are, how they prove it, and for how long.
//!
//! Other features ask here for an account or a session; whether a worker may sign in is this feature's own
//! state, so that a login never asks the directory.

pub mod consents;
mod error;
mod failed_logins;
mod http;
mod login_rate_limits;
pub mod mailed_links;
mod mails;
mod model;
pub mod person;
mod service;
mod store;
mod texts;

pub use credentials::{FirstFactor, Proof, StepUp, prove, step_up};
pub use error::Error;
pub use failed_logins::{FailedLogins, record_due as record_failed_logins};
pub use logins::{enter, log_out, prove_login};
pub use mails::reset_url;
pub use model::{AccountState, Contact, DEMO_DOMAIN, Email, LoginName, NewAccount, Role};
pub use password_change::{
    PASSWORD_INVITATION_TTL, PASSWORD_LINK_TTL, change_password, delete_of as delete_password_links,
    make_link as make_password_link,
};
pub use passwords::{NewPassword, Owner};
pub use service::{
    activate, admit, block, create_admin, erase_account, erase_mails, forget_ended, insert_account, insert_account_as,
    invite_admin, is_email_free, remove_admin,
};
pub use sessions::{LoggedIn, Origin, delete_of as end_sessions, open_session};
use store::find_by_login;
pub use store::{
    FormerNumber, confirm_email, find_contact, find_former_number, find_state, has_address, has_admin, has_demo_data,
    is_active_user, list_admin_addresses, list_contacts, lock_of, mark_demo_data, record_own, remove_account,
    update_last_use,
};
pub use texts::OTHER_SESSIONS_ENDED;

/// Passwords: accepted ones, and hashing.
pub mod passwords {
    mod rules;
    mod service;

    pub use rules::{NewPassword, Owner};
    pub use service::{Cost, HashingLoad, PasswordHasher};
}

/// Credentials: the password of an account and, if it has one, its second factor. In place of the password: a code to the own number, for an
/// account without a password or without an address for replacing a forgotten one; the session alone, for an account without any login left.
///
/// Step-up authentication: before an action for which a stolen token must not be enough, the caller proves both again.
/// Decision 0070. [`step_up`] checks them outside the transaction, because hashing is slow and waits in a queue, and returns a
/// [`Proof`]. Meanwhile the password may be changed, or the account blocked or deleted: so the action calls [`Proof::check`] first in
/// its own transaction. That compares the password's hash again and uses the code up there, so that an action that fails leaves the
/// code usable. Wrong passwords and codes are counted (`login_rate_limits`).
pub mod credentials {
    pub mod http;
    mod service;

    pub(super) use service::check_can_log_in;
    pub use service::{FirstFactor, Proof, StepUp, prove, step_up};
}

/// Sessions: opened by a login, prolonged by use, ended by a logout or a time limit.
pub mod sessions {
    mod model;
    mod service;
    mod store;

    pub use model::Origin;
    pub(super) use service::refresh;
    pub use service::{LoggedIn, find_opened, open_login, open_login_with, open_session};
    pub use store::{OwnSession, delete_of};
    pub(super) use store::{delete_others, delete_own, find, list_own};
}

/// Logins with a password, and their second step with a code; logouts, and the caller's sessions.
pub mod logins {
    pub mod http;
    mod service;

    pub use service::{end_others_in, enter, list_of, log_out, prove_login};
}

/// Second factors: codes of an authenticator app (TOTP) and recovery codes on paper. For administrators and workers, off until they
/// set it up. A login asks for the code in a second step. Decision 0042.
pub mod second_factor {
    mod model;
    mod rules;
    mod service;
    mod store;

    pub use super::model::RemovedBy;
    pub use model::TypedCode;
    pub(super) use model::{Enrollment, RecoveryCode};
    pub(super) use service::{
        CodeUse, begin_challenge, confirm_offer, contact_of, find_challenge, is_off, is_right, make_codes,
        notify_recovery_code_used, offer, spend,
    };
    pub use service::{count_admins_without, find, remove_for, reset_admin};
    pub use store::SecondFactor;
    pub(super) use store::{Challenge, delete, delete_challenge, note_wrong_code};
}

/// The caller's second factor: setting it up, renewing its recovery codes, and disabling it.
pub mod own_second_factor {
    pub mod http;
    mod service;
}

/// One-time codes to a phone number: sent, checked, limited; and the proof of an account's number by one. Six digits, five minutes, five
/// attempts. Each request for a code gets a token that must come back with the code, so that strangers cannot use up the attempts of
/// others.
pub mod phone {
    pub mod http;
    pub mod limits;
    mod model;
    mod service;
    mod store;

    pub(super) use model::{CodePurpose, DeviceTrust, PhoneCode};
    pub use service::message_channels;
    pub(super) use service::{
        GeneratedCode, ROLE, clear_phone_verification, clear_phone_verification_after_reset, code_channels,
        code_provider, delete_of, is_own_code, is_right, note_refusal, send, take_number,
    };
    pub(super) use store::{
        NumberOwner, PendingCode, delete as delete_code, find as find_code, find_number_owner, insert as insert_code,
        renew_proof,
    };
    pub use store::{PhoneContact, find_own_proved, find_proved};
}

/// Patients log in by a code that is sent to their number, and register by one: a number without an account gets one, with neither
/// address nor password. Decision 0083.
pub mod phone_login {
    pub mod http;
    mod login_links;
    mod service;
}

/// Change of the mobile number or e-mail address of an account. Both need the password. A new address becomes active when the link
/// that is mailed to it is opened; until then the old one stays, so that a stolen token is not enough to take over an account.
pub mod contact_change {
    pub mod http;
    mod model;
    mod service;
    mod store;

    pub use model::ContactChange;
    pub use service::{VerifiedContactChange, make_applicant_link};
    use store::EmailLink;
    pub use store::{find_unreached, find_waiting};
}

/// Password reset by a mailed link, and password change with the old password.
pub mod password_change {
    pub mod http;
    mod service;

    pub use service::{PASSWORD_INVITATION_TTL, PASSWORD_LINK_TTL, change_password, delete_of, make_link};
}

/// Phone messages of users: the channel they chose, delivery states, and reports of the provider.
pub mod messaging {
    pub mod http;
    mod service;

    pub use service::{is_wanted, latest, provider};
}

/// The devices on which an account gets notifications: its subscriptions at push services, each bound to a login.
pub mod push_devices {
    pub mod http;
    mod service;
    mod store;

    pub use store::{OwnPushDevice, list_of};
}

/// The caller's profile (user, doctor, hospital or pharmacy): reading it, and changing it with a form that may also change the login.
pub mod profiles {
    pub mod http;
    mod service;

    pub use service::{OwnProfile, alter};
}

/// Users: registration and profile.
pub mod users {
    pub mod http;
    mod service;
    mod store;

    pub use service::{Registration, erase, register};
    pub use store::{NOBODY, User, find, insert, insert_nobody};
}

/// Known devices: browsers in which an account signed in before. Decision 0068.
///
/// A browser keeps one cookie, `__Host-doccare-device`, with the accounts that signed in there (at most [`model::MAX_ACCOUNTS`], the latest
/// first): for each the account's id, a random device id and when it expires, 90 days after the last sign-in. A keyed hash by the
/// program's key covers all of it. Nothing is stored on the server. The cookie is no credential: it only selects the counter for wrong
/// passwords and codes, so that strangers who try somebody's login name lock out no device of its owner.
///
/// - [`Devices`] is an extractor (or [`Devices::of`] the request's headers); [`Devices::find`] says whether the device is known
///   for an account, and by which id.
/// - Whatever signs somebody in sends [`Devices::remember`] as `Set-Cookie`; `LoginAnswer` does. A reset by mail sends
///   [`Devices::remember_anew`]: a fresh id, whose counters are empty.
///
/// A client without cookies is an unknown device: it is counted with all other unknown devices of the account, and by network.
pub mod devices {
    mod http;
    mod model;

    pub use http::Devices;
    pub use model::DeviceId;
}

/// Callers: the first argument of a handler says which roles may call it, and the token must belong to one of them. Callers write
/// with [`Caller::write`], which refuses accounts that were blocked or signed out meanwhile.
pub mod callers {
    mod http;
    mod service;

    pub use super::error::SignedOut;
    pub use http::bearer;
    pub use service::{
        AccountLock, Admin, AnyAdmin, AnyRole, AnyWorker, Caller, DeskStaff, Doctor, DoctorOrDesk, Employer,
        FacilityStaff, Member, Notified, Patient,
    };
}
