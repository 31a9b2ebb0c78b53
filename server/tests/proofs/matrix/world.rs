//! The callers, and their credentials.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use doccare::directory::facilities::Category;
use doccare::identity::passwords::Cost;
use doccare::identity::{self, Email, NewPassword, Owner, Role};
use doccare::platform::clock::millis;
use doccare::platform::db;
use doccare::platform::ids::Secret;
use jiff::SignedDuration;
use serde_json::json;

use super::Operation;
use super::table::Row;
use super::things::Thing;
use crate::harness::TestServer;
use crate::harness::people::PASSWORD;
use crate::logins;
use crate::workers;

pub struct Person {
    pub id: String,
    role: Role,
    email: String,
}

/// Desk staff who had a right to act for a doctor: their employer, and the doctor that they call for.
const DESKS_WITHOUT_RIGHT: [(&str, &str, &str); 4] = [
    ("desk1", "suspended doctor", "suspended doctor"),
    ("desk2", "hospital2", "suspended doctor"),
    ("desk3", "suspended hospital", "doctor2"),
    ("desk4", "hospital2", "doctor who left"),
];

pub struct World {
    pub server: TestServer,
    /// Another instance on the same database, which requires a second factor of administrators.
    pub demanding: TestServer,
    people: HashMap<&'static str, Person>,
    /// Valid links, used for calls that they are not for.
    donor_link: String,
    request_link: String,
    /// The number of objects, bookings and questions to donors so far.
    made: AtomicUsize,
    booked: AtomicUsize,
    desk_booked: AtomicUsize,
    asked: AtomicUsize,
}

impl World {
    pub async fn new(server: TestServer) -> Self {
        let mut people = HashMap::new();
        for (number, name) in ["patient", "patient2", "blocked", "deleted"].into_iter().enumerate() {
            // One after the other, so that lists have an order.
            server.tick();
            let patient = server.patient(number).await;
            people.insert(name, Person { id: patient.id, role: Role::User, email: patient.email });
        }
        for (number, name) in ["doctor", "doctor2", "suspended doctor", "pending doctor"].into_iter().enumerate() {
            server.tick();
            let is_pending = name == "pending doctor";
            let id =
                if is_pending { server.unlisted_doctor(number, |_| {}).await } else { server.doctor(number).await };
            people.insert(name, Person { id, role: Role::Doctor, email: format!("doctor{number}@example.org") });
        }
        for (number, name) in ["hospital", "hospital2", "suspended hospital"].into_iter().enumerate() {
            server.tick();
            let (id, email, _) = logins::facility(&server, Category::Hospital, number).await;
            people.insert(name, Person { id, role: Role::Hospital, email });
        }
        server.tick();
        let waiting = workers::apply_as_facility(&server, &[("category", Some("hospital"))]).await;
        let waiting = Person { id: waiting.id(), role: Role::Hospital, email: "jeevan@example.org".into() };
        people.insert("pending hospital", waiting);
        server.tick();
        let (id, email, _) = logins::facility(&server, Category::Pharmacy, 9).await;
        people.insert("pharmacy", Person { id, role: Role::Pharmacy, email });
        for (number, (name, employer)) in
            [("assistant", "doctor"), ("assistant2", "doctor2"), ("desk", "hospital")].into_iter().enumerate()
        {
            server.tick();
            let (id, email) = server.desk_staff(&people[employer].id, number).await;
            people.insert(name, Person { id, role: Role::Desk, email });
        }
        server.let_desk(&people["doctor"].id, &people["hospital"].id).await;
        server.tick();
        let left = Person { id: server.doctor(4).await, role: Role::Doctor, email: "doctor4@example.org".into() };
        people.insert("doctor who left", left);
        for (number, (name, employer, doctor)) in DESKS_WITHOUT_RIGHT.into_iter().enumerate() {
            server.tick();
            let (id, email) = server.desk_staff(&people[employer].id, 10 + number).await;
            people.insert(name, Person { id, role: Role::Desk, email });
            if employer != doctor {
                server.let_desk(&people[doctor].id, &people[employer].id).await;
            }
        }
        let left = &people["doctor who left"].id;
        server.unconfirm(left).await;
        let demanding =
            TestServer::start_by(server.clock.clone(), Cost::Low, server.app.config.database.clone(), |config| {
                config.second_factor_roles = "admin".parse().expect("a role");
            })
            .await;
        let (donor_link, request_link) =
            (server.donor(1, json!({})).await, server.open_request(1, json!({"District": "Kollam"})).await);
        let world = Self {
            server,
            demanding,
            people,
            donor_link,
            request_link,
            made: AtomicUsize::new(100),
            booked: AtomicUsize::new(0),
            desk_booked: AtomicUsize::new(0),
            asked: AtomicUsize::new(0),
        };
        world.finish().await
    }

