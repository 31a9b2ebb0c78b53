//! A doctor's own profile, week and leave. They live here because each change says what it means for bookings.

use axum::extract::{Path, Query, State};
use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::practice::DoctorBooking;
use crate::app::App;
use crate::booking::practice::{self, Break, Met, Week};
use crate::booking::texts;
use crate::directory::facilities::Category;
use crate::directory::http::{ProfileView, parse_fee, parse_line};
use crate::directory::{self, DayTime, DaysOff, Leave, NamedHospital, Profile, Schedule};
use crate::identity::actor::Doctor;
use crate::identity::login_change::http::{PASSWORD_FIELD, prove_change, saved_message};
use crate::identity::person::{Mobile, parse_district, parse_pincode, parse_state};
use crate::identity::{self, Email};
use crate::platform::format;
use crate::platform::http::address::ClientAddress;
use crate::platform::http::body::Body;
use crate::platform::http::form::Form;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::problem::{Code, Problem, ProblemBody};
use crate::platform::http::{Answer, Done};
use crate::platform::lang::{Lang, Text};

async fn own_profile(app: &App, caller: &Doctor, doctor_id: &str) -> Result<Profile, Problem> {
    caller.must_be(doctor_id)?;
    Ok(practice::find_profile(app, doctor_id).await?.ok_or(Code::NotFound)?)
}

/// A doctor's own profile.
#[utoipa::path(
    get, path = "/user/api/doctor/profile/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), responses((status = 200, body = Answer<ProfileView>))
)]
pub async fn doctor_profile(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
) -> Result<Answer<ProfileView>, Problem> {
    let profile = own_profile(&app, &caller, &doctor_id).await?;
    Ok(Answer { message: String::new(), data: profile.into() })
}

/// What a profile can change; what is left out stays.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `Form` reads it")]
pub struct ProfileForm {
    email: Option<String>,
    #[schema(rename = "phone_Number")]
    phone_number: Option<String>,
    #[schema(rename = "consultation_Fee")]
    consultation_fee: Option<String>,
    #[schema(rename = "consultation_Address")]
    consultation_address: Option<String>,
    district: Option<String>,
    state: Option<String>,
    pincode: Option<String>,
    #[schema(rename = "startTime")]
    start_time: Option<String>,
    #[schema(rename = "endTime")]
    end_time: Option<String>,
    /// The id of an approved hospital; empty for none
    hospital: Option<String>,
    #[schema(value_type = Option<String>, format = Binary)]
    image: Option<Vec<u8>>,
    /// Asked for when the address or the number changes
    current_password: Option<String>,
}

fn change(profile: &mut Profile, mut form: Form) -> Result<(), Problem> {
    let (mut errors, doctor) = (FieldErrors::default(), &mut profile.doctor);
    errors.change("email", form.change("email"), &mut profile.email, Email::parse);
    errors.change("phone_Number", form.change("phone_Number"), &mut profile.phone, Mobile::parse);
    errors.change("consultation_Fee", form.change("consultation_Fee"), &mut doctor.fee, parse_fee);
    let address = |text: &str| parse_line(text, directory::texts::address_missing);
    errors.change("consultation_Address", form.change("consultation_Address"), &mut doctor.address, address);
    errors.change("pincode", form.change("pincode"), &mut doctor.pincode, parse_pincode);
    let (state, district) = (form.change("state"), form.change("district"));
    // A state without a fitting district must not keep the old one.
    let district = district.or_else(|| state.is_some().then(|| Input::from(doctor.district.clone())));
    errors.change("state", state, &mut doctor.state, |text| parse_state(text).map(String::from));
    let state = doctor.state.clone();
    let district_of = |text: &str| parse_district(&state, text).map(String::from);
    errors.change("district", district, &mut doctor.district, district_of);
    let hours = (doctor.schedule.start, doctor.schedule.end);
    errors.change("startTime", form.change("startTime"), &mut doctor.schedule.start, DayTime::parse);
    errors.change("endTime", form.change("endTime"), &mut doctor.schedule.end, DayTime::parse);
    let (start, end) = (doctor.schedule.start, doctor.schedule.end);
    if (start, end) != hours
        && let Err(text) = directory::check_hours(start, end)
    {
        errors.add("endTime", text);
    }
    errors.or(())
}

