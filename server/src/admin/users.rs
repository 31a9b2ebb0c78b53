//! Users: list, CSV export, details, and blocking.

pub(super) use store::{AdminUser, find_first};

pub mod http {
    use axum::extract::Path;
    use axum::response::Response;
    use serde::{Deserialize, Serialize};
    use utoipa::{IntoParams, ToSchema};

    use super::model::{AdminUserDetails, BlockDecision, UserOrder};
    use super::{AdminUser, service};
    use crate::admin::people_search::SearchTerm;
    use crate::admin::texts;
    use crate::admin::workers::UpcomingBookings;
    use crate::app::App;
    use crate::identity::callers::Admin;
    use crate::identity::credentials::http::StepUpRequest;
    use crate::platform::csv;
    use crate::platform::http::reason::parse_reason;
    use crate::platform::http::{
        Answer, Body, ClientAddress, Code, Field, FieldErrors, OptionalBody, Page, Paging, Params, Result, filter,
        given,
    };
    use crate::platform::lang::{Lang, Text};

    #[derive(Deserialize, IntoParams)]
    #[into_params(parameter_in = Query)]
    pub struct UsersQuery {
        /// Beginnings of words of the name (all must fit), of the e-mail address, of the number or of the id; of each at most
        /// 5,000 are found
        q: Option<Field>,
        /// newest (the default), oldest or name
        sort: Option<Field>,
    }

    fn parse_order(text: &str) -> Result<UserOrder, Text> {
        match text.trim() {
            "newest" => Ok(UserOrder::Newest),
            "oldest" => Ok(UserOrder::Oldest),
            "name" => Ok(UserOrder::Name),
            _ => Err(texts::SORT_WRONG),
        }
    }

    /// The users, blocked ones included.
    #[utoipa::path(get, path = "/admin/api/userdata")]
    pub async fn all_users(
        _: Admin,
        app: App,
        Params(query): Params<UsersQuery>,
        paging: Paging,
    ) -> Result<Page<AdminUser>> {
        let order = filter(query.sort, parse_order)?.unwrap_or_default();
        let term = SearchTerm::parse(given(query.q).as_deref());
        Ok(service::list(&app, term, order, paging).await?)
    }

    #[derive(Deserialize, IntoParams)]
    #[into_params(parameter_in = Query)]
    pub struct ExportQuery {
        /// As in the list
        q: Option<Field>,
    }

