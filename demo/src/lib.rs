//! The demo data set of `make run`, and large ones for tests and benchmarks, made by running the services.

mod blood;
mod crowd;
mod data;
mod desk;
mod doctors;
mod family;
mod life;
mod office;
mod portraits;
mod sessions;
mod store;

use doccare::app::App;
use doccare::appointments;
use doccare::appointments::phone_consultations::PhoneDetails;
use doccare::appointments::{PatientDetails, VisitNote, VisitReason, VisitType};
use doccare::directory::{self, NewDoctor};
use doccare::identity::callers::{Doctor, Patient};
use doccare::identity::person::{Mobile, PersonName};
use doccare::identity::users::{self, Registration};
use doccare::identity::{self, Email, NewAccount, NewPassword, Origin, Owner, Role};
use doccare::platform::db;
use doccare::platform::ids::Secret;
use doccare::platform::lang::{Lang, Text};
use doccare::scheduling;

const ADMIN: (&str, &str) = ("admin@demo.example", "demo-admin-1");
const PATIENT: (&str, &str) = ("asha@demo.example", "demo-patient-1");
const DOCTOR_PASSWORD: &str = "demo-doctor-1";
const DESK: [&str; 2] = ["assistant@demo.example", "desk@demo.example"];
const DESK_PASSWORD: &str = "demo-desk-1";
/// The index of the doctor who lets the desk of a hospital run the day there.
const AT_HOSPITAL: usize = 7;

/// The size of the data set.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub doctors: usize,
    pub users: usize,
    pub bookings: usize,
    pub donors: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { doctors: doctors::USUAL, users: 1, bookings: 3, donors: 420 }
    }
}

/// A login of the demo data, for people who try the product.
pub struct Login {
    pub role: &'static str,
    pub page: &'static str,
    pub email: &'static str,
    pub password: &'static str,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error(transparent)]
    Photo(#[from] doccare::platform::photos::PhotoError),
    #[error("the demo's own data is wrong: {0}")]
    Data(String),
    #[error(
        "{database} holds people who are not the demo's, so nothing was added; --into-real-data adds it all the same"
    )]
    RealData { database: String },
}

impl From<Text> for Error {
    fn from(text: Text) -> Self {
        Self::Data(text.en.into())
    }
}

/// Fills a data set once; a second run changes nothing. In a database with real people it is filled only on request, and then without
/// dangerous parts: an administrator with a published password, and donors and requests for blood.
pub async fn fill(app: &App, size: Size, into_real_data: bool) -> Result<Vec<Login>, Error> {
    let (admin, patient) = (Email::parse(ADMIN.0)?, Email::parse(PATIENT.0)?);
    let own_admin = app.config.first_admin.as_ref().map(|admin| admin.email.trim().to_lowercase()).unwrap_or_default();
    let look = app.db.read(async |tx| {
        let is_filled = !identity::is_email_free(tx, Role::User, &patient).await?;
        let is_empty = !store::has_accounts(tx).await?;
        Ok::<_, db::Error>((is_filled, is_empty, store::has_real_people(tx, &own_admin).await?))
    });
    let (is_filled, is_empty, is_real) = look.await?;
    if !is_filled && is_real && !into_real_data {
        return Err(Error::RealData { database: app.config.database.to_string() });
    }
    // Before the first login exists. A database that was filled by an older version gets the mark now.
    let now = app.clock.now_millis();
    app.db.write(async move |tx| identity::mark_demo_data(tx, now).await).await?;
    if !is_filled {
        if is_empty && !is_real {
            let password = NewPassword::parse(ADMIN.1, &Owner::from_form(None, Some(&admin), None))?;
            identity::create_admin(app, admin.clone(), password).await?;
        }
        fill_all(app, size, is_real).await?;
    }
    let has_admin = !app.db.read(async |tx| identity::is_email_free(tx, Role::Admin, &admin).await).await?;
    Ok(logins().into_iter().filter(|login| has_admin || login.email != ADMIN.0).collect())
}

async fn fill_all(app: &App, size: Size, is_real: bool) -> Result<(), Error> {
    let doctors = add_doctors(app, size.doctors).await?;
    add_patient(app).await?;
    if size.bookings > 0 {
        life::fill(app, &doctors).await?;
        office::fill(app).await?;
        if !doctors.is_empty() {
            desk::fill(app, &doctors).await?;
        }
    }
    book_a_few(app, &doctors, size.bookings.min(3)).await?;
    crowd::fill(app, &doctors, size).await?;
    if size.bookings > 0 {
        desk::move_session(app, &doctors).await?;
    }
    if size.donors > 0 && !is_real {
        blood::fill(app, size).await?;
    }
    Ok(())
}

fn logins() -> [Login; 7] {
    let worker = "/forbusiness/doclogin";
    [
        ("Administrator", "/admin/login", ADMIN.0, ADMIN.1),
        ("Patient", "/login", PATIENT.0, PATIENT.1),
        ("Doctor", worker, "doctor0@demo.example", DOCTOR_PASSWORD),
        ("Hospital", worker, "hospital0@demo.example", life::WORKER_PASSWORD),
        ("Pharmacy", worker, "pharmacy0@demo.example", life::WORKER_PASSWORD),
        ("Assistant", "/desk/login", DESK[0], DESK_PASSWORD),
        ("Hospital's desk", "/desk/login", DESK[1], DESK_PASSWORD),
    ]
    .map(|(role, page, email, password)| Login { role, page, email, password })
}

