//! Users: their registration and what they tell about themselves.

pub mod http;
mod service;
mod store;

use jiff::civil::Date;

use super::model::Email;
use super::person::{Gender, Mobile, PersonName};

pub use service::{Registration, erase, find, register};
pub use store::{NAMES, insert};

/// A user with their login, as their own profile page shows it.
#[derive(Debug, Clone)]
pub struct User {
    pub id: String,
    pub username: PersonName,
    pub email: Email,
    pub phone: Mobile,
    pub gender: Option<Gender>,
    pub dob: Option<Date>,
    pub state: Option<String>,
    pub district: Option<String>,
    pub pincode: Option<String>,
    pub created_at: i64,
    pub blocked: bool,
}
