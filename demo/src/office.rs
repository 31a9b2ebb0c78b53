//! Open items for the administrator: applications, one of them a possible duplicate, changes of names and districts, and messages.

use super::data::{data, pick};
use super::{Error, doctors, portraits, store};
use doccare::app::App;
use doccare::contact::{self, MessageBody, NewMessage};
use doccare::directory::facilities::{Category, NewFacility, OwnFacility};
use doccare::directory::profile_changes::ChangedFields;
use doccare::directory::{self, Application, DaysOff, Profile, Registrant};
use doccare::identity::person::{Mobile, PersonName};
use doccare::identity::profiles::alter;
use doccare::identity::{self, Email, NewPassword, Owner, Role};
use doccare::platform::db;
use doccare::platform::lang::Lang;
use doccare::reference::regions;

/// Indexes of doctors that are not listed in the demo.
pub const APPLICANTS: [usize; 3] = [9_001, 9_014, 9_027];
const FACILITIES: [(Category, &str, &str, &str); 2] = [
    (Category::Hospital, "Mother and Child Hospital", "KL-77-0042", "Alappuzha"),
    (Category::Pharmacy, "Sree Medicals", "KL-88-0107", "Palakkad"),
];
const MESSAGES: [(&str, &str, &str); 3] = [
    ("Beena Paul", "beena@demo.example", "I booked for my mother, but she cannot come. How do I cancel?"),
    ("Hari Prasad", "hari@demo.example", "Our clinic in Wayanad would like to join. What do you need from us?"),
    ("സുമയ്യ", "sumayya@demo.example", "രക്തദാതാവായി രജിസ്റ്റർ ചെയ്തു, പക്ഷേ മെയിൽ കിട്ടിയില്ല. എന്തു ചെയ്യണം?"),
];

pub async fn fill(app: &App) -> Result<(), Error> {
    let refused = |error: directory::applications::ApplicationError| Error::Data(error.to_string());
    for (place, number) in APPLICANTS.into_iter().enumerate() {
        let mut doctor = doctors::doctor(number).ok_or_else(|| Error::Data(format!("doctor {number}")))?;
        if place == 0
            && let Some(known) = doctors::doctor(place)
        {
            doctor.full_name = known.full_name;
            doctor.gender = known.gender;
        }
        let photo = portraits::draw(number, doctors::is_woman(number));
        let application = application(&format!("applicant{place}"), place, Registrant::Doctor(doctor), photo)?;
        let id = directory::apply(app, application).await.map_err(refused)?;
        // The applicant with a known doctor's name has not confirmed the address, so the administrator gets a warning.
        if place > 0 {
            let now = app.clock.now_millis();
            app.db.write_one(async move |tx| identity::confirm_email(tx, &id, now).await).await?;
        }
    }
    for (place, (category, name, license, district)) in FACILITIES.into_iter().enumerate() {
        let facility = NewFacility {
            category,
            license_number: license.into(),
            name: PersonName::parse(name)?,
            address: pick(&data().roads, place).clone(),
            city: district.into(),
            state: &regions::kerala().name,
            district,
            pincode: pick(&data().pincodes, place).to_string(),
            image: None,
            hours: None,
            days_off: DaysOff::default(),
        };
        let photo = portraits::draw(place + 3, false);
        let registrant = Registrant::Facility(facility);
        let application = application(&format!("facility{place}"), place + 10, registrant, photo)?;
        directory::apply(app, application).await.map_err(refused)?;
    }
    ask_for_changes(app).await?;
    for (name, email, words) in MESSAGES {
        let lang = if name.is_ascii() { Lang::En } else { Lang::Ml };
        let (name, email, words) = (PersonName::parse(name)?, Email::parse(email)?, MessageBody::parse(words)?);
        contact::send(app, NewMessage { name, email, phone: None, body: words, lang }).await?;
    }
    Ok(())
}

/// A hospital that was renamed, a pharmacy that moved to another district, and a doctor's first name in Malayalam: each takes effect once
/// the administrator has approved it.
async fn ask_for_changes(app: &App) -> Result<(), Error> {
    let now = app.clock.now();
    let renamed = ChangedFields {
        name: Some(PersonName::parse("Santhi Hospital and Trauma Centre")?),
        ..ChangedFields::default()
    };
    let moved =
        ChangedFields { location: Some((regions::kerala().name.clone(), "Kannur".into())), ..ChangedFields::default() };
    for (role, email, asked) in
        [(Role::Hospital, "hospital3@demo.example", renamed), (Role::Pharmacy, "pharmacy4@demo.example", moved)]
    {
        let saved = app.db.write(async move |tx| {
            let Some(id) = store::find_id(tx, role, email).await? else { return Ok(()) };
            let saved = alter(tx, &id, |own: &mut OwnFacility| {
                own.ask_for(asked, now);
                Ok::<_, db::Error>(())
            });
            saved.await.map(drop)
        });
        saved.await?;
    }
    let saved = app.db.write(async move |tx| {
        let Some(id) = store::find_id(tx, Role::Doctor, "doctor1@demo.example").await? else { return Ok(()) };
        let saved = alter(tx, &id, |own: &mut Profile| {
            own.ask_for(Some("അരുൺ നമ്പൂതിരി".into()), now);
            Ok::<_, db::Error>(())
        });
        saved.await.map(drop)
    });
    Ok(saved.await?)
}

fn application(name: &str, number: usize, registrant: Registrant, photo: Vec<u8>) -> Result<Application, Error> {
    let email = Email::parse(&format!("{name}@demo.example"))?;
    let owner = Owner::from_form(None, Some(&email), None);
    Ok(Application {
        password: NewPassword::parse(super::life::WORKER_PASSWORD, &owner)?,
        email,
        phone: Mobile::parse(&format!("94960{number:05}"))?,
        lang: Lang::En,
        registrant,
        photo: photo.into(),
    })
}
