//! The own profile of a user, doctor, hospital or pharmacy: read, and changed by a form that may bring another login.

pub mod http;
mod service;

use super::model::Email;
use super::person::Mobile;
use crate::platform::db::{Lock, Result, Tx};

pub use service::alter;

/// What its owner reads and changes.
pub trait OwnProfile: Clone + Send + Sync + 'static {
    /// What is locked while it is changed.
    fn lock(id: &str) -> Lock<'_>;

    /// The address and the number to sign in with; they change by [`super::login_change`] alone.
    fn login(&self) -> (&Email, &Mobile);

    /// The id of another photo in the store. Users have none.
    fn set_image(&mut self, _: String) {}

    fn find(tx: &mut Tx<'_>, id: &str) -> impl Future<Output = Result<Option<Self>>> + Send;

    /// Stores everything but the login.
    fn update(&self, tx: &mut Tx<'_>) -> impl Future<Output = Result<()>> + Send;
}
