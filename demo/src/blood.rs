//! Blood donors in every district, and requests in every possible state, made by running the services with simulated clocks.

use jiff::{SignedDuration, Span};

use super::data::{BloodCase, data, pick};
use super::life::dice;
use super::{Error, Size};
use doccare::app::{App, Contents};
use doccare::blood::donors::{self, Donor, DonorDetails};
use doccare::blood::links::OpenedLink;
use doccare::blood::requests::{self, RequestDetails, RequestEnd};
use doccare::blood::rules::years_before;
use doccare::identity::Email;
use doccare::identity::person::{Gender, Mobile, PersonName};
use doccare::platform::clock::Clock;
use doccare::platform::db;
use doccare::platform::ids::new_id;
use doccare::platform::lang::Lang;
use doccare::reference::{BloodGroup, regions};

pub async fn fill(app: &App, size: Size) -> Result<(), Error> {
    add_donors(app, size.donors).await?;
    for (number, case) in data().requests.iter().enumerate() {
        let before = SignedDuration::from_hours(24 * case.days_ago);
        let then = app.clock.now().checked_sub(before).unwrap_or(app.clock.now());
        let then = App::from(Contents { clock: Clock::set_to(then), ..Contents::clone(app) });
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
    let names = &data().donors;
    let (side, first) = if woman { (1, &names.women) } else { (2, &names.men) };
    let first = pick(first, dice([seed, side, 1], first.len()));
    let family = pick(&names.families, dice([seed, 3, 1], names.families.len()));
    let mut share = dice([seed, 4, 1], 100);
    let group = data().blood_groups.iter().find(|(_, of_hundred)| {
        let found = share < *of_hundred;
        share = share.saturating_sub(*of_hundred);
        found
    });
    let districts = &regions::kerala().districts;
    let given = i64::try_from(dice([seed, 6, 1], 400)).unwrap_or(0);
    let turn = i64::try_from(dice([seed, 7, 1], 300)).unwrap_or(0);
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
            state: &regions::kerala().name,
            district: &districts[number % districts.len()].name,
            consent: number % 29 != 7,
        },
        lang: if number.is_multiple_of(2) { Lang::Ml } else { Lang::En },
        created_at: joined.as_millisecond(),
        confirmed_at: Some(joined.as_millisecond()),
        new_email: None,
        turn: Some(today.saturating_sub(Span::new().days(130 + turn))),
        paused_until: (number % 23 == 5).then(|| today.saturating_add(Span::new().days(20))),
        last_given: (number % 2 == 1).then(|| today.saturating_sub(Span::new().days(given + 5))),
    })
}

/// One request, played through.
async fn live_through(app: &App, number: usize, case: &'static BloodCase) -> Result<(), requests::Error> {
    let nonsense = |_| requests::Error::Gone;
    let contact = format!("{} {}", pick(&data().donors.men, number), pick(&data().donors.families, number));
    let details = RequestDetails {
        patient_name: PersonName::parse(&case.patient).map_err(nonsense)?,
        group: case.group,
        units: case.units,
        hospital: case.hospital.clone(),
        state: &regions::kerala().name,
        district: &case.district,
        needed_by: app.clock.india().date().saturating_add(Span::new().days(case.days_left)),
        contact_name: PersonName::parse(&contact).map_err(nonsense)?,
        phone: Mobile::parse(&format!("98950{:05}", number * 1117)).map_err(nonsense)?,
        email: Email::parse(&format!("family{number}@demo.example")).map_err(nonsense)?,
        reason: case.reason.clone(),
    };
    let id = requests::submit(app, details, if number.is_multiple_of(2) { Lang::En } else { Lang::Ml }).await?;
    let Some((yes, no)) = case.answers else { return Ok(()) };
    requests::confirm(app, OpenedLink::without_mail(id.clone()), None).await?;
    requests::advance(app).await?;
    if requests::list_asked(app, &id).await?.len() < yes + no {
        // It is not reviewed, so it goes on beyond its district after a while.
        app.clock.advance(SignedDuration::from_mins(30));
        requests::advance(app).await?;
    }
    let asked = requests::list_asked(app, &id).await?;
    for (place, ask_id) in asked.into_iter().take(yes + no).enumerate() {
        app.clock.advance(SignedDuration::from_mins(11));
        if place < yes {
            requests::accept(app, OpenedLink::without_mail(ask_id)).await?;
        } else {
            requests::decline(app, OpenedLink::without_mail(ask_id)).await?;
            requests::advance(app).await?;
        }
    }
    if let Some(fulfilled) = case.fulfilled {
        requests::close(
            app,
            OpenedLink::without_mail(id),
            if fulfilled { RequestEnd::Fulfilled } else { RequestEnd::NotNeeded },
        )
        .await?;
    }
    Ok(())
}