/// The hospital that the form names: one that is approved, or none.
async fn named_hospital(app: &App, id: &str) -> Result<Option<NamedHospital>, Problem> {
    if id.is_empty() {
        return Ok(None);
    }
    let found = app.db.read(async |tx| directory::facilities::find_listed(tx, Category::Hospital, id).await).await?;
    let found = found.ok_or_else(|| Problem::field("hospital", directory::texts::hospital_unknown))?;
    Ok(Some(NamedHospital { id: id.into(), name: found.name.as_str().into(), confirmed: false }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedProfile {
    profile: ProfileView,
    /// How many coming bookings lie outside the new hours; they stay as they are
    outside: usize,
}

/// Change a doctor's own profile, photo and hours. Existing bookings are never touched. Another address or number needs the
/// password; the address counts once it is confirmed.
#[utoipa::path(
    put, path = "/user/api/doctor/profile/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), request_body(content = ProfileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = Answer<SavedProfile>),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn update_doctor_profile(
    caller: Doctor,
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Path(doctor_id): Path<String>,
    mut form: Form,
) -> Result<Answer<SavedProfile>, Problem> {
    let before = own_profile(&app, &caller, &doctor_id).await?;
    let (password, photo) = (form.change(PASSWORD_FIELD), form.image.take());
    let hospital = form.change("hospital").map(|input| input.into_text().trim().to_owned());
    let mut wanted = before.clone();
    change(&mut wanted, form.clone())?;
    let known = |id: &String| before.doctor.hospital.as_ref().is_some_and(|hospital| hospital.id == *id);
    let hospital = match hospital.filter(|id| !known(id)) {
        Some(id) => Some(named_hospital(&app, &id).await?),
        None => None,
    };
    let (old, new) = ((&before.email, &before.phone), (&wanted.email, &wanted.phone));
    let login = prove_change(&app, &caller, old, new, password, address).await?;
    let saved = directory::texts::saved(lang);
    let message = saved_message(lang, saved, login.as_ref().and_then(|login| login.email()));
    let image = match photo {
        Some(photo) => Some(app.photos.accept(photo).await?.to_string()),
        None => None,
    };
    let saved = practice::save_profile(&app, &caller, login, move |profile| {
        let doctor = &mut profile.doctor;
        doctor.image = image.or(doctor.image.take());
        doctor.hospital = hospital.unwrap_or(doctor.hospital.take());
        change(profile, form)
    });
    let (profile, outside) = saved.await.map_err(|error| match error {
        identity::Error::EmailTaken => Problem::at(Code::AlreadyRegistered, "email", directory::texts::email_taken),
        error => error.at(PASSWORD_FIELD),
    })?;
    let data = SavedProfile { profile: profile.into(), outside };
    Ok(Answer { message, data })
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveView {
    _id: String,
    /// As in `2024-01-05`
    from: String,
    to: String,
    note: String,
}

impl From<Leave> for LeaveView {
    fn from(leave: Leave) -> Self {
        Self { _id: leave.id, from: leave.first.to_string(), to: leave.last.to_string(), note: leave.note }
    }
}

/// When a doctor works.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleView {
    start_time: String,
    end_time: String,
    /// English names of days, from Monday on
    days_off: Vec<&'static str>,
    break_start: Option<String>,
    break_end: Option<String>,
    /// What has not ended, the first first
    leave: Vec<LeaveView>,
}

impl ScheduleView {
    fn new(schedule: Schedule, today: Date) -> Self {
        let (break_start, break_end) = schedule.rest.map(|(from, to)| (from.to_string(), to.to_string())).unzip();
        Self {
            start_time: schedule.start.to_string(),
            end_time: schedule.end.to_string(),
            days_off: schedule.days_off.names(),
            break_start,
            break_end,
            leave: schedule.leave.into_iter().filter(|leave| leave.last >= today).map(LeaveView::from).collect(),
        }
    }
}

/// A doctor's own week and leave.
#[utoipa::path(
    get, path = "/user/api/doctor/schedule/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), responses((status = 200, body = Answer<ScheduleView>))
)]
pub async fn schedule(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
) -> Result<Answer<ScheduleView>, Problem> {
    let profile = own_profile(&app, &caller, &doctor_id).await?;
    let data = ScheduleView::new(profile.doctor.schedule, app.clock.india().date());
    Ok(Answer { message: String::new(), data })
}

/// What is left out stays; empty times take the break away.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleRequest {
    /// English names of days
    days_off: Option<Vec<String>>,
    break_start: Option<Input>,
    break_end: Option<Input>,
}

