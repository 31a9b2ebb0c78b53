//! What waits for the administrator, and a search over everything.

use std::slice;

use super::model::{Notifications, SearchResults, WaitingWorkers, lines};
use crate::admin::people::Typed;
use crate::admin::{bookings, doctors, users, workers};
use crate::app::App;
use crate::blood::alarm::find_jumps;
use crate::blood::donors;
use crate::blood::requests;
use crate::contact;
use crate::directory;
use crate::directory::changes;
use crate::directory::facilities::{self, Category};
use crate::platform::db;
use crate::platform::search::Range;

pub async fn count_waiting(app: &App) -> db::Result<Notifications> {
    let now = app.clock.now();
    app.db
        .read(async |tx| {
            let doctor = directory::count_pending(tx).await?;
            let hospital = facilities::count_pending(tx, Category::Hospital).await?;
            let pharmacy = facilities::count_pending(tx, Category::Pharmacy).await?;
            let changes = changes::count(tx).await?;
            let (blood_requests, messages) = (requests::count_open(tx).await?, contact::count_open(tx).await?);
            let total = doctor + hospital + pharmacy + changes + blood_requests + messages;
            let pending = WaitingWorkers { doctor, hospital, pharmacy };
            let held_requests = requests::count_held(tx, now.as_millisecond()).await?;
            let jumps = find_jumps(tx, now).await?.into();
            Ok(Notifications { pending, blood_requests, held_requests, changes, messages, total, jumps })
        })
        .await
}

/// Of each kind.
const FIRST: i64 = 5;
/// One letter would find everybody.
const SHORTEST: usize = 2;

/// The first few of each kind that begin with what was typed.
pub async fn search(app: &App, text: Option<&str>) -> db::Result<SearchResults> {
    let typed = Typed::parse(text.filter(|text| text.trim().chars().count() >= SHORTEST));
    let Some(typed) = typed else { return Ok(SearchResults::default()) };
    app.db
        .report(async move |tx| {
            Ok(SearchResults {
                users: lines(users::find_first(tx, &typed, FIRST).await?),
                doctors: lines(doctors::find_first(tx, &typed, FIRST).await?),
                hospitals: lines(workers::find_first(tx, Category::Hospital, &typed, FIRST).await?),
                pharmacies: lines(workers::find_first(tx, Category::Pharmacy, &typed, FIRST).await?),
                donors: lines(donors::find_first(tx, donor_words(&typed), typed.id.as_ref(), FIRST).await?),
                bookings: lines(bookings::find_first(tx, &typed, FIRST).await?),
            })
        })
        .await
}

/// Donors are indexed by words, their number being one.
fn donor_words(typed: &Typed) -> &[Range] {
    typed.phone.as_ref().map_or(typed.words.as_slice(), slice::from_ref)
}
