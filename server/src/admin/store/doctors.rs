//! The SQL of the list of doctors who were ever approved, suspended ones included.

use super::people::Place;
use crate::admin::sought::Sought;
use crate::directory::DayTime;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::list::{List, MOST_FOUND, Order, Page, Part};

const PLACE: Place = Place {
    kind: "doctor",
    account: "role = 'doctor' AND state <> 'deleted'",
    one: Some("SELECT count(*) FROM doctors o WHERE o.approved_at IS NOT NULL AND o.id ="),
    numbers: Some("doctors"),
};

columns! {
    /// A doctor in a list.
    pub struct DoctorRow as DOCTOR in "doctors d LEFT JOIN accounts a ON a.id = d.id" {
        id: String = "d.id",
        doctor_id: String = "d.doctor_id",
        full_name: String = "d.full_name",
        gender: String = "d.gender",
        specialization: String = "d.specialization",
        experience: i64 = "d.experience",
        fee: i64 = "d.consultation_fee",
        address: String = "d.consultation_address",
        district: String = "d.district",
        /// The id of a photo in the store.
        image: Option<String> = "d.image",
        phone: String = "COALESCE(a.phone, '')",
        suspended: bool = "d.suspended_at IS NOT NULL",
        email: String = "a.email",
        dob: String = "d.dob",
        state: String = "d.state",
        pincode: String = "d.pincode",
        start: DayTime = "d.start_minute",
        end: DayTime = "d.end_minute",
    }
}

/// What the list is narrowed to, in the words of our lists.
#[derive(Debug, Default)]
pub struct Filter {
    pub gender: Option<String>,
    pub specialization: Option<String>,
    pub district: Option<String>,
    pub sought: Option<Sought>,
}

fn approved<'a>() -> List<'a> {
    List::new("doctors d", "d.approved_at IS NOT NULL")
}

/// A page of doctors, the newest first.
pub async fn list(tx: &mut Tx<'_>, filter: &Filter, part: Part<'_>) -> Result<Page<DoctorRow>> {
    let mut list = approved();
    list.and_if("d.specialization =", filter.specialization.as_deref());
    list.and_if("d.district =", filter.district.as_deref());
    list.and_if("d.gender =", filter.gender.as_deref());
    if let Some(sought) = &filter.sought {
        PLACE.find(tx, &mut list, sought, MOST_FOUND).await?;
    }
    list.page(tx, &DOCTOR, Order::NEWEST, part).await
}

/// The first few doctors of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, sought: &Sought, limit: i64) -> Result<Vec<DoctorRow>> {
    let mut list = approved();
    PLACE.find(tx, &mut list, sought, limit).await?;
    list.first(tx, &DOCTOR, Order::NEWEST, limit).await
}