    /// All users, or those of a search, as a table for spreadsheets. Asks for the own password and second factor.
    #[utoipa::path(
        post, path = "/admin/api/users/export",
        responses((status = 200, body = String, content_type = "text/csv"), (status = 429))
    )]
    pub async fn export_users(
        caller: Admin,
        app: App,
        address: ClientAddress,
        lang: Lang,
        Params(query): Params<ExportQuery>,
        Body(request): Body<StepUpRequest>,
    ) -> Result<Response> {
        request.prove_export(&app, &caller, address, "users").await?;
        let header: [Text; 5] = [
            texts::COLUMN_NAME,
            texts::COLUMN_EMAIL,
            texts::COLUMN_PHONE,
            texts::COLUMN_CREATED,
            texts::COLUMN_BLOCKED,
        ];
        let header = header.map(|text| text.in_lang(lang));
        let term = SearchTerm::parse(given(query.q).as_deref());
        let read_after = move |after| service::export_page(app.clone(), term.clone(), after);
        Ok(csv::download("users.csv", &header, read_after, |user| &user.id, move |user| cells(user, lang)))
    }

    fn cells(user: AdminUser, lang: Lang) -> Vec<String> {
        let blocked = if user.blocked { texts::YES } else { texts::NO };
        vec![user.username, user.email, user.phone_number, user.created_at.day(), blocked.in_lang(lang).into()]
    }

    /// Everything about a user.
    #[utoipa::path(get, path = "/admin/api/users/{id}")]
    pub async fn user_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminUserDetails>> {
        let data = service::find(&app, &id).await?.ok_or(Code::NotFound)?;
        Ok(Answer::of(data))
    }

    #[derive(Deserialize, ToSchema)]
    pub struct BlockRequest {
        /// Why, in a sentence; whose bookings are cancelled read it too
        reason: Option<Field>,
        /// What becomes of coming bookings: keep (the default) or cancel
        bookings: Option<Field>,
        /// The state that is wanted; without it, the other one than now
        #[serde(rename = "isDeleted")]
        #[schema(value_type = Option<bool>)]
        is_deleted: Option<Field>,
    }

    #[derive(Debug, Serialize, ToSchema)]
    pub struct Blocked {
        #[serde(rename = "isDeleted")]
        is_deleted: bool,
    }

    /// Block a user, or let a blocked one in again. A block ends every session at once.
    #[utoipa::path(patch, path = "/admin/api/blockandunblock/{id}")]
    pub async fn block_user(
        caller: Admin,
        app: App,
        lang: Lang,
        Path(user_id): Path<String>,
        OptionalBody(request): OptionalBody<BlockRequest>,
    ) -> Result<Answer<Blocked>> {
        let mut errors = FieldErrors::default();
        let reason = errors.optional(request.reason, parse_reason);
        let coming = errors.optional(request.bookings, UpcomingBookings::parse);
        let wanted = errors.flag(request.is_deleted);
        let (reason, coming) = errors.all(|| Some((reason?, coming?.unwrap_or_default())))?;
        let decision = BlockDecision { user_id, wanted, reason, coming };
        let is_deleted = service::block(&app, &caller, decision).await?.ok_or(Code::NotFound)?;
        let text = if is_deleted { texts::BLOCKED } else { texts::UNBLOCKED };
        Ok(Answer::saying(text, lang, Blocked { is_deleted }))
    }
}

mod service {
    use super::model::{AdminUserDetails, BlockDecision, UserBookings, UserOrder, UserVisit};
    use super::store::{self, AdminUser};
    use crate::admin::audit;
    use crate::admin::bookings;
    use crate::admin::people_search::SearchTerm;
    use crate::admin::returned_visits;
    use crate::admin::workers::UpcomingBookings;
    use crate::app::App;
    use crate::appointments;
    use crate::appointments::cancellation::Cancellation;
    use crate::appointments::publish_appointment_changed;
    use crate::identity::callers::{AccountLock, Admin};
    use crate::identity::{self, Role};
    use crate::platform::audit::Subject;
    use crate::platform::db::{self, Lock};
    use crate::platform::list::{Page, Paging};
    use crate::waitlist;

    pub async fn list(
        app: &App,
        term: Option<SearchTerm>,
        order: UserOrder,
        paging: Paging,
    ) -> db::Result<Page<AdminUser>> {
        app.db.report(async move |tx| store::list(tx, term.as_ref(), order, paging.part()).await).await
    }

    pub async fn find(app: &App, id: &str) -> db::Result<Option<AdminUserDetails>> {
        let now = app.clock.now_millis();
        app.db
            .read(async |tx| {
                let Some(user) = store::find(tx, id).await? else { return Ok(None) };
                let coming =
                    bookings::list_coming_of_user(tx, id, now).await?.into_iter().map(UserVisit::from).collect();
                let bookings = UserBookings { total: appointments::count_of_user(tx, id).await?, coming };
                let former_number = identity::find_former_number(tx, id).await?;
                let former_accounts = returned_visits::list_former(tx, id).await?;
                let audit = audit::list_of(tx, id).await?;
                Ok(Some(AdminUserDetails { user, bookings, former_number, former_accounts, audit }))
            })
            .await
    }

