//! Blood donors in every district, and requests in every state that one can be in, made by running the services on
//! clocks of their own.

use jiff::{SignedDuration, Span};

use super::life::dice;
use super::{Error, Size};
use crate::app::App;
use crate::blood::donors::{self, Donor, DonorDetails};
use crate::blood::requests::{self, End, Wish};
use crate::blood::rules::years_before;
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::clock::Clock;
use crate::platform::db;
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;
use crate::reference::{BloodGroup, places};

const WOMEN: [&str; 8] = ["Athira", "Reshma", "Shahana", "Liya", "Parvathy", "Amina", "Neethu", "Sneha"];
const MEN: [&str; 8] = ["Arjun", "Faisal", "Jobin", "Nikhil", "Shameer", "Tijo", "Vivek", "Rashid"];
const FAMILIES: [&str; 9] = ["Nair", "Menon", "Kutty", "Thomas", "Rahman", "Varma", "Jacob", "Das", "Ibrahim"];
/// Of a hundred people in Kerala, roughly.
const GROUPS: [(BloodGroup, usize); 8] = [
    (BloodGroup::OPositive, 39),
    (BloodGroup::BPositive, 28),
    (BloodGroup::APositive, 20),
    (BloodGroup::AbPositive, 6),
    (BloodGroup::ONegative, 3),
    (BloodGroup::BNegative, 2),
    (BloodGroup::ANegative, 1),
    (BloodGroup::AbNegative, 1),
];

/// What becomes of a demo request.
enum Fate {
    Unconfirmed,
    /// So many say yes, so many say no.
    Answered(usize, usize),
    Ended(usize, End),
}

struct Case {
    /// How many days ago it was asked, and how many were left then.
    days: (i64, i64),
    patient: &'static str,
    need: (BloodGroup, i64),
    place: (&'static str, &'static str),
    reason: Option<&'static str>,
    fate: Fate,
}

const CASES: [Case; 8] = [
    Case {
        days: (12, 3),
        patient: "Karthyayani Amma",
        need: (BloodGroup::AbNegative, 2),
        place: ("Grace Memorial Hospital", "Wayanad"),
        reason: None,
        fate: Fate::Answered(0, 2),
    },
    Case {
        days: (6, 3),
        patient: "Baby of Reena",
        need: (BloodGroup::APositive, 1),
        place: ("Arogya Medical Centre", "Ernakulam"),
        reason: Some("Surgery of a newborn"),
        fate: Fate::Ended(1, End::Fulfilled),
    },
    Case {
        days: (3, 4),
        patient: "Moideen Haji",
        need: (BloodGroup::OPositive, 1),
        place: ("Malabar Lakeside Hospital", "Kannur"),
        reason: None,
        fate: Fate::Ended(0, End::NotNeeded),
    },
    Case {
        days: (1, 4),
        patient: "Thankachan",
        need: (BloodGroup::BPositive, 1),
        place: ("Grace Memorial Hospital", "Thrissur"),
        reason: Some("Heart surgery"),
        fate: Fate::Answered(1, 1),
    },
    Case {
        days: (0, 1),
        patient: "Ayisha",
        need: (BloodGroup::ONegative, 2),
        place: ("Sanjeevani Hospital", "Kozhikode"),
        reason: Some("After an accident"),
        fate: Fate::Answered(1, 1),
    },
    Case {
        days: (0, 0),
        patient: "Sarojini",
        need: (BloodGroup::ANegative, 3),
        place: ("Sanjeevani Hospital", "Thiruvananthapuram"),
        reason: None,
        fate: Fate::Answered(0, 0),
    },
    Case {
        days: (0, 7),
        patient: "Devassy",
        need: (BloodGroup::AbPositive, 1),
        place: ("Santhi Multispeciality Hospital", "Malappuram"),
        reason: Some("Planned operation"),
        fate: Fate::Answered(0, 1),
    },
    Case {
        days: (0, 2),
        patient: "Vasu",
        need: (BloodGroup::OPositive, 1),
        place: ("City Care Hospital", "Kollam"),
        reason: None,
        fate: Fate::Unconfirmed,
    },
];

pub async fn fill(app: &App, size: Size) -> Result<(), Error> {
    add_donors(app, size.donors).await?;
    for (number, case) in CASES.into_iter().enumerate() {
        let before = SignedDuration::from_hours(24 * case.days.0);
        let then = app.clock.now().checked_sub(before).unwrap_or(app.clock.now());
        let then = App { clock: Clock::set_to(then), ..app.clone() };
        live_through(&then, number, case).await.map_err(|error| Error::Data(error.to_string()))?;
    }
    requests::advance(app).await?;
    Ok(())
}

