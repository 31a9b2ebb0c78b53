//! The list of all bookings, and each of them.

pub(super) use store::{BookingFilter, BookingRow, find_first, list_coming_of_user};

pub mod http {
    use axum::extract::Path;
    use serde::{Deserialize, Serialize};
    use utoipa::{IntoParams, ToSchema};

    use super::{BookingFilter, BookingRow, service};
    use crate::admin::audit::AuditRow;
    use crate::admin::people_search::SearchTerm;
    use crate::admin::texts;
    use crate::app::App;
    use crate::appointments::Status;
    use crate::directory::VisitMode;
    use crate::directory::workplaces::http::VisitPlace;
    use crate::identity::callers::Admin;
    use crate::platform::format;
    use crate::platform::format::rfc3339;
    use crate::platform::http::{Answer, Code, Field, Page, Paging, Params, Result, filter, given};
    use crate::platform::lang::Text;

    /// A booking as the administrator sees it.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct AdminBooking {
        _id: String,
        /// Empty once the user has deleted their account
        patient_name: String,
        contact_number: String,
        doctor: BookingDoctor,
        user: BookingUser,
        date: String,
        time: String,
        #[serde(rename = "startsAt")]
        starts_at: String,
        /// Where it is, as it was booked; `null` is the doctor's own clinic
        place: Option<VisitPlace>,
        mode: VisitMode,
        /// Pending, Checked, Rejected or Cancelled
        status: &'static str,
        fee: i64,
        #[serde(rename = "bookingTime_Date")]
        booking_time_date: String,
        reason: Option<String>,
    }

    #[derive(Debug, Serialize, ToSchema)]
    pub struct BookingDoctor {
        _id: String,
        #[serde(rename = "full_Name")]
        full_name: String,
    }

    #[derive(Debug, Serialize, ToSchema)]
    pub struct BookingUser {
        _id: String,
        username: String,
    }

    impl From<BookingRow> for AdminBooking {
        fn from(row: BookingRow) -> Self {
            Self {
                date: format::spec_date(row.slot.day),
                time: row.slot.time.to_string(),
                starts_at: row.slot.rfc3339(),
                place: row.place.map(VisitPlace::from),
                mode: if row.is_by_phone { VisitMode::Phone } else { VisitMode::Clinic },
                status: row.status.as_str(),
                booking_time_date: rfc3339(row.created_at),
                doctor: BookingDoctor { _id: row.doctor_id, full_name: row.doctor_name },
                user: BookingUser { _id: row.user_id, username: row.username },
                _id: row.id,
                patient_name: row.patient_name,
                contact_number: row.contact_number,
                fee: row.fee,
                reason: row.reason,
            }
        }
    }

    #[derive(Deserialize, IntoParams)]
    #[into_params(parameter_in = Query)]
    pub struct BookingsQuery {
        /// The beginning of the patient's name, of the contact number or of the id; of each status at most 5,000 are found
        q: Option<Field>,
        /// Pending, Checked, Rejected or Cancelled
        status: Option<Field>,
        /// The day of the visit, such as `2024-01-05`; the earliest visit comes first then
        date: Option<Field>,
        /// Beginnings of words of the doctor's name, or the beginning of their number or id; the latest visit comes first then
        doctor: Option<Field>,
    }

    fn parse_status(text: &str) -> Result<Status, Text> {
        let known = Status::ALL.into_iter().find(|status| status.as_str().eq_ignore_ascii_case(text.trim()));
        known.ok_or(texts::STATUS_WRONG)
    }

    /// All bookings, the newest first; of a day or of a doctor by the time of the visit.
    #[utoipa::path(get, path = "/admin/api/bookings")]
    pub async fn all_bookings(
        _: Admin,
        app: App,
        Params(query): Params<BookingsQuery>,
        paging: Paging,
    ) -> Result<Page<AdminBooking>> {
        let wanted = BookingFilter {
            status: filter(query.status, parse_status)?,
            term: SearchTerm::parse(given(query.q).as_deref()),
            day: filter(query.date, |text| format::parse_date(text).ok_or(texts::DAY_WRONG))?,
            doctor: SearchTerm::parse(given(query.doctor).as_deref()),
        };
        let page = service::list(&app, wanted, paging).await?;
        Ok(page.map(AdminBooking::from))
    }

    /// A booking with what was decided about it.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct AdminBookingDetails {
        #[serde(flatten)]
        booking: AdminBooking,
        /// The latest first
        audit: Vec<AuditRow>,
    }

    /// Everything about a booking.
    #[utoipa::path(get, path = "/admin/api/bookings/{id}")]
    pub async fn booking_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminBookingDetails>> {
        let (booking, audit) = service::find(&app, &id).await?.ok_or(Code::NotFound)?;
        Ok(Answer::of(AdminBookingDetails { booking: booking.into(), audit }))
    }
}

mod service {
    use super::store::{self, BookingFilter, BookingRow};
    use crate::admin::audit::{self, AuditRow};
    use crate::app::App;
    use crate::platform::db;
    use crate::platform::list::{Page, Paging};

    pub async fn list(app: &App, wanted: BookingFilter, paging: Paging) -> db::Result<Page<BookingRow>> {
        app.db.report(async move |tx| store::list(tx, &wanted, paging.part()).await).await
    }

    pub async fn find(app: &App, id: &str) -> db::Result<Option<(BookingRow, Vec<AuditRow>)>> {
        app.db
            .read(async |tx| {
                let Some(booking) = store::find(tx, id).await? else { return Ok(None) };
                Ok(Some((booking, audit::list_of(tx, id).await?)))
            })
            .await
    }
}