    /// Blocks a user or lets them in again, and returns whether they are blocked now; `None` when there is no such user. A
    /// block ends every session at once.
    pub async fn block(app: &App, caller: &Admin, decision: BlockDecision) -> Result<Option<bool>, identity::Error> {
        let (now, organizer) = (app.clock.now(), app.mailer.address());
        let (blocked, cancelled) = caller
            .write(app, AccountLock::Shared, async move |tx, admin| {
                let BlockDecision { user_id, wanted, reason, coming } = decision;
                // Serializes this with other administrators and with a booking that the user is making.
                tx.lock(Lock::User(&user_id)).await?;
                let Some(user) = store::find(tx, &user_id).await? else { return Ok((None, Vec::new())) };
                let block = wanted.unwrap_or(!user.blocked);
                if block == user.blocked {
                    return Ok((Some(block), Vec::new()));
                }
                let (action, reason) = (if block { "block" } else { "unblock" }, reason.as_deref());
                let subject = Subject { kind: Role::User.as_str(), id: &user_id, name: &user.username };
                admin.record(tx, action, subject, reason, now).await?;
                if !block {
                    identity::activate(tx, &user_id).await?;
                    return Ok((Some(false), Vec::new()));
                }
                identity::block(tx, &user_id).await?;
                waitlist::erase_of(tx, &user_id).await?;
                let cancelled = match coming {
                    UpcomingBookings::Keep => Vec::new(),
                    UpcomingBookings::Cancel => {
                        Cancellation { reason, organizer: &organizer, now }.of_user(tx, &user_id).await?
                    }
                };
                Ok::<_, identity::Error>((Some(true), cancelled))
            })
            .await?;
        app.wake_outbox();
        publish_appointment_changed(app, &cancelled);
        Ok(blocked)
    }

    /// Rows per batch of the export.
    const EXPORT_BATCH: i64 = 1000;

    /// The next rows of the export, after the user with that id.
    pub async fn export_page(app: App, term: Option<SearchTerm>, after: Option<String>) -> db::Result<Vec<AdminUser>> {
        let after = after.unwrap_or_default();
        app.db.report(async move |tx| store::list_after(tx, term.as_ref(), &after, EXPORT_BATCH).await).await
    }
}

mod store {
    use serde::Serialize;
    use utoipa::ToSchema;

    use super::model::UserOrder;
    use crate::admin::people_search::{PeopleIndex, SearchTerm};
    use crate::identity::Role;
    use crate::platform::db::{Result, Tx, columns};
    use crate::platform::format::Instant;
    use crate::platform::list::{List, MAX_SEARCH_RESULTS, Order, Page, Part};

    const USERS: PeopleIndex = PeopleIndex { kind: "user", role: Role::User, listed: None };

    columns! {
        /// A user, in the list and alone.
        #[derive(Serialize, ToSchema)]
        pub struct AdminUser as USER in "accounts a LEFT JOIN users u ON u.id = a.id" {
            #[serde(rename = "_id")]
            id: String = "a.id",
            username: String = "u.username",
            email: String = "COALESCE(a.email, '')",
            phone_number: String = "COALESCE(a.phone, '')",
            #[serde(rename = "accountCreatedDate")]
            #[schema(value_type = String)]
            created_at: Instant = "a.created_at",
            /// Whether the user is blocked
            #[serde(rename = "isDeleted")]
            blocked: bool = "a.state = 'blocked'",
            gender: Option<String> = "u.gender",
            /// `YYYY-MM-DD`
            #[serde(rename = "DOB")]
            dob: Option<String> = "u.dob",
            state: Option<String> = "u.state",
            district: Option<String> = "u.district",
            pincode: Option<String> = "u.pincode",
        }
    }

    /// As the index `accounts_living` has it.
    fn living<'a>() -> List<'a> {
        List::new("accounts a", USERS.account())
    }

    /// A user who has not deleted their account.
    pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<AdminUser>> {
        USER.find(tx, "WHERE a.id = $1 AND a.role = 'user' AND a.state <> 'deleted'", &[&id]).await
    }

