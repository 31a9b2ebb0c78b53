//! The one list of every route. A handler's path stands on the handler; what no route takes is the web app's.

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{InfoBuilder, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::platform::http::problem::{Code, Problem};
use crate::platform::http::{body, is_api, layers, refusals};
use crate::platform::lang::Lang;
use crate::platform::photos;
use crate::platform::web::Web;
use crate::{admin, blood, booking, contact, directory, identity, reference, visitors};

/// The API's routes together with their description.
#[expect(clippy::too_many_lines, reason = "one list of every route")]
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(identity::http::admin_login))
        .routes(routes!(identity::http::admin_logout))
        .routes(routes!(identity::http::admin_password))
        .routes(routes!(identity::http::user_logout))
        .routes(routes!(identity::http::user_login))
        .routes(routes!(identity::http::doctor_login))
        .routes(routes!(identity::http::hospital_login))
        .routes(routes!(identity::http::pharmacy_login))
        .routes(routes!(identity::http::forgot_password))
        .routes(routes!(identity::http::reset_password))
        .routes(routes!(identity::login_change::http::waiting_email))
        .routes(routes!(identity::login_change::http::send_email_link))
        .routes(routes!(identity::login_change::http::cancel_email_change))
        .routes(routes!(identity::login_change::http::email_link))
        .routes(routes!(identity::login_change::http::confirm_email))
        .routes(routes!(identity::users::http::register))
        .routes(routes!(identity::users::http::profile))
        .routes(routes!(identity::users::http::update_profile))
        .routes(routes!(reference::http::reference))
        .routes(routes!(reference::http::holidays))
        .routes(routes!(directory::http::joining::register_doctor))
        .routes(routes!(directory::http::joining::register_facility))
        .routes(routes!(directory::http::joining::pending_requests))
        .routes(routes!(directory::http::joining::approve_worker))
        .routes(routes!(directory::http::joining::reject_worker))
        .routes(routes!(directory::facilities::http::hospitals))
        .routes(routes!(directory::facilities::http::pharmacies))
        .routes(routes!(directory::facilities::http::worker_profile))
        .routes(routes!(directory::facilities::http::update_worker_profile))
        .routes(routes!(directory::facilities::http::hospital_doctors))
        .routes(routes!(directory::facilities::http::confirm_doctor))
        .routes(routes!(directory::facilities::http::remove_doctor))
        .routes(routes!(booking::http::finding::find_doctors))
        .routes(routes!(booking::http::finding::find_doctor))
        .routes(routes!(booking::http::finding::closed_times))
        .routes(routes!(booking::http::finding::free_slots))
        .routes(routes!(booking::http::finding::availability))
        .routes(routes!(booking::http::own::book))
        .routes(routes!(booking::http::own::own_bookings))
        .routes(routes!(booking::http::own::cancel))
        .routes(routes!(booking::http::own::reschedule))
        .routes(routes!(booking::http::own::calendar))
        .routes(routes!(booking::http::own::own_data))
        .routes(routes!(booking::http::own::delete_account))
        .routes(routes!(booking::http::practice::dashboard))
        .routes(routes!(booking::http::practice::all_appointments))
        .routes(routes!(booking::http::practice::pending))
        .routes(routes!(booking::http::practice::coming))
        .routes(routes!(booking::http::practice::previous))
        .routes(routes!(booking::http::practice::approve_visit))
        .routes(routes!(booking::http::practice::reject_visit))
        .routes(routes!(booking::http::practice::cancel_visit))
        .routes(routes!(booking::http::live::events))
        .routes(routes!(booking::http::schedule::doctor_profile))
        .routes(routes!(booking::http::schedule::update_doctor_profile))
        .routes(routes!(booking::http::schedule::schedule))
        .routes(routes!(booking::http::schedule::update_schedule))
        .routes(routes!(booking::http::schedule::leave_bookings))
        .routes(routes!(booking::http::schedule::add_leave))
        .routes(routes!(booking::http::schedule::remove_leave))
        .routes(routes!(blood::donors::http::joining::register_donor))
        .routes(routes!(blood::donors::http::joining::send_donor_link))
        .routes(routes!(blood::donors::http::own::own_donor))
        .routes(routes!(blood::donors::http::own::update_donor))
        .routes(routes!(blood::donors::http::own::erase_donor))
        .routes(routes!(blood::donors::http::own::pause_donor))
        .routes(routes!(blood::donors::http::own::resume_donor))
        .routes(routes!(blood::donors::http::own::report_donation))
        .routes(routes!(blood::donors::http::own::take_donor_change))
        .routes(routes!(blood::donors::http::own::discard_donor_change))
        .routes(routes!(blood::requests::http::reveals::own_reveals))
        .routes(routes!(blood::donors::http::admin::list_donors))
        .routes(routes!(blood::donors::http::admin::export_donors))
        .routes(routes!(blood::requests::http::own::request_blood))
        .routes(routes!(blood::requests::http::own::own_request))
        .routes(routes!(blood::requests::http::own::confirm_request))
        .routes(routes!(blood::requests::http::own::close_own_request))
        .routes(routes!(blood::requests::http::own::report_donor))
        .routes(routes!(blood::requests::http::answers::own_answer))
        .routes(routes!(blood::requests::http::answers::accept_request))
        .routes(routes!(blood::requests::http::answers::decline_request))
        .routes(routes!(blood::requests::http::answers::report_requester))
        .routes(routes!(blood::requests::http::admin::list_requests))
        .routes(routes!(blood::requests::http::admin::request_detail))
        .routes(routes!(blood::requests::http::admin::close_request))
        .routes(routes!(blood::requests::http::admin::extend_request))
        .routes(routes!(blood::requests::http::admin::block_requester))
        .routes(routes!(blood::requests::http::admin::unblock_requester))
        .routes(routes!(blood::facts::blood_facts))
        .routes(routes!(contact::http::send_message))
        .routes(routes!(contact::http::all_messages))
        .routes(routes!(contact::http::one_message))
        .routes(routes!(contact::http::answer_message))
        .routes(routes!(contact::http::close_message))
        .routes(routes!(admin::http::overview::admin_dashboard))
        .routes(routes!(admin::http::overview::admin_search))
        .routes(routes!(admin::http::overview::notifications))
        .routes(routes!(admin::http::overview::admin_events))
        .routes(routes!(admin::http::users::all_users))
        .routes(routes!(admin::http::users::export_users))
        .routes(routes!(admin::http::users::user_details))
        .routes(routes!(admin::http::users::block_user))
        .routes(routes!(admin::http::doctors::all_doctors))
        .routes(routes!(admin::http::doctors::doctor_details))
        .routes(routes!(admin::http::doctors::suspend_doctor))
        .routes(routes!(admin::http::doctors::restore_doctor))
        .routes(routes!(admin::http::workers::dashboard_doctors))
        .routes(routes!(admin::http::workers::dashboard_hospitals))
        .routes(routes!(admin::http::workers::all_workers))
        .routes(routes!(admin::http::requests::pending_request))
        .routes(routes!(admin::http::bookings::all_bookings))
        .routes(routes!(admin::http::audit::audit_log))
}

