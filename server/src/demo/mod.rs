//! The demo data set of `make run`, made by running the services.

use crate::app::App;
use crate::identity::{self, Email, NewPassword};
use crate::platform::db;

const ADMIN: (&str, &str) = ("admin@demo.example", "demo-admin-1");

/// A login that the demo data holds, for whoever tries the product.
pub struct Login {
    pub role: &'static str,
    pub page: &'static str,
    pub email: &'static str,
    pub password: &'static str,
}

/// Fills what is missing; a second run changes nothing.
pub async fn fill(app: &App) -> db::Result<Vec<Login>> {
    let (email, password) = ADMIN;
    let wrong = |_| db::Error::Other("the demo's own login is wrong".into());
    let admin = (Email::parse(email).map_err(wrong)?, NewPassword::parse(password.into()).map_err(wrong)?);
    identity::create_admin(app, admin.0, admin.1).await?;
    Ok(vec![Login { role: "Administrator", page: "/admin/login", email, password }])
}
