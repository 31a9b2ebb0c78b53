//! Shared by the calls about appointments: errors, ownership, contacts, and the link of a visit's page.

use std::collections::{BTreeSet, HashMap};

use super::model::{Appointment, Status};
use super::store;
use crate::app::App;
use crate::identity::callers::{Caller, SignedOut};
use crate::identity::users::NOBODY;
use crate::identity::{self, Contact, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::platform::phone_messages;
use crate::scheduling;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such appointment")]
    NoAppointment,
    /// The user has not saved such a person.
    #[error("no such person")]
    NoPerson,
    /// The appointment is another user's.
    #[error("not yours")]
    NotYours,
    #[error("the slot is taken")]
    SlotTaken,
    #[error("too many bookings")]
    TooMany,
    /// As many visits of a day as the desk may book for one number.
    #[error("too many of one number")]
    TooManyOfNumber,
    /// Booked again and again within an hour.
    #[error("booked too often")]
    TooOften,
    #[error("moved too often")]
    MovedTooOften,
    #[error("too many people")]
    TooManyPeople,
    /// Decided, cancelled or started.
    #[error("no longer changeable")]
    NotChangeable,
    /// Not the state that the doctor saw: moved, decided or cancelled since. With the current booking.
    #[error("changed since it was seen")]
    ChangedSince(Box<Appointment>),
    /// A follow-up that was answered already, has ended, or is not proposed yet.
    #[error("not proposed")]
    NotProposed,
    /// Not one of the days of the proposal.
    #[error("another day than proposed")]
    OtherDay,
    #[error(transparent)]
    Scheduling(#[from] scheduling::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The purpose for which the key encrypts the id of a visit: the link of its page.
const VISIT_PAGE: &str = "visit page";

/// Contacts by the ids of accounts; to the number of a desk booking, by the id of the visit.
pub type Contacts = HashMap<String, Contact>;

/// The topic that open pages of a doctor subscribe to.
pub fn doctor_topic(doctor_id: &str) -> String {
    format!("doctor:{doctor_id}")
}

/// Call it after the commit: wakes the outbox, and makes open pages that show the doctor's days ask again. Screens of a suspended doctor end.
pub fn publish_doctor_changed(app: &App, doctor_id: &str) {
    app.wake_outbox();
    app.pubsub.publish(&doctor_topic(doctor_id));
}

/// An appointment of the caller's, who is its patient or its doctor.
pub async fn find_own(tx: &mut Tx<'_>, caller: &Caller, id: &str) -> Result<Appointment, Error> {
    let appointment = store::find(tx, id).await?.ok_or(Error::NoAppointment)?;
    let owner = match caller.role {
        Role::User => &appointment.user_id,
        Role::Doctor => &appointment.doctor_id,
        _ => return Err(Error::NotYours),
    };
    if *owner == caller.id { Ok(appointment) } else { Err(Error::NotYours) }
}

/// The contacts of the patients and doctors of appointments.
pub async fn list_contacts(tx: &mut Tx<'_>, appointments: &[Appointment]) -> db::Result<Contacts> {
    let concerned = |appointment: &Appointment| [appointment.user_id.clone(), appointment.doctor_id.clone()];
    let people: BTreeSet<String> = appointments.iter().flat_map(concerned).collect();
    let mut contacts = identity::list_contacts(tx, &people.into_iter().collect::<Vec<_>>()).await?;
    contacts.extend(store::list_desk_contacts(tx, appointments).await?);
    Ok(contacts)
}

/// Where to write to the patient of an appointment: to the account, or to the number of a desk booking.
pub fn contact_of_patient<'a>(contacts: &'a Contacts, appointment: &Appointment) -> Option<&'a Contact> {
    contacts.get(&appointment.user_id).or_else(|| contacts.get(&appointment.id))
}

/// The same for one appointment.
pub async fn find_contact_of_patient(tx: &mut Tx<'_>, appointment: &Appointment) -> db::Result<Option<Contact>> {
    Ok(match identity::find_contact(tx, &appointment.user_id).await? {
        Some(contact) => Some(contact),
        None => store::list_desk_contacts(tx, std::slice::from_ref(appointment)).await?.remove(&appointment.id),
    })
}

/// An appointment in the audit log. A patient without an account is not named: their data is deleted before the log is.
pub fn subject(about: &Appointment) -> Subject<'_> {
    let name = if about.user_id == NOBODY { "" } else { about.patient_name.as_str() };
    Subject { kind: "booking", id: &about.id, name }
}

/// Withdraws messages about an appointment that are not sent yet. For a patient who gets no messages no statement is run.
pub async fn withdraw_from_phone(tx: &mut Tx<'_>, id: &str, patient: Option<&Contact>) -> db::Result<()> {
    match patient {
        Some(Contact { phone: Some(_), .. }) => phone_messages::withdraw(tx, &[id.to_owned()]).await,
        _ => Ok(()),
    }
}

/// The page of a visit that is approved, not past and not by phone. The patient may show it to others. Browsers do not send what follows the
/// `#`, so no server log contains the token.
pub fn visit_page_of(app: &App, visit: &Appointment) -> Option<String> {
    let is_coming =
        visit.status == Status::Checked && visit.phone.is_none() && visit.slot.day >= app.clock.india().date();
    is_coming.then(|| visit_page_url("", &app.keys, &visit.id))
}

pub fn visit_page_url(site: &str, keys: &Keys, id: &str) -> String {
    format!("{site}/visit#{}", keys.link_token(VISIT_PAGE, id))
}

/// A doctor's page with the slot picker open.
pub fn book_again_url(site: &str, doctor_id: &str) -> String {
    format!("{site}/doctors/{doctor_id}?book=1")
}

/// The id of the visit whose page a token opens.
pub fn visit_of_page_token(keys: &Keys, token: &Secret) -> Option<String> {
    keys.id_of_link(VISIT_PAGE, token)
}