    /// The administrator is created, and the accounts that are to be blocked are blocked.
    async fn finish(mut self) -> Self {
        let email = "administrator@example.org";
        let id = self.administrator(email).await;
        self.people.insert("admin", Person { id, role: Role::Admin, email: email.into() });
        // One password for all.
        let known = "(SELECT password_hash FROM accounts WHERE email_key = 'patient0@example.org')";
        self.server.execute(&format!("UPDATE accounts SET password_hash = {known}")).await;
        let id = |name: &str| &self.people[name].id;
        for path in [
            format!("blockandunblock/{}", id("blocked")),
            format!("doctors/{}/suspend", id("suspended doctor")),
            format!("hospitals/{}/suspend", id("suspended hospital")),
        ] {
            let method = if path.starts_with("block") { "PATCH" } else { "POST" };
            self.as_admin(method, &path).await;
        }
        let leaving = self.session(&self.people["deleted"], SignedDuration::ZERO).await;
        let path = format!("/user/api/user/profile/{}", id("deleted"));
        let left = self.server.ask("DELETE", &path, &leaving, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(left.status, 200, "{}", left.text);
        self
    }

    /// A new administrator's id.
    pub async fn administrator(&self, email: &str) -> String {
        let address = Email::parse(email).map_err(|_| ()).unwrap();
        let password =
            NewPassword::parse(PASSWORD, &Owner::from_form(None, Some(&address), None)).map_err(|_| ()).unwrap();
        assert!(identity::create_admin(&self.server.app, address, password).await.unwrap());
        self.only(&format!("SELECT id FROM accounts WHERE email_key = '{email}'")).await
    }

    /// A call as the administrator.
    pub async fn as_admin(&self, method: &str, path: &str) {
        let token = self.session(&self.people["admin"], SignedDuration::ZERO).await;
        let done = self.server.ask(method, &format!("/admin/api/{path}"), &token, None).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }

    /// The only text in a statement's result.
    pub async fn only(&self, sql: &str) -> String {
        let found = self.server.app.db.read(async |tx| tx.find(sql, &[], |row| row.get(0)).await);
        let found: db::Result<Option<String>> = found.await;
        found.unwrap().expect("a row")
    }

    pub fn id(&self, name: &str) -> &str {
        &self.people[name].id
    }

    /// A unique number. Ids sort by the millisecond, so the clock has to advance.
    pub fn number(&self) -> usize {
        self.server.tick();
        self.made.fetch_add(1, Ordering::Relaxed)
    }

    pub fn slot(&self) -> usize {
        self.booked.fetch_add(1, Ordering::Relaxed)
    }

    pub fn desk_slot(&self) -> usize {
        self.desk_booked.fetch_add(1, Ordering::Relaxed)
    }

    pub fn district(&self) -> usize {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }

    /// The token of a new session that was opened so long ago, inserted directly, because the login would refuse its owner.
    pub async fn session(&self, person: &Person, ago: SignedDuration) -> String {
        self.server.sign_in_at(&person.id, person.role, self.server.clock.now_millis() - millis(ago)).await
    }

    pub async fn session_of(&self, name: &str) -> String {
        self.session(&self.people[name], SignedDuration::ZERO).await
    }

    /// Which caller a column of the table is: deleted and blocked accounts are of the role that the call is for.
    fn person(&self, row: &Row, caller: &str) -> Option<&Person> {
        match caller {
            "expired" | "ended" => self.people.get(row.owner()),
            "owing" => self.people.get("admin"),
            "suspended" | "pending" => {
                let kind = if row.owner() == "hospital" { "hospital" } else { "doctor" };
                self.people.get(format!("{caller} {kind}").as_str())
            }
            name => self.people.get(name),
        }
    }

    /// A caller's credentials. Each call has a separate session, so that none is affected by one that another ended.
    pub async fn token(&self, operation: &Operation, row: &Row, caller: &str, thing: &Thing) -> Option<String> {
        let takes_link = operation.described["security"][0]["link"].is_array();
        match (caller, self.person(row, caller)) {
            ("nobody", _) => None,
            ("forged", _) => Some(Secret::random().expose().to_owned()),
            ("link", _) if takes_link => thing.link.clone(),
            ("link" | "link2", _) if operation.path.contains("/blooddonor") => Some(self.request_link.clone()),
            ("link" | "link2", _) => Some(self.donor_link.clone()),
            ("expired", Some(person)) => Some(self.session(person, SignedDuration::from_hours(24 * 91)).await),
            ("ended", Some(person)) => {
                let token = self.session(person, SignedDuration::ZERO).await;
                let area = if person.role == Role::Admin { "admin" } else { "user" };
                let out = self.server.ask("POST", &format!("/{area}/api/logout"), &token, None).await;
                assert_eq!(out.status, 200, "{}", out.text);
                Some(token)
            }
            (_, Some(person)) => Some(self.session(person, SignedDuration::ZERO).await),
            (name, None) => panic!("who is {name}?"),
        }
    }

    /// The address that a caller would log in with; callers without an account have an unknown one.
    pub fn email(&self, row: &Row, caller: &str) -> &str {
        self.person(row, caller).map_or("nobody@example.org", |person| person.email.as_str())
    }

    /// The token of a mailed link, or of a login that waits for its code, in a caller's body.
    pub fn link(&self, caller: &str, thing: &Thing) -> String {
        match caller {
            "link" => thing.link.clone().unwrap_or_default(),
            "link2" => self.donor_link.clone(),
            _ => "made-up".into(),
        }
    }

    /// The path to the victim's object; blocked callers and the pharmacy call for their own.
    pub fn path(&self, path: &str, row: &Row, caller: &str, thing: &Thing) -> String {
        let calls_for_own = ["blocked", "deleted", "suspended", "pending", "pharmacy"].contains(&caller);
        let own = self.person(row, caller).filter(|_| calls_for_own);
        let of = |roles: &[Role], victim: &str| {
            own.filter(|person| roles.contains(&person.role))
                .map_or(self.id(victim), |person| person.id.as_str())
                .to_owned()
        };
        let desk = DESKS_WITHOUT_RIGHT.into_iter().find(|(name, ..)| *name == caller);
        let doctor = desk.map_or_else(|| of(&[Role::Doctor], "doctor"), |(.., doctor)| self.id(doctor).to_owned());
        path.replace("{userId}", &of(&[Role::User], "patient"))
            .replace("{docId}", &doctor)
            .replace("{workerId}", &of(&[Role::Hospital, Role::Pharmacy], "hospital"))
            .replace("{category}", "Doctor")
            .replace("{id}", &thing.id)
            .replace("{leaveId}", &thing.id)
            .replace("{sessionId}", &thing.id)
    }
}