mod store {
    use jiff::civil::Date;

    use crate::admin::people_search::SearchTerm;
    use crate::admin::workers;
    use crate::appointments::Status;
    use crate::directory::workplaces::{WORKPLACE, Workplace};
    use crate::platform::clock::day_bounds;
    use crate::platform::db::{Result, Tx, columns};
    use crate::platform::list::{List, MAX_SEARCH_RESULTS, Order, Page, Part};
    use crate::scheduling::Slot;
    use crate::statistics;

    columns! {
        pub struct BookingRow as BOOKING in "appointments a LEFT JOIN doctors d ON d.id = a.doctor_id LEFT JOIN users u ON u.id = a.user_id \
                                             LEFT JOIN facilities h ON h.id = a.hospital_id" {
            id: String = "a.id",
            patient_name: String = "a.patient_name",
            contact_number: String = "a.contact_number",
            doctor_id: String = "a.doctor_id",
            doctor_name: String = "d.full_name",
            user_id: String = "a.user_id",
            username: String = "u.username",
            slot: Slot = "a.starts_at",
            place: Option<Workplace> = [WORKPLACE],
            is_by_phone: bool = "EXISTS (SELECT 1 FROM phone_consultations p WHERE p.visit_id = a.id)",
            status: Status = "a.status",
            fee: i64 = "a.fee",
            created_at: i64 = "a.created_at",
            reason: Option<String> = "a.reason",
        }
    }

    pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<BookingRow>> {
        BOOKING.find(tx, "WHERE a.id = $1", &[&id]).await
    }

    #[derive(Debug)]
    pub struct BookingFilter {
        pub status: Option<Status>,
        pub term: Option<SearchTerm>,
        pub day: Option<Date>,
        pub doctor: Option<SearchTerm>,
    }

    /// Only terms of one or two letters match more doctors than this.
    const MAX_DOCTORS: i64 = 256;

    /// A page of bookings, the newest first; of a day the earliest visit first, of a doctor the latest.
    pub async fn list(tx: &mut Tx<'_>, wanted: &BookingFilter, part: Part<'_>) -> Result<Page<BookingRow>> {
        let (status, mut list) = (wanted.status, List::whole("appointments a"));
        let mut is_cut = false;
        if let Some(doctor) = &wanted.doctor {
            let found = workers::find_doctors(tx, doctor, MAX_DOCTORS).await?;
            is_cut = i64::try_from(found.len()).is_ok_and(|found| found >= MAX_DOCTORS);
            if found.is_empty() {
                return Ok(Page::whole(Vec::new()));
            }
            let ids: Vec<String> = found.into_iter().map(|doctor| doctor.id).collect();
            list.and_one_of("a.doctor_id", &ids);
        }
        if let Some(day) = wanted.day {
            let (from, to) = day_bounds(day);
            list.and("a.starts_at >=", from);
            list.and("a.starts_at <", to);
        }
        let order = match (wanted.day, &wanted.doctor) {
            (Some(_), _) => Order::soonest("a.starts_at"),
            (None, Some(_)) => Order::latest("a.starts_at"),
            (None, None) => Order::NEWEST,
        };
        if let Some(term) = &wanted.term {
            narrow(&mut list, term, status, MAX_SEARCH_RESULTS);
        } else if wanted.day.is_some() || wanted.doctor.is_some() {
            // An expression, not a plain column: otherwise SQLite would use the index of the status, which matches most of the table.
            list.and_if("a.status || '' =", status.map(Status::as_str));
        } else {
            list.and_if("a.status =", status.map(Status::as_str));
            let counts = statistics::count_all(tx).await?;
            list.total(status.map_or_else(|| counts.total(), |status| counts.of(status.as_str())));
        }
        let mut page = list.page(tx, &BOOKING, order, part).await?;
        page.cut |= is_cut;
        Ok(page)
    }

    /// Restricts the list to matches, at most `most` of each status. A term is looked up in one column: number, id, or patient name.
    fn narrow<'a>(list: &mut List<'a>, term: &'a SearchTerm, status: Option<Status>, most: i64) {
        let (column, range) = match (&term.phone, &term.id) {
            (Some(phone), _) => ("contact_number", phone),
            (None, Some(id)) => ("id", id),
            (None, None) => ("patient_key", &term.name),
        };
        let within = list.within(column, range);
        let statuses = Status::ALL.into_iter().filter(|known| status.is_none_or(|status| status == *known));
        let parts = statuses.map(|status| {
            let status = status.as_str();
            format!("SELECT id FROM appointments WHERE status = '{status}' AND {within} ORDER BY {column}, id")
        });
        list.found(&parts.collect::<Vec<_>>(), most);
    }

    /// The first matches, for search suggestions.
    pub async fn find_first(tx: &mut Tx<'_>, term: &SearchTerm, limit: i64) -> Result<Vec<BookingRow>> {
        let mut list = List::whole("appointments a");
        narrow(&mut list, term, None, limit);
        list.first(tx, &BOOKING, Order::NEWEST, limit).await
    }

    /// A user's active visits that have not started, the soonest first.
    pub async fn list_coming_of_user(tx: &mut Tx<'_>, user_id: &str, now: i64) -> Result<Vec<BookingRow>> {
        let mut list = List::new("appointments a", "a.status IN ('Pending', 'Checked')");
        list.and("a.user_id =", user_id);
        list.and("a.starts_at >", now);
        list.first(tx, &BOOKING, Order::soonest("a.starts_at"), 1000).await
    }
}
