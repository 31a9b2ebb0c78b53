//! A doctor's own profile over HTTP. It is here because changed hours say what they mean for appointments.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::appointments::http::DoctorBooking;
use crate::appointments::schedule_changes::http::PreviewQuery;
use crate::appointments::schedule_changes::{self, ChangedSchedule, OutsideAppointments, TokenConflicts};
use crate::appointments::service::doctor_topic;
use crate::directory::doctors::http::{
    ProfileView, change_malayalam_name, change_place, parse_fee, parse_malayalam, parse_malayalam_doctor_name,
};
use crate::directory::facilities::{self, Category, Facility};
use crate::directory::{self, DayTime, NamedHospital, Profile, Schedule, Workplace};
use crate::identity::Email;
use crate::identity::callers::Doctor;
use crate::identity::person::{Mobile, parse_pincode};
use crate::identity::profiles::http::{ProfileUpdate, own, save};
use crate::platform::db::Tx;
use crate::platform::http::{
    Answer, ClientAddress, Code, Field, FieldErrors, Params, Photo, PhotoForm, Problem, Result,
};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;
use crate::platform::pubsub::ADMINISTRATION;
use crate::platform::rate_limit::Limit;
use crate::scheduling;

/// A doctor's own profile.
#[utoipa::path(get, path = "/user/api/doctor/profile/{docId}")]
pub async fn doctor_profile(caller: Doctor, app: App) -> Result<Answer<ProfileView>> {
    let profile: Profile = own(&app, &caller).await?;
    Ok(Answer::of(profile))
}

/// What a profile can change; what is left out stays.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ProfileForm {
    email: Option<Field>,
    phone_Number: Option<Field>,
    consultation_Fee: Option<Field>,
    consultation_Address: Option<Field>,
    /// The name in Malayalam, which waits for approval; empty for none
    nameMl: Option<Field>,
    /// The address in Malayalam; empty for none
    addressMl: Option<Field>,
    district: Option<Field>,
    state: Option<Field>,
    pincode: Option<Field>,
    startTime: Option<Field>,
    endTime: Option<Field>,
    /// The id of an approved hospital; empty for none
    hospital: Option<Field>,
    image: Option<Photo>,
    /// Asked for when the address or the number changes
    current_password: Option<Field>,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

impl ProfileForm {
    fn apply(self, profile: &mut Profile, now: Timestamp, today: Date) -> Result<()> {
        let (mut errors, doctor) = (FieldErrors::default(), &mut profile.doctor);
        errors.change(self.email, &mut profile.email, Email::parse);
        errors.change(self.phone_Number, &mut profile.phone, Mobile::parse);
        errors.change(self.consultation_Fee, &mut doctor.fee, parse_fee);
        let address = |text: &str| parse_line(text, directory::texts::ADDRESS_MISSING);
        errors.change(self.consultation_Address, &mut doctor.address, address);
        let name_ml = change_malayalam_name(&mut errors, self.nameMl, &mut doctor.name_ml, parse_malayalam_doctor_name);
        errors.change(self.addressMl, &mut doctor.address_ml, parse_malayalam);
        errors.change(self.pincode, &mut doctor.pincode, parse_pincode);
        let place = (&mut doctor.state, &mut doctor.district);
        change_place(&mut errors, (self.state, self.district), place, "district");
        let (mut start, mut end) = (doctor.schedule.start, doctor.schedule.end);
        errors.change(self.startTime, &mut start, DayTime::parse);
        errors.change(self.endTime, &mut end, DayTime::parse);
        change_hours(&mut errors, &mut doctor.schedule, (start, end), today)?;
        profile.ask_for(name_ml, now);
        errors.or(())
    }
}

/// Hours that are as they were change nothing. Where the week has several sessions there are none to change.
fn change_hours(
    errors: &mut FieldErrors,
    schedule: &mut Schedule,
    (start, end): (DayTime, DayTime),
    today: Date,
) -> Result<()> {
    if (start, end) == (schedule.start, schedule.end) {
        return Ok(());
    }
    if schedule.has_several() {
        return Err(Code::SeveralSessions.into());
    }
    // A session is never empty, as the hours of the simple form may be.
    let is_empty = schedule.has_weekly() && start == end;
    match directory::check_hours(start, end) {
        Err(text) => errors.add("endTime", text),
        Ok(()) if is_empty => errors.add("endTime", directory::texts::END_BEFORE_START),
        Ok(()) => schedule.set_hours(start, end),
    }
    if let Some(day) = schedule.first_misfit(today) {
        errors.add("endTime", scheduling::texts::meets_extra(day));
    }
    Ok(())
}

/// The hospital that the form names instead of the one before: one that is approved, or none.
async fn other_hospital(app: &App, before: &Profile, hospital: Option<Field>) -> Result<Option<Option<NamedHospital>>> {
    let (mut errors, mut named) = (FieldErrors::default(), None);
    errors.change(hospital, &mut named, |text| Ok(Some(text.trim().to_owned())));
    let Some(id) = errors.or(named)? else { return Ok(None) };
    if hospital_of(before).unwrap_or_default() == id {
        return Ok(None);
    }
    if id.is_empty() {
        return Ok(Some(None));
    }
    let found = app.db.read(async |tx| facilities::find_listed(tx, Category::Hospital, &id).await).await?;
    let found = found.ok_or_else(|| Problem::field("hospital", directory::texts::HOSPITAL_UNKNOWN))?;
    let Facility { name, name_ml, address, address_ml, city, district, state, pincode, phone, .. } = found;
    let (name, phone) = (name.as_str().into(), Some(phone.as_str().into()));
    let place = Workplace { id, name, name_ml, address, address_ml, city, district, state, pincode, phone };
    Ok(Some(Some(NamedHospital { place, confirmed: false, listed: true })))
}

