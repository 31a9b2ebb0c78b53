//! Known devices: browsers in which an account signed in before. Decision 0068.
//!
//! A browser keeps one cookie, `__Host-doccare-device`, with the accounts that signed in there (at most [`model::MAX_ACCOUNTS`],
//! the latest first): for each the account's id, a random device id and when it expires, 90 days after the last sign-in. A keyed
//! hash by the program's key covers all of it. Nothing is stored on the server. The cookie is no credential: it only says
//! which counter a wrong password or code belongs to, so that strangers who try somebody's login name lock out no device of
//! its owner.
//!
//! - [`Devices`] is an extractor (or [`Devices::of`] the request's headers); [`Devices::find`] says whether the device is known
//!   for an account, and by which id.
//! - Whatever signs somebody in sends [`Devices::remember`] as `Set-Cookie`; `LoginAnswer` does. A reset by mail sends
//!   [`Devices::remember_anew`]: a fresh id, whose counters are empty.
//!
//! A client without cookies is an unknown device: it is counted with all other unknown devices of the account, and by network.

mod http;
mod model;

pub use http::Devices;
pub use model::DeviceId;