async fn add_donors(app: &App, count: usize) -> Result<(), Error> {
    const CHUNK: usize = 1000;
    for start in (0..count).step_by(CHUNK) {
        let rows = (start..count.min(start + CHUNK)).map(|number| donor(app, number)).collect::<Result<Vec<_>, _>>()?;
        app.db
            .write(async move |tx| {
                for row in &rows {
                    donors::insert(tx, row).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }
    Ok(())
}

fn donor(app: &App, number: usize) -> Result<Donor, Error> {
    let seed = i64::try_from(number).unwrap_or(0);
    let (now, today) = (app.clock.now(), app.clock.india().date());
    let woman = number.is_multiple_of(3);
    let first = if woman { WOMEN[dice([seed, 1, 1], 8)] } else { MEN[dice([seed, 2, 1], 8)] };
    let family = FAMILIES[dice([seed, 3, 1], FAMILIES.len())];
    let mut share = dice([seed, 4, 1], 100);
    let group = GROUPS.iter().find(|(_, of_hundred)| {
        let found = share < *of_hundred;
        share = share.saturating_sub(*of_hundred);
        found
    });
    let districts = &places::kerala().districts;
    let given = i64::try_from(dice([seed, 6, 1], 400)).unwrap_or(0);
    let joined = now.checked_sub(SignedDuration::from_hours(given * 12 + 1)).unwrap_or(now);
    Ok(Donor {
        id: new_id(joined),
        details: DonorDetails {
            name: PersonName::parse(&format!("{first} {family}"))?,
            group: group.map_or(BloodGroup::OPositive, |(group, _)| *group),
            gender: if woman { Gender::Female } else { Gender::Male },
            born: years_before(today, 19 + i64::try_from(dice([seed, 5, 1], 44)).unwrap_or(0)),
            email: Email::parse(&format!("donor{number}@demo.example"))?,
            phone: Mobile::parse(&format!("{}", 9_600_000_000 + number * 37))?,
            state: &places::kerala().name,
            district: &districts[number % districts.len()].name,
            consent: number % 29 != 7,
        },
        lang: if number.is_multiple_of(2) { Lang::Ml } else { Lang::En },
        created_at: joined.as_millisecond(),
        paused_until: (number % 23 == 5).then(|| today.saturating_add(Span::new().days(20))),
        last_given: (number % 2 == 1).then(|| today.saturating_sub(Span::new().days(given + 5))),
    })
}

/// One request, as it would have happened.
async fn live_through(app: &App, number: usize, case: Case) -> Result<(), requests::Error> {
    let nonsense = |_| requests::Error::Gone;
    let wish = Wish {
        patient_name: PersonName::parse(case.patient).map_err(nonsense)?,
        group: case.need.0,
        units: case.need.1,
        hospital: case.place.0.into(),
        state: &places::kerala().name,
        district: case.place.1,
        needed_by: app.clock.india().date().saturating_add(Span::new().days(case.days.1)),
        contact_name: PersonName::parse(&format!("{} {}", MEN[number % 8], FAMILIES[number % 9])).map_err(nonsense)?,
        phone: Mobile::parse(&format!("98950{:05}", number * 1117)).map_err(nonsense)?,
        email: Email::parse(&format!("family{number}@demo.example")).map_err(nonsense)?,
        reason: case.reason.map(String::from),
    };
    let id = requests::ask(app, wish, if number.is_multiple_of(2) { Lang::En } else { Lang::Ml }).await?;
    let (yes, no, end) = match case.fate {
        Fate::Unconfirmed => return Ok(()),
        Fate::Answered(yes, no) => (yes, no, None),
        Fate::Ended(yes, end) => (yes, 0, Some(end)),
    };
    requests::confirm(app, id.clone()).await?;
    requests::advance(app).await?;
    let asked = requests::list_asked(app, &id).await?;
    for (place, ask_id) in asked.into_iter().take(yes + no).enumerate() {
        app.clock.advance(SignedDuration::from_mins(11));
        if place < yes {
            requests::accept(app, ask_id).await?;
        } else {
            requests::decline(app, ask_id).await?;
            requests::advance(app).await?;
        }
    }
    if let Some(end) = end {
        requests::close(app, id, end).await?;
    }
    Ok(())
}