/// Adds approved doctors and returns their ids. The usual ones have portraits; a crowd shares theirs.
async fn add_doctors(app: &App, count: usize) -> Result<Vec<String>, Error> {
    let hash = app.passwords.hash(DOCTOR_PASSWORD.into()).await?;
    let mut photos = Vec::new();
    for number in 0..count.min(doctors::USUAL) {
        let portrait = portraits::draw(number, doctors::is_woman(number));
        photos.push(app.photos.accept(portrait.into()).await?.to_string());
    }
    let mut ids = Vec::with_capacity(count);
    let numbers: Vec<usize> = (0..).filter(|number| !office::APPLICANTS.contains(number)).take(count).collect();
    for numbers in numbers.chunks(crowd::CHUNK) {
        let mut doctors = Vec::with_capacity(crowd::CHUNK);
        for &number in numbers {
            let missing = || Error::Data(format!("doctor {number}"));
            let mut doctor = doctors::doctor(number).ok_or_else(missing)?;
            doctor.image = photos.get(number % photos.len().max(1)).cloned();
            let account = NewAccount {
                role: Role::Doctor,
                email: Email::parse(&format!("doctor{number}@demo.example"))?,
                phone: Some(Mobile::parse(&format!("94470{number:05}"))?),
                password_hash: hash.clone(),
                lang: if number % 2 == 0 { Lang::Ml } else { Lang::En },
            };
            doctors.push((account, doctor));
        }
        ids.extend(add_together(app, doctors).await?);
    }
    Ok(ids)
}

async fn add_together(app: &App, doctors: Vec<(NewAccount, NewDoctor)>) -> db::Result<Vec<String>> {
    let mut now = app.clock.now();
    app.db
        .write(async move |tx| {
            let mut ids = Vec::with_capacity(doctors.len());
            for (account, doctor) in doctors {
                now += crowd::ACCOUNT_INTERVAL;
                let Some(id) = identity::insert_account(tx, account, now).await? else { continue };
                identity::activate(tx, &id).await?;
                directory::insert(tx, &id, &doctor, Some(now.as_millisecond())).await?;
                ids.push(id);
            }
            Ok(ids)
        })
        .await
}

/// Adds users in bulk, and returns the id of each whose address and number were free.
async fn add_users(app: &App, users: Vec<(NewAccount, PersonName)>) -> db::Result<Vec<Option<String>>> {
    let mut now = app.clock.now();
    let added = app.db.write(async move |tx| {
        let mut ids = Vec::with_capacity(users.len());
        for (account, name) in users {
            now += crowd::ACCOUNT_INTERVAL;
            let id = identity::insert_account(tx, account, now).await?;
            if let Some(id) = &id {
                users::insert(tx, id, &name).await?;
            }
            ids.push(id);
        }
        Ok(ids)
    });
    added.await
}

/// A session of a demo account, created without a password, because demo logins may be refused in this installation.
async fn sign_in(app: &App, role: Role, email: &str) -> Result<Secret, Error> {
    let (now, email) = (app.clock.now_millis(), email.to_owned());
    let opened = app.db.write(async move |tx| match store::find_id(tx, role, &email).await? {
        Some(id) => Ok(Ok(identity::open_session(tx, &id, role, &Origin::default(), now).await?)),
        None => Ok::<_, db::Error>(Err(Error::Data(email))),
    });
    opened.await?
}

/// Runs a closure as the `number`-th doctor, with a session that ends afterwards.
async fn as_doctor<T>(app: &App, number: usize, work: impl AsyncFnOnce(Doctor) -> T) -> Result<T, Error> {
    let token = sign_in(app, Role::Doctor, &format!("doctor{number}@demo.example")).await?;
    let doctor = Doctor::of_token(app, &token).await.map_err(|problem| Error::Data(format!("{problem:?}")))?;
    let done = work(doctor).await;
    identity::log_out(app, &token, None).await?;
    Ok(done)
}

async fn add_patient(app: &App) -> Result<(), Error> {
    let (username, email) = (PersonName::parse("Asha Nair")?, Email::parse(PATIENT.0)?);
    let password = NewPassword::parse(PATIENT.1, &Owner::from_form(Some(&username), Some(&email), None))?;
    let registration = Registration { username, email, phone: Mobile::parse("9847012345")?, password, lang: Lang::En };
    users::register(app, registration).await?.ok_or_else(|| Error::Data("the patient exists".into()))?;
    Ok(())
}

/// Bookings for the next days, made as a patient makes them: each of a doctor's first free slot.
async fn book_a_few(app: &App, doctors: &[String], count: usize) -> Result<(), Error> {
    let token = sign_in(app, Role::User, PATIENT.0).await?;
    let patient = Patient::of_token(app, &token).await.map_err(|problem| Error::Data(format!("{problem:?}")))?;
    if count > 0 {
        family::fill(app, &patient, doctors).await?;
    }
    for doctor in doctors.iter().take(count) {
        let found =
            scheduling::availability::find_doctor(app, doctor).await.map_err(|error| Error::Data(error.to_string()))?;
        let Some(slot) = found.next_slot else { continue };
        let request = appointments::NewBooking {
            doctor_id: doctor.clone(),
            slot,
            patient: PatientDetails { name: PersonName::parse("Asha Nair")?, phone: Mobile::parse("9847012345")? },
            person_id: None,
            follows: None,
            note: VisitNote { reason: VisitReason::parse("Cough for two weeks")?, visit_type: Some(VisitType::First) },
            by_phone: PhoneDetails::default(),
        };
        appointments::book(app, &patient, request).await.map_err(|error| Error::Data(error.to_string()))?;
    }
    Ok(identity::log_out(app, &token, None).await?)
}
