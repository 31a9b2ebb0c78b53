//! The list of all routes. The path is declared at the handler; any other path is the web app's.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{InfoBuilder, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::idempotency_layer::KeyedCalls;
use crate::platform::http::instrumentation::Instrumentation;
use crate::platform::http::middleware::Site;
use crate::platform::http::{Code, Problem, body, describe, is_api, middleware};
use crate::platform::lang::Lang;
use crate::platform::photos;
use crate::{
    admin, appointments, blood, clinic_day, contact, directory, follow_ups, idempotency_layer, identity, privacy,
    public_rate_limits, reference, reminders, scheduling, statistics, waitlist,
};

/// Adds handlers under a heading of the description; their types describe parameters and responses. Each module is added in a function
/// of its own: without optimisation every handler takes kilobytes of stack, and all in one function would overflow it.
macro_rules! calls {
    ($($heading:literal { $($module:tt $($handler:ident),+;)+ })+) => {{
        let router = OpenApiRouter::new();
        $($(let router = {
            #[inline(never)]
            fn add_module(router: OpenApiRouter<App>) -> OpenApiRouter<App> {
                $(let router = calls!(router, $heading, $module $handler);)+
                router
            }
            add_module(router)
        };)+)+
        router
    }};
    ($router:ident, $heading:literal, [$($module:ident)::+] $handler:ident) => {
        describe::add($router, $heading, routes!($($module)::+::$handler), &$($module)::+::$handler)
    };
}