    pub async fn list(
        tx: &mut Tx<'_>,
        term: Option<&SearchTerm>,
        order: UserOrder,
        part: Part<'_>,
    ) -> Result<Page<AdminUser>> {
        // The search finds only accounts that are not deleted.
        let listed = || if term.is_some() { List::whole("accounts a") } else { living() };
        let (mut list, order) = match order {
            UserOrder::Newest => (listed(), Order::NEWEST),
            UserOrder::Oldest => (listed(), Order::OLDEST),
            // Deleted users have an empty name.
            UserOrder::Name => (List::new("users u", "u.name_key > ''"), Order::by_text("u.name_key")),
        };
        match term {
            Some(term) => USERS.find(tx, &mut list, term, MAX_SEARCH_RESULTS).await?,
            None => list.total(living().count(tx).await?),
        }
        list.page(tx, &USER, order, part).await
    }

    /// The next batch of all matching users by id, for the export.
    pub async fn list_after(
        tx: &mut Tx<'_>,
        term: Option<&SearchTerm>,
        after: &str,
        limit: i64,
    ) -> Result<Vec<AdminUser>> {
        let mut list = living();
        if let Some(term) = term {
            let fits = USERS.fits(term, &mut list);
            list.and_also(fits);
        }
        list.and("a.id >", after);
        list.first(tx, &USER, Order::OLDEST, limit).await
    }

    /// The first matches, for search suggestions.
    pub async fn find_first(tx: &mut Tx<'_>, term: &SearchTerm, limit: i64) -> Result<Vec<AdminUser>> {
        USERS.find_first(tx, List::whole("accounts a"), &USER, term, limit).await
    }
}

mod model {
    use serde::Serialize;
    use utoipa::ToSchema;

    use super::AdminUser;
    use crate::admin::audit::AuditRow;
    use crate::admin::bookings::BookingRow;
    use crate::admin::returned_visits::FormerAccount;
    use crate::admin::workers::UpcomingBookings;
    use crate::identity::FormerNumber;
    use crate::platform::format;

    /// A user with what an administrator wants to know before deciding about them.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct AdminUserDetails {
        #[serde(flatten)]
        pub user: AdminUser,
        pub bookings: UserBookings,
        /// The number that the account had until somebody else proved it; it has no login since
        #[serde(rename = "formerNumber")]
        pub former_number: Option<FormerNumber>,
        /// Accounts that had the number of this one before: their visits may be the same person's
        #[serde(rename = "formerAccounts")]
        pub former_accounts: Vec<FormerAccount>,
        /// What was done to the user, the latest first
        pub audit: Vec<AuditRow>,
    }

    #[derive(Debug, Serialize, ToSchema)]
    pub struct UserBookings {
        /// All that the user ever made
        pub total: i64,
        pub coming: Vec<UserVisit>,
    }

    /// A visit that has not started.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct UserVisit {
        _id: String,
        /// The doctor's name
        doctor: String,
        patient_name: String,
        date: String,
        time: String,
        #[serde(rename = "startsAt")]
        starts_at: String,
        status: &'static str,
    }

    impl From<BookingRow> for UserVisit {
        fn from(row: BookingRow) -> Self {
            Self {
                date: format::spec_date(row.slot.day),
                time: row.slot.time.to_string(),
                starts_at: row.slot.rfc3339(),
                status: row.status.as_str(),
                _id: row.id,
                doctor: row.doctor_name,
                patient_name: row.patient_name,
            }
        }
    }

    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum UserOrder {
        #[default]
        Newest,
        Oldest,
        Name,
    }

    pub struct BlockDecision {
        pub user_id: String,
        /// Whether the administrator wants the user to be blocked; `None` changes the state to the other one.
        pub wanted: Option<bool>,
        pub reason: Option<String>,
        pub coming: UpcomingBookings,
    }
}