pub fn build(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let description = Bytes::from(openapi().to_json().expect("a description is plain text"));
    let description = async move || ([(header::CONTENT_TYPE, "application/json")], description.clone());
    let router = api
        .layer(from_fn_with_state(app.clone(), visitors::limit))
        .route("/api/openapi.json", get(description))
        .route("/api/docs", get(async || Redirect::to("/api/docs/")))
        .route("/api/docs/", get(async |headers: HeaderMap| docs("index.html", &headers)))
        .route("/api/docs/{file}", get(async |Path(file): Path<String>, headers: HeaderMap| docs(&file, &headers)))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(readyz))
        .route("/photos/{file}", get(photos::http::photo).with_state(app.photos.clone()))
        .route("/doctors/{id}", get(booking::http::page::doctor).post(web_app))
        .fallback(web_app)
        .with_state(app);
    layers::around(router)
}

/// The API's description, as `doccare openapi` prints it and the web app's types are made from it.
pub fn openapi() -> OpenApi {
    let (_, mut description) = api().split_for_parts();
    let about = concat!(env!("CARGO_PKG_DESCRIPTION"), " Refusals are RFC 9457 problems.");
    description.info =
        InfoBuilder::new().title("Doc Care").version(env!("CARGO_PKG_VERSION")).description(Some(about)).build();
    let bearer = |about| {
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about)).build())
    };
    let components = description.components.get_or_insert_default();
    components.add_security_scheme(refusals::TOKEN, bearer("What a login returned"));
    components.add_security_scheme(refusals::LINK, bearer("What a mailed link carries"));
    refusals::describe(&mut description, |path| visitors::limit_of(path).is_some());
    description
}

async fn readyz(State(app): State<App>) -> Response {
    if app.is_ready().await {
        "ready".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready").into_response()
    }
}

/// The API to browse. Its page is in the web app's build.
fn docs(file: &str, headers: &HeaderMap) -> Response {
    Web::docs(file, headers).unwrap_or_else(|| Problem::new(Code::NotFound).into_response())
}

async fn web_app(State(app): State<App>, lang: Lang, request: Request) -> Response {
    let (parts, sent) = request.into_parts();
    if is_api(parts.uri.path()) {
        return Problem::new(Code::NotFound).into_response();
    }
    match parts.method {
        Method::GET | Method::HEAD => app.web.serve(parts.uri.path(), lang, &parts.headers),
        Method::POST => {
            // Taken in and dropped: a browser that is cut off while it sends does not hear the answer.
            let _ = to_bytes(sent, body::MAX_BYTES).await;
            app.web.page_again(&parts.uri, lang)
        }
        _ => (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD,POST")]).into_response(),
    }
}
