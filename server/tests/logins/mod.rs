//! Login names: a number that several accounts have, changes of number or address, and a password that changes during its check.

mod acting;
mod change;
mod change_at_once;
mod chosen_passwords;
mod numbers;
mod own_password;
mod own_sessions;
mod proof;
pub mod second_factor;
mod together;
mod without_email;

use doccare::directory::facilities::Category;
use doccare::identity::Role;
use jiff::SignedDuration;
use reqwest::multipart::Form;
use serde_json::{Map, Value, json};

use crate::eml::Eml;
use crate::harness::people::PASSWORD;
pub use crate::harness::people::facility;
use crate::harness::{Answer, TestServer};

/// Every role that has a profile.
const ROLES: [Role; 4] = [Role::User, Role::Doctor, Role::Hospital, Role::Pharmacy];

/// An account of a role, logged in with [`PASSWORD`].
struct Owner {
    role: Role,
    id: String,
    token: String,
    email: String,
    phone: String,
}

impl Owner {
    async fn new(server: &TestServer, role: Role, number: usize) -> Self {
        let (id, email, phone) = match role {
            Role::User => {
                let patient = server.patient(number).await;
                (patient.id, patient.email, format!("98{number:08}"))
            }
            Role::Doctor => {
                (server.doctor(number).await, format!("doctor{number}@example.org"), format!("94{number:08}"))
            }
            Role::Hospital => facility(server, Category::Hospital, number).await,
            Role::Desk => {
                let (id, email) = server.desk_staff(&server.doctor(number + 500).await, number).await;
                (id, email, String::new())
            }
            _ => facility(server, Category::Pharmacy, number).await,
        };
        if role != Role::User {
            give_password(server, &id).await;
        }
        let token = token(&log_in(server, role, &email, PASSWORD).await);
        Self { role, id, token, email, phone }
    }

    fn profile(&self) -> String {
        match self.role {
            Role::User => format!("/user/api/user/profile/{}", self.id),
            Role::Doctor => format!("/user/api/doctor/profile/{}", self.id),
            _ => format!("/user/api/worker/profile/{}", self.id),
        }
    }

    fn email_field(&self) -> &'static str {
        if matches!(self.role, Role::User | Role::Doctor) { "email" } else { "Email" }
    }

    fn phone_field(&self) -> &'static str {
        match self.role {
            Role::User => "phone_number",
            Role::Doctor => "phone_Number",
            _ => "Phone_Number",
        }
    }

    async fn put(&self, server: &TestServer, fields: &[(&'static str, &str)]) -> Answer {
        tick(server);
        let request = server.request("PUT", &self.profile()).bearer_auth(&self.token);
        let fields = fields.iter().map(|(name, value)| (*name, (*value).to_owned()));
        Answer::read(if self.role == Role::User {
            request.json(&Value::Object(fields.map(|(name, value)| (name.into(), json!(value))).collect::<Map<_, _>>()))
        } else {
            request.multipart(fields.fold(Form::new(), |form, (name, value)| form.text(name, value)))
        })
        .await
    }

    async fn put_email(&self, server: &TestServer, email: &str) -> Answer {
        self.put(server, &[(self.email_field(), email), ("current_password", PASSWORD)]).await
    }

    async fn put_phone(&self, server: &TestServer, phone: &str) -> Answer {
        self.put(server, &[(self.phone_field(), phone), ("current_password", PASSWORD)]).await
    }

    /// Address and number in the user's profile.
    async fn shown(&self, server: &TestServer) -> (String, String) {
        let data = server.ask("GET", &self.profile(), &self.token, None).await.body["data"].clone();
        let text = |field: &str| data[field].as_str().unwrap_or_else(|| panic!("{field} in {data}")).to_owned();
        (text(self.email_field()), text(self.phone_field()))
    }

    /// The unconfirmed address.
    async fn waiting(&self, server: &TestServer) -> Value {
        let answer = server.ask("GET", "/user/api/email/change", &self.token, None).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.body["data"]["email"].clone()
    }
}

/// Gives an inserted account the password of the test patients.
pub async fn give_password(server: &TestServer, id: &str) {
    const DONOR: &str = "password-donor@example.org";
    let form = json!({"username": "Donor", "email": DONOR, "phone_number": "9000000000", "password": PASSWORD});
    server.post("/user/api/register", form).await;
    let id = id.to_owned();
    let given = server.app.db.write(async move |tx| {
        let sql = "UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts
                   WHERE role = 'user' AND email_key = $2)
                   WHERE id = $1";
        tx.execute(sql, &[&id, &DONOR]).await
    });
    assert_eq!(given.await.unwrap(), 1);
}

fn login_path(role: Role) -> &'static str {
    match role {
        Role::User => "/user/api/login",
        Role::Doctor => "/user/api/doctor/login",
        Role::Hospital => "/user/api/hospital/login",
        Role::Pharmacy => "/user/api/pharmacy/login",
        Role::Desk => "/user/api/desk/login",
        Role::Admin => "/admin/api/login",
    }
}

async fn log_in(server: &TestServer, role: Role, name: &str, password: &str) -> Answer {
    server.post(login_path(role), json!({"email": name, "password": password})).await
}

fn token(login: &Answer) -> String {
    login.body["token"].as_str().unwrap_or_else(|| panic!("{}", login.text)).to_owned()
}

/// The token after the `#` of a mail's link to that page, if it has one.
pub fn link_of(mail: &Eml, page: &str) -> Option<String> {
    let text = mail.text("text/plain").unwrap();
    let address = format!("https://care.example/{page}");
    let link = text.split_whitespace().find(|word| word.starts_with(&address))?;
    link.split_once('#').map(|(_, token)| token.to_owned())
}

/// The newest link that was mailed to confirm an address.
pub async fn confirmation(server: &TestServer, email: &str) -> String {
    let mails = server.mails().await;
    let mut to = mails.iter().rev().filter(|mail| mail.header("to").contains(email));
    to.find_map(|mail| link_of(mail, "confirmemail")).unwrap_or_else(|| panic!("a link to {email}"))
}

/// Mails sort by the millisecond, so the clock has to advance.
fn tick(server: &TestServer) {
    server.clock.advance(SignedDuration::from_millis(1));
}

pub async fn confirm(server: &TestServer, link: &str) -> Answer {
    tick(server);
    Answer::read(server.request("POST", "/user/api/email/confirm").bearer_auth(link)).await
}

/// Requests a link that resets the password, and returns its token.
pub async fn reset_link(server: &TestServer, role: Role, email: &str) -> String {
    let known = server.mails().await.len();
    tick(server);
    let body = json!({"role": role.as_str(), "email": email});
    assert_eq!(server.post("/user/api/password/forgot", body).await.status, 200);
    let mails = server.mails().await;
    mails[known..].iter().find_map(|mail| link_of(mail, "resetpassword")).expect("a link")
}

pub async fn reset(server: &TestServer, link: &str, password: &str) -> Answer {
    server.post("/user/api/password/reset", json!({"token": link, "password": password})).await
}