/// The API's routes with their description.
#[expect(clippy::too_many_lines, reason = "it is the list of all calls")]
fn api() -> OpenApiRouter<App> {
    calls! {
        "admin" {
            [admin::administrators::http] administrators, add_administrator, remove_administrator;
            [admin::applicants::http] pending_request;
            [admin::audit::http] audit_log, audit_sealed;
            [admin::bookings::http] all_bookings, booking_details;
            [admin::client_errors::http] report_client_error;
            [admin::impersonation::http] approved_application, report_application;
            [admin::imports::http] preview_import, import_table, all_imports, invite_again, undo_import;
            [admin::operations::http] operations, all_failed, retry_failed, drop_failed, send_test_mail, back_up_now, data_map_tables,
                message_figures;
            [admin::overview::http] admin_dashboard, notifications, admin_events, admin_search;
            [admin::users::http] all_users, export_users, user_details, block_user;
            [admin::returned_visits::http] return_visits;
            [admin::workers::http] all_doctors, dashboard_doctors, doctor_details, correct_doctor, suspend_doctor, restore_doctor,
                dashboard_hospitals, all_workers, hospital_details, suspend_hospital, restore_hospital;
            [admin::worker_logins::http] remove_desk_staff, worker_second_factor, remove_worker_second_factor;
        }
        "blood" {
            [blood::donors::http] own_donor, update_donor, pause_donor, resume_donor, report_donation,
                confirm_donor, end_donor_links, take_donor_change, discard_donor_change, erase_donor;
            [blood::donors::registration::http] register_donor, send_donor_link;
            [blood::donors::admin_list::http] list_donors, export_donors;
            [blood::http] blood_facts;
            [blood::requests::answers::http] own_answer, accept_request, decline_request, report_requester;
            [blood::requests::review::http] hospital_blood_requests, confirm_blood_request;
            [blood::requests::http] request_blood, own_request, confirm_request, close_own_request, report_donor;
            [blood::requests::review::http] list_requests, request_detail, close_request, extend_request,
                look_at_request, block_requester, unblock_requester;
            [blood::donors::disclosures::http] own_reveals;
        }
        "practice" {
            [clinic_day::served_doctors::http] desk_acts, desk_doctors, hospital_today;
            [statistics::http] dashboard;
            [appointments::requests::http] all_appointments, pending, coming, previous, approve_visit, reject_visit,
                cancel_visit;
            [clinic_day::served_doctors::http] events;
            [appointments::moves::http] move_visit;
            [appointments::session_moves::http] preview_session_move, session_moves, move_session, withdraw_session_move;
            [appointments::move_answers::http] accept_move_at_desk, keep_visit_time;
            [appointments::desk_bookings::http] desk_slots, book_at_desk;
            [appointments::desk_patients::http] find_patients;
            [appointments::auto_approval::http] answering, update_answering;
            [follow_ups::http] follow_ups, mark_follow_up, unmark_follow_up;
            [clinic_day::http] today, mark_attendance, note_call, add_walk_in, remove_walk_in, tell_late;
            [clinic_day::figures::http] doctor_figures, hospital_figures;
            [clinic_day::screens::http] pair_screen, remove_screen;
            [clinic_day::door::http] door_setting, update_door_setting;
            [appointments::doctor_profile::http] doctor_profile, update_doctor_profile;
            [scheduling::sessions::http] schedule;
            [appointments::schedule_changes::http] update_schedule, replace_sessions, add_extra_session, remove_extra_session,
                copy_sessions;
            [appointments::leave::http] leave_bookings, add_leave;
            [scheduling::leave::http] remove_leave;
        }
        "booking" {
            [scheduling::availability::http] find_doctors, find_doctor, closed_times, free_slots, availability, alternatives,
                phone_consultation_fees;
            [follow_ups::http] proposals, take_proposal, decline_proposal;
            [follow_ups::links::http] open_message_link, linked_follow_up, take_linked_follow_up;
            [privacy::http] own_data, delete_account;
            [appointments::move_answers::http] move_proposals, accept_move, decline_move, linked_move, accept_linked_move,
                decline_linked_move;
            [appointments::missed_calls::http] linked_missed_call, move_by_missed_call, cancel_by_missed_call;
            [appointments::claims::http] claims, claim_visit, disclaim_visit;
            [appointments::people::http] own_people, add_person, update_person, remove_person;
            [clinic_day::screens::http] start_pairing, pairing;
            [clinic_day::live_queue::http] visit, visit_events, screen, screen_events;
            [clinic_day::door::http] door, door_poster, arrive_at_door, take_door_token;
            [reminders::http] reminders, update_reminders, stop_reminders;
            [waitlist::offers::http] waitlist_offer, accept_waitlist_offer, decline_waitlist_offer;
            [waitlist::http] join_waitlist, own_waitlist, leave_waitlist, waitlist_link, leave_waitlist_by_link;
            [appointments::booking::http] book, own_bookings, cancel, reschedule, calendar;
        }
        "contact" {
            [contact::http] send_message, all_messages, one_message, answer_message, close_message;
        }
        "directory" {
            [directory::desk::http]
                desk_staff, end_desk_staff, remove_desk_second_factor, let_hospital_desk, desk_me, desk_data, end_other_sessions;
            [directory::desk::invitations::http] add_desk_staff, desk_invitation, accept_desk_invitation;
            [directory::facilities::http] pharmacies, hospitals, worker_profile, update_worker_profile,
                hospital_events, hospital_doctors, confirm_doctor, remove_doctor;
            [directory::profile_change_review::http] waiting_changes, approve_change, reject_change, withdraw_change,
                withdraw_doctor_change;
            [directory::applications::http] register_doctor, register_facility, pending_requests, approve_worker,
                reject_worker;
        }
        "identity" {
            [identity::logins::http] admin_login_code, doctor_login_code, hospital_login_code, pharmacy_login_code,
                desk_login_code;
            [identity::contact_change::http] waiting_email, send_email_link, cancel_email_change, email_link,
                confirm_email;
            [admin::bounces::http] mail_bounces;
            [identity::messaging::http] own_messages, update_own_messages, message_reports;
            [identity::phone::http] send_phone_code, prove_phone;
            [identity::phone_login::http] login_ways, send_login_code, log_in_by_code, send_login_link, log_in_by_link,
                send_registration_code, register_by_code;
            [identity::password_change::http] forgot_password, reset_link, reset_password, own_password,
                admin_password;
            [identity::own_second_factor::http] second_factor, admin_second_factor, start_second_factor,
                start_admin_second_factor, confirm_second_factor, confirm_admin_second_factor, renew_recovery_codes,
                renew_admin_recovery_codes, switch_off_second_factor, switch_off_admin_second_factor;
            [identity::logins::http] admin_login, user_login, doctor_login, hospital_login, pharmacy_login, desk_login,
                admin_logout, user_logout, own_sessions, admin_sessions, end_session, end_admin_session,
                end_other_admin_sessions;
            [identity::users::http] register, profile, update_profile;
        }
        "reference" {
            [reference::http] reference, holidays;
        }
    }
}

/// The routes with what is derived from their description. Making it takes longer than all else of a start, so it is made once per process:
/// the tests start hundreds of servers in one.
struct Api {
    routes: Router<App>,
    description: Bytes,
    keyed_calls: Arc<KeyedCalls>,
}

static API: LazyLock<Api> = LazyLock::new(|| {
    let (routes, mut description) = described_api();
    let keyed_calls = Arc::new(idempotency_layer::keyed_calls(&mut description));
    let description = Bytes::from(description.to_json().expect("a description is plain text"));
    Api { routes, description, keyed_calls }
});

