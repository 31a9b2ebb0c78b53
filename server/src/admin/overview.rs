//! The administrator's first page: what waits for them, and a search over everything.

use std::slice;

use super::sought::Sought;
use super::store::bookings::{self, BookingRow};
use super::store::doctors::{self, DoctorRow};
use super::store::facilities::{self, FacilityRow};
use super::store::users::{self, UserRow};
use crate::app::App;
use crate::blood::donors::{self, Donor};
use crate::blood::requests;
use crate::contact;
use crate::directory;
use crate::directory::facilities::{self as places, Category};
use crate::platform::db;
use crate::platform::search::Range;

/// What waits for the administrator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    pub doctors: i64,
    pub hospitals: i64,
    pub pharmacies: i64,
    pub blood_requests: i64,
    pub messages: i64,
}

impl Waiting {
    pub fn total(self) -> i64 {
        self.doctors + self.hospitals + self.pharmacies + self.blood_requests + self.messages
    }
}

pub async fn count_waiting(app: &App) -> db::Result<Waiting> {
    app.db
        .read(async |tx| {
            Ok(Waiting {
                doctors: directory::count_pending(tx).await?,
                hospitals: places::count_pending(tx, Category::Hospital).await?,
                pharmacies: places::count_pending(tx, Category::Pharmacy).await?,
                blood_requests: requests::count_open(tx).await?,
                messages: contact::count_open(tx).await?,
            })
        })
        .await
}

/// The first few of each kind that begin with what was typed.
#[derive(Debug, Default)]
pub struct Results {
    pub users: Vec<UserRow>,
    pub doctors: Vec<DoctorRow>,
    pub hospitals: Vec<FacilityRow>,
    pub pharmacies: Vec<FacilityRow>,
    pub donors: Vec<Donor>,
    pub bookings: Vec<BookingRow>,
}

/// Of each kind.
const FIRST: i64 = 5;
/// One letter would find everybody.
const SHORTEST: usize = 2;

pub async fn search(app: &App, text: Option<&str>) -> db::Result<Results> {
    let sought = Sought::parse(text.filter(|text| text.trim().chars().count() >= SHORTEST));
    let Some(sought) = sought else { return Ok(Results::default()) };
    app.db
        .read(async |tx| {
            Ok(Results {
                users: users::find_first(tx, &sought, FIRST).await?,
                doctors: doctors::find_first(tx, &sought, FIRST).await?,
                hospitals: facilities::find_first(tx, Category::Hospital, &sought, FIRST).await?,
                pharmacies: facilities::find_first(tx, Category::Pharmacy, &sought, FIRST).await?,
                donors: donors::find_first(tx, donor_words(&sought), sought.id.as_ref(), FIRST).await?,
                bookings: bookings::find_first(tx, &sought, FIRST).await?,
            })
        })
        .await
}

/// Donors are indexed by words, their number being one.
fn donor_words(sought: &Sought) -> &[Range] {
    sought.phone.as_ref().map_or(sought.words.as_slice(), slice::from_ref)
}