impl ScheduleRequest {
    fn parse(self) -> Result<Week, Problem> {
        let mut errors = FieldErrors::default();
        let days = self.days_off.map(|names| Input::from(names.join(",")));
        let mut days_off = None;
        errors.change("daysOff", days, &mut days_off, |text| DaysOff::parse(text).map(Some));
        let given = self.break_start.is_some() || self.break_end.is_some();
        let optional = |text: &str| if text.trim().is_empty() { Ok(None) } else { DayTime::parse(text).map(Some) };
        let (mut start, mut end) = (None, None);
        errors.change("breakStart", self.break_start, &mut start, optional);
        errors.change("breakEnd", self.break_end, &mut end, optional);
        let rest = match (start, end) {
            (Some(start), Some(end)) => {
                if let Err(text) = directory::check_hours(start, end) {
                    errors.add("breakEnd", text);
                }
                Break::From(start, end)
            }
            (None, None) if given => Break::None,
            (None, None) => Break::Stays,
            _ => {
                errors.add("breakEnd", texts::break_incomplete);
                Break::Stays
            }
        };
        errors.or(Week { days_off, rest })
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedSchedule {
    schedule: ScheduleView,
    /// How many coming bookings the new week leaves outside; they stay as they are
    outside: usize,
}

/// Change the days off and the break. Existing bookings are never touched.
#[utoipa::path(
    put, path = "/user/api/doctor/schedule/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), request_body = ScheduleRequest,
    responses(
        (status = 200, body = Answer<SavedSchedule>),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn update_schedule(
    caller: Doctor,
    State(app): State<App>,
    lang: Lang,
    Path(doctor_id): Path<String>,
    Body(request): Body<ScheduleRequest>,
) -> Result<Answer<SavedSchedule>, Problem> {
    caller.must_be(&doctor_id)?;
    let (schedule, outside) = practice::save_week(&app, &caller, request.parse()?).await?;
    let data = SavedSchedule { schedule: ScheduleView::new(schedule, app.clock.india().date()), outside };
    Ok(Answer { message: texts::schedule_saved(lang).into(), data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// As in `2024-01-05`
    from: Option<String>,
    /// The last day, included; the first without it
    to: Option<String>,
}

/// Days, both included, that are not over and not more than a year.
fn parse_days(errors: &mut FieldErrors, from: Input, to: Input, today: Date) -> Option<(Date, Date)> {
    let day = |text: &str| format::parse_date(text).ok_or(texts::date_wrong as Text);
    let first = errors.check("from", from, |text| day(&text))?;
    let last = errors.check("to", to, |text| if text.trim().is_empty() { Ok(first) } else { day(&text) })?;
    let latest = first.checked_add(Span::new().years(1)).unwrap_or(first);
    let wrong: Option<Text> = if last < first {
        Some(texts::leave_order)
    } else if last < today {
        Some(texts::leave_past)
    } else if last > latest {
        Some(texts::leave_long)
    } else {
        None
    };
    if let Some(text) = wrong {
        errors.add("to", text);
        return None;
    }
    Some((first, last))
}

/// The coming bookings that leave on these days would meet.
#[utoipa::path(
    get, path = "/user/api/doctor/leave/{docId}/bookings", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path), DaysQuery), responses((status = 200, body = Answer<Vec<DoctorBooking>>))
)]
pub async fn leave_bookings(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
    Query(query): Query<DaysQuery>,
) -> Result<Answer<Vec<DoctorBooking>>, Problem> {
    caller.must_be(&doctor_id)?;
    let mut errors = FieldErrors::default();
    let (from, to) = (query.from.unwrap_or_default().into(), query.to.unwrap_or_default().into());
    let days = parse_days(&mut errors, from, to, app.clock.india().date());
    let Some((first, last)) = days else { return Err(errors.into()) };
    let met = practice::list_during(&app, &doctor_id, first, last).await?;
    Ok(Answer { message: String::new(), data: met.into_iter().map(DoctorBooking::from).collect() })
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct LeaveRequest {
    /// The first day, as in `2024-01-05`
    #[serde(default)]
    #[schema(required)]
    from: Input,
    /// The last day, included; the first without it
    #[serde(default)]
    to: Input,
    /// For the patients who are told
    #[serde(default)]
    note: Input,
    /// What happens to bookings on these days: keep (the default), notify or cancel
    #[serde(default)]
    bookings: Input,
}

/// Add leave. By default the bookings that it meets are kept.
#[utoipa::path(
    post, path = "/user/api/doctor/leave/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), request_body = LeaveRequest,
    responses(
        (status = 200, body = Answer<LeaveView>),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn add_leave(
    caller: Doctor,
    State(app): State<App>,
    lang: Lang,
    Path(doctor_id): Path<String>,
    Body(request): Body<LeaveRequest>,
) -> Result<Answer<LeaveView>, Problem> {
    caller.must_be(&doctor_id)?;
    let mut errors = FieldErrors::default();
    let days = parse_days(&mut errors, request.from, request.to, app.clock.india().date());
    let note = errors.check("note", request.note, |text| match text.trim() {
        "" => Ok(String::new()),
        text => parse_line(text, directory::texts::text_long),
    });
    let met = errors.check("bookings", request.bookings, |text| match text.trim() {
        "" | "keep" => Ok(Met::Keep),
        "notify" => Ok(Met::Notify),
        "cancel" => Ok(Met::Cancel),
        _ => Err(texts::met_wrong as Text),
    });
    let (Some(days), Some(note), Some(met)) = (days, note, met) else { return Err(errors.into()) };
    let leave = practice::add_leave(&app, &caller, days, note, met).await?;
    Ok(Answer { message: texts::leave_saved(lang).into(), data: leave.into() })
}

/// Take leave back: its slots are free again.
#[utoipa::path(
    delete, path = "/user/api/doctor/leave/{docId}/{leaveId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path), ("leaveId" = String, Path)), responses((status = 200, body = Done))
)]
pub async fn remove_leave(
    caller: Doctor,
    State(app): State<App>,
    lang: Lang,
    Path((doctor_id, leave_id)): Path<(String, String)>,
) -> Result<Done, Problem> {
    caller.must_be(&doctor_id)?;
    if !practice::remove_leave(&app, &caller, leave_id).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Done { message: texts::leave_removed(lang).into() })
}