pub fn build(app: App) -> Router {
    let description = async || ([(header::CONTENT_TYPE, "application/json")], API.description.clone());
    let site = Site {
        public_url: app.config.public_url.clone(),
        web_version: app.static_site.version(),
        allowed_origins: app.config.allowed_origins.clone(),
        trusted_proxies: app.config.trusted_proxies.clone(),
        load_shedder: app.load_shedder.clone(),
        watch: Instrumentation {
            metrics: app.metrics.clone(),
            traces: app.traces.clone(),
            slow: app.config.slow_request,
        },
        request_timeout: middleware::REQUEST_TIMEOUT,
    };
    let router = API
        .routes
        .clone()
        .layer(from_fn_with_state((app.clone(), API.keyed_calls.clone()), before_api))
        .route("/api/openapi.json", get(description))
        .route("/api/docs", get(async || Redirect::to("/api/docs/")))
        .route("/api/docs/", get(async |app: App, headers: HeaderMap| docs(&app, "index.html", &headers)))
        .route(
            "/api/docs/{file}",
            get(async |app: App, Path(file): Path<String>, headers: HeaderMap| docs(&app, &file, &headers)),
        )
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(readyz))
        .route("/photos/{file}", get(photos::http::photo).with_state(app.photos.clone()))
        .route(reminders::STOP_PAGE, get(web_app).post(stop_by_one_click))
        .route("/medicines", get(directory::pharmacy_page::http::page).post(web_app))
        .route("/viewdoctors", get(scheduling::find_page::http::page).post(web_app))
        .route("/doctors/{id}", get(scheduling::doctor_page::http::doctor).post(web_app))
        .fallback(web_app)
        .with_state(app);
    middleware::wrap(router, site)
}

/// One layer for all API routes: the rate limit of the path, then the `Idempotency-Key`. Each layer of axum costs every request a
/// box (decision 0035), so they share one.
async fn before_api(State((app, calls)): State<(App, Arc<KeyedCalls>)>, request: Request, next: Next) -> Response {
    match public_rate_limits::check(&app, request).await {
        Ok(request) => idempotency_layer::answer(&app, &calls, request, next).await,
        Err(refused) => refused.into_response(),
    }
}

/// The OpenAPI description: printed by `doccare openapi`, and the source of the web app's types.
pub fn openapi() -> OpenApi {
    described_api().1
}

fn described_api() -> (Router<App>, OpenApi) {
    let (routes, mut description) = api().split_for_parts();
    let about = concat!(
        env!("CARGO_PKG_DESCRIPTION"),
        " Refusals are RFC 9457 problems. The parameters `q`, `cursor` and `doctor`, which may hold names and numbers of people,",
        " may come percent-encoded in the headers `X-Search`, `X-Cursor` and `X-Doctor` instead, and so stand in no address."
    );
    description.info =
        InfoBuilder::new().title("Doc Care").version(env!("CARGO_PKG_VERSION")).description(Some(about)).build();
    let bearer = |about| {
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about)).build())
    };
    let components = description.components.get_or_insert_default();
    components.add_security_scheme(describe::TOKEN, bearer("What a login returned"));
    components.add_security_scheme(describe::LINK, bearer("What a mailed link carries"));
    let signed = "HMAC-SHA256 over the time and the body, as docs/MESSAGES.md tells";
    let signature = ApiKeyValue::with_description("X-Doccare-Signature", signed);
    components.add_security_scheme(describe::SIGNED, SecurityScheme::ApiKey(ApiKey::Header(signature)));
    describe::describe(&mut description, |path| public_rate_limits::limit_of(path).is_some());
    idempotency_layer::describe(&mut description);
    (routes, description)
}

async fn readyz(State(app): State<App>) -> Response {
    if app.is_ready().await {
        "ready".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready").into_response()
    }
}

/// The browsable API documentation, from the web build.
fn docs(app: &App, file: &str, headers: &HeaderMap) -> Response {
    app.static_site.docs(file, headers).unwrap_or_else(|| Problem::new(Code::NotFound).into_response())
}

/// One-click unsubscribe of mail programs (RFC 8058); anything else is the page's own form.
async fn stop_by_one_click(state: State<App>, lang: Lang, request: Request) -> Response {
    let stopped = reminders::http::one_click(&state.0, lang, request.uri()).await;
    match stopped {
        Some(answer) => answer,
        None => web_app(state, lang, request).await,
    }
}

async fn web_app(State(app): State<App>, lang: Lang, request: Request) -> Response {
    let (parts, sent) = request.into_parts();
    if is_api(parts.uri.path()) {
        return Problem::new(Code::NotFound).into_response();
    }
    match parts.method {
        Method::GET | Method::HEAD => app.static_site.serve(parts.uri.path(), lang, &parts.headers),
        Method::POST => {
            // Read and dropped: a browser that is cut off while sending does not read the response.
            let _ = to_bytes(sent, body::MAX_BYTES).await;
            app.static_site.page_again(&parts.uri, lang)
        }
        _ => (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD,POST")]).into_response(),
    }
}
