//! The administrator's first page: figures, pending work, and the global search.

pub mod http {
    use axum::response::Response;
    use serde::{Deserialize, Serialize};
    use utoipa::{IntoParams, ToSchema};

    use super::model::{Notifications, SearchResults};
    use super::service;
    use crate::app::App;
    use crate::identity::callers::Admin;
    use crate::identity::second_factor;
    use crate::platform::http::{Answer, Field, Params, Result, given};
    use crate::platform::pubsub::ADMINISTRATION;
    use crate::statistics::{self, Revenue};

    /// What a year earned.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct YearAmount {
        year: i16,
        amount: i64,
    }

    #[derive(Debug, Serialize, ToSchema)]
    pub struct AdminFigures {
        /// Fees of approved visits, up to now
        revenue: Revenue,
        /// This year and the two before it
        yearly: Vec<YearAmount>,
        /// Whether no visit was ever approved
        sample: bool,
        /// How many administrators sign in with a password alone; 0 where a second factor is demanded
        #[serde(rename = "adminsWithoutSecondFactor")]
        admins_without_second_factor: i64,
    }

    /// What the whole installation earned.
    #[utoipa::path(get, path = "/admin/api/dashboard")]
    pub async fn admin_dashboard(_: Admin, app: App) -> Result<Answer<AdminFigures>> {
        let all = statistics::of_all(&app).await?;
        let yearly = all.yearly.into_iter().map(|(year, amount)| YearAmount { year, amount }).collect();
        let admins_without_second_factor = second_factor::count_admins_without(&app).await?;
        let data = AdminFigures { revenue: all.revenue, yearly, sample: all.sample, admins_without_second_factor };
        Ok(Answer::of(data))
    }

    /// What waits for the administrator.
    #[utoipa::path(get, path = "/admin/api/notifications")]
    pub async fn notifications(_: Admin, app: App) -> Result<Answer<Notifications>> {
        Ok(Answer::of(service::count_backlog(&app).await?))
    }

    /// A stream of events named `news`: something waits or was decided, and the page asks again. It ends with the session;
    /// an event named `session` says before that it will, and whether any use prolongs it.
    #[utoipa::path(
        get, path = "/admin/api/events",
        responses((status = 200, body = String, content_type = "text/event-stream"), (status = 429))
    )]
    pub async fn admin_events(caller: Admin, app: App) -> Result<Response> {
        caller.follow(&app, ADMINISTRATION, "news")
    }

    #[derive(Deserialize, IntoParams)]
    #[into_params(parameter_in = Query)]
    pub struct SearchQuery {
        /// Two letters or more: beginnings of words of a name (all must fit), of a number, an e-mail address or an id
        q: Option<Field>,
    }

    /// Look everywhere at once.
    #[utoipa::path(get, path = "/admin/api/search")]
    pub async fn admin_search(_: Admin, app: App, Params(query): Params<SearchQuery>) -> Result<Answer<SearchResults>> {
        let data = service::search(&app, given(query.q).as_deref()).await?;
        Ok(Answer::of(data))
    }
}

mod service {
    use std::slice;

    use super::model::{Notifications, SearchResults, WaitingWorkers, results};
    use crate::admin::people_search::SearchTerm;
    use crate::admin::{bookings, users, workers};
    use crate::app::App;
    use crate::blood::donors;
    use crate::blood::requests;
    use crate::blood::surge_alert::find_surges;
    use crate::contact;
    use crate::directory;
    use crate::directory::facilities::{self, Category};
    use crate::directory::profile_changes;
    use crate::platform::db;
    use crate::platform::search::Range;

    pub async fn count_backlog(app: &App) -> db::Result<Notifications> {
        let now = app.clock.now();
        app.db
            .read(async |tx| {
                let doctor = directory::count_pending(tx).await?;
                let hospital = facilities::count_pending(tx, Category::Hospital).await?;
                let pharmacy = facilities::count_pending(tx, Category::Pharmacy).await?;
                let changes = profile_changes::count(tx).await?;
                let (blood_requests, messages) = (requests::count_open(tx).await?, contact::count_open(tx).await?);
                let total = doctor + hospital + pharmacy + changes + blood_requests + messages;
                let pending = WaitingWorkers { doctor, hospital, pharmacy };
                let held_requests = requests::count_held(tx, now.as_millisecond()).await?;
                let jumps = find_surges(tx, now).await?.into();
                Ok(Notifications { pending, blood_requests, held_requests, changes, messages, total, jumps })
            })
            .await
    }

    /// Of each kind.
    const SUGGESTION_LIMIT: i64 = 5;
    /// A single letter would match too many.
    const MIN_TERM_LENGTH: usize = 2;