/// Each change mails one or two hospitals, so a doctor cannot flood them.
const HOSPITAL_CHANGE_LIMIT: Limit = Limit::new("hospitals named by a doctor", 10, SignedDuration::from_hours(24));

/// The id of the hospital that a doctor names.
fn hospital_of(profile: &Profile) -> Option<String> {
    profile.doctor.hospital.as_ref().map(|hospital| hospital.place.id.clone())
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedProfile {
    profile: ProfileView,
    /// How many coming bookings lie outside the new hours; they stay as they are
    outside: usize,
    /// Those of them that lay inside before
    bookings: Vec<DoctorBooking>,
}

impl SavedProfile {
    fn new(profile: Profile, outside: OutsideAppointments) -> Self {
        let bookings = outside.stranded.into_iter().map(DoctorBooking::from).collect();
        Self { profile: profile.into(), outside: outside.all, bookings }
    }
}

/// Change a doctor's own profile, photo and hours. Existing bookings are never touched. Another name in Malayalam counts once the
/// administrator has approved it. Another address or number needs the password; the address counts once it is confirmed. Hours of a week of several sessions are theirs to change.
#[utoipa::path(put, path = "/user/api/doctor/profile/{docId}", responses((status = 409), (status = 429)))]
pub async fn update_doctor_profile(
    caller: Doctor,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Params(query): Params<PreviewQuery>,
    PhotoForm(mut form, _place): PhotoForm<ProfileForm>,
) -> Result<Answer<SavedProfile>> {
    let (before, today): (Profile, Date) = (own(&app, &caller).await?, app.clock.india().date());
    let now = app.clock.now();
    let (password, code, photo) = (form.current_password.take(), form.code.take(), form.image.take());
    let hospital = form.hospital.take();
    let mut wanted = before.clone();
    form.clone().apply(&mut wanted, now, today)?;
    let hospital = other_hospital(&app, &before, hospital).await?;
    if query.is_preview()? {
        wanted.doctor.hospital = hospital.unwrap_or(wanted.doctor.hospital);
        let sessions = std::mem::take(&mut wanted.doctor.schedule.sessions);
        wanted.doctor.plan(sessions);
        let schedule = wanted.doctor.schedule.clone();
        let become_so = move |profile: &mut Profile| {
            profile.doctor.schedule = schedule;
            Ok(())
        };
        let ChangedSchedule { outside, .. } = schedule_changes::preview(&app, &caller, become_so).await?;
        return Ok(Answer::of(SavedProfile::new(wanted, outside)));
    }
    let mut hospitals_changed: Vec<String> = Vec::new();
    if let Some(other) = &hospital {
        app.rate_limiter.take(&[(&caller.id, HOSPITAL_CHANGE_LIMIT)], now.as_millisecond()).await?;
        hospitals_changed.extend(hospital_of(&before));
        hospitals_changed.extend(other.as_ref().map(|hospital| hospital.place.id.clone()));
    }
    let sent = ProfileUpdate { password, challenge: None, code, photo, email: "email", address, lang };
    // Read again inside the transaction: the hospital may have removed the doctor since `before` was read.
    let hospital_before = Arc::new(Mutex::new(None));
    let noted = hospital_before.clone();
    let change = move |profile: &mut Profile| {
        *noted.lock().unwrap_or_else(PoisonError::into_inner) = hospital_of(profile);
        profile.doctor.hospital = hospital.clone().unwrap_or(profile.doctor.hospital.take());
        form.clone().apply(profile, now, today)
    };
    let (token_conflicts, seen, site) =
        (TokenConflicts::new(&app), before.doctor.schedule.clone(), app.config.public_url.clone());
    let conclude = async move |tx: &mut Tx<'_>, mut profile: Profile| {
        let named_before = hospital_before.lock().unwrap_or_else(PoisonError::into_inner).take();
        facilities::notify_hospitals(tx, &profile.doctor, named_before.as_deref(), (&site, now)).await?;
        let ChangedSchedule { doctor, outside } = token_conflicts.resolve(tx, profile.doctor, &seen).await?;
        profile.doctor = doctor;
        Ok(SavedProfile::new(profile, outside))
    };
    let is_asked = wanted.waiting.is_some_and(|waiting| waiting.is_new(before.waiting.as_ref()));
    let mut saved = Box::pin(save(&app, &caller, &before, sent, change, conclude)).await?;
    if is_asked {
        saved.message = format!("{} {}", saved.message, directory::texts::CHANGE_WAITS.in_lang(lang));
        app.pubsub.publish(ADMINISTRATION);
    }
    app.pubsub.publish(&doctor_topic(&caller.id));
    for hospital_id in hospitals_changed {
        app.pubsub.publish(&facilities::topic(&hospital_id));
    }
    Ok(saved)
}
