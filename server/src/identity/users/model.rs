//! What a user tells about themselves. Pure.

use jiff::civil::Date;

use crate::identity::model::Email;
use crate::identity::person::{Gender, Mobile, PersonName};

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