    /// The first few of each kind that match the search term.
    pub async fn search(app: &App, text: Option<&str>) -> db::Result<SearchResults> {
        let term = SearchTerm::parse(text.filter(|text| text.trim().chars().count() >= MIN_TERM_LENGTH));
        let Some(term) = term else { return Ok(SearchResults::default()) };
        app.db
            .report(async move |tx| {
                Ok(SearchResults {
                    users: results(users::find_first(tx, &term, SUGGESTION_LIMIT).await?),
                    doctors: results(workers::find_doctors(tx, &term, SUGGESTION_LIMIT).await?),
                    hospitals: results(
                        workers::find_facilities(tx, Category::Hospital, &term, SUGGESTION_LIMIT).await?,
                    ),
                    pharmacies: results(
                        workers::find_facilities(tx, Category::Pharmacy, &term, SUGGESTION_LIMIT).await?,
                    ),
                    donors: results(
                        donors::find_first(tx, donor_words(&term), term.id.as_ref(), SUGGESTION_LIMIT).await?,
                    ),
                    bookings: results(bookings::find_first(tx, &term, SUGGESTION_LIMIT).await?),
                })
            })
            .await
    }

    /// Donors' numbers are indexed as words.
    fn donor_words(term: &SearchTerm) -> &[Range] {
        term.phone.as_ref().map_or(term.words.as_slice(), slice::from_ref)
    }
}

mod model {
    use serde::Serialize;
    use utoipa::ToSchema;

    use crate::admin::bookings::BookingRow;
    use crate::admin::users::AdminUser;
    use crate::admin::workers::{AdminDoctor, AdminFacility};
    use crate::blood::donors::Donor;
    use crate::blood::surge_alert::Surges;
    use crate::platform::format;

    /// Applications that wait, by category.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct WaitingWorkers {
        #[serde(rename = "Doctor")]
        pub doctor: i64,
        #[serde(rename = "Hospital")]
        pub hospital: i64,
        #[serde(rename = "Pharmacy")]
        pub pharmacy: i64,
    }

    /// What waits for the administrator.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct Notifications {
        pub pending: WaitingWorkers,
        #[serde(rename = "bloodRequests")]
        pub blood_requests: i64,
        /// Of those, how many wait for a look before they go on
        #[serde(rename = "heldRequests")]
        pub held_requests: i64,
        /// Names and licence numbers that wait for approval
        pub changes: i64,
        pub messages: i64,
        pub total: i64,
        pub jumps: JumpsView,
    }

    /// How many came in the last hour, where that is far more than usual.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct JumpsView {
        #[serde(rename = "bloodRequests")]
        requests: Option<i64>,
        donors: Option<i64>,
    }

    impl From<Surges> for JumpsView {
        fn from(Surges { requests, donors }: Surges) -> Self {
            Self { requests, donors }
        }
    }

    /// One line of a search.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct SearchResult {
        _id: String,
        title: String,
        detail: String,
    }

    impl From<AdminUser> for SearchResult {
        fn from(row: AdminUser) -> Self {
            let contacts = [row.email, row.phone_number].into_iter().filter(|contact| !contact.is_empty());
            Self { _id: row.id, title: row.username, detail: contacts.collect::<Vec<_>>().join(" · ") }
        }
    }

    impl From<AdminDoctor> for SearchResult {
        fn from(row: AdminDoctor) -> Self {
            let detail = format!("{} · {} · {}", row.doctor_id, row.specialization, row.district);
            Self { _id: row.id, title: row.full_name, detail }
        }
    }

    impl From<AdminFacility> for SearchResult {
        fn from(row: AdminFacility) -> Self {
            Self { _id: row.id, title: row.name, detail: format!("{} · {}", row.license_number, row.district) }
        }
    }

    impl From<Donor> for SearchResult {
        fn from(donor: Donor) -> Self {
            let details = donor.details;
            let detail = format!("{} · {} · {}", details.group, details.phone.as_str(), details.district);
            Self { _id: donor.id, title: details.name.as_str().into(), detail }
        }
    }

    impl From<BookingRow> for SearchResult {
        fn from(row: BookingRow) -> Self {
            let (day, time) = (format::spec_date(row.slot.day), row.slot.time);
            Self { _id: row.id, title: row.patient_name, detail: format!("{day} {time} · Dr. {}", row.doctor_name) }
        }
    }

    /// At most five of each kind.
    #[derive(Debug, Default, Serialize, ToSchema)]
    pub struct SearchResults {
        pub users: Vec<SearchResult>,
        pub doctors: Vec<SearchResult>,
        pub hospitals: Vec<SearchResult>,
        pub pharmacies: Vec<SearchResult>,
        pub donors: Vec<SearchResult>,
        pub bookings: Vec<SearchResult>,
    }

    /// The rows of one kind as search results: a title and a line of details each.
    pub fn results<T: Into<SearchResult>>(rows: Vec<T>) -> Vec<SearchResult> {
        rows.into_iter().map(T::into).collect()
    }
}
