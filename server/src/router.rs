//! The one list of every route. A handler's path stands on the handler; what no route takes is the web app's.

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{InfoBuilder, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::app::App;
use crate::platform::http::{Code, Problem, body, is_api, layers, refusals};
use crate::platform::lang::Lang;
use crate::platform::photos;
use crate::{admin, blood, booking, contact, directory, identity, reference, visitors};

/// The API's routes together with their description.
#[expect(clippy::too_many_lines, reason = "one list of every route")]
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(identity::sessions::http::admin_login))
        .routes(routes!(identity::sessions::http::admin_logout))
        .routes(routes!(identity::password_change::http::admin_password))
        .routes(routes!(identity::sessions::http::user_logout))
        .routes(routes!(identity::sessions::http::user_login))
        .routes(routes!(identity::sessions::http::doctor_login))
        .routes(routes!(identity::sessions::http::hospital_login))
        .routes(routes!(identity::sessions::http::pharmacy_login))
        .routes(routes!(identity::password_change::http::forgot_password))
        .routes(routes!(identity::password_change::http::reset_password))
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
        .routes(routes!(directory::joining::http::register_doctor))
        .routes(routes!(directory::joining::http::register_facility))
        .routes(routes!(directory::joining::http::pending_requests))
        .routes(routes!(directory::joining::http::approve_worker))
        .routes(routes!(directory::joining::http::reject_worker))
        .routes(routes!(directory::facilities::http::hospitals))
        .routes(routes!(directory::facilities::http::pharmacies))
        .routes(routes!(directory::facilities::http::worker_profile))
        .routes(routes!(directory::facilities::http::update_worker_profile))
        .routes(routes!(directory::facilities::http::hospital_doctors))
        .routes(routes!(directory::facilities::http::confirm_doctor))
        .routes(routes!(directory::facilities::http::remove_doctor))
        .routes(routes!(booking::finding::http::find_doctors))
        .routes(routes!(booking::finding::http::find_doctor))
        .routes(routes!(booking::finding::http::closed_times))
        .routes(routes!(booking::finding::http::free_slots))
        .routes(routes!(booking::finding::http::availability))
        .routes(routes!(booking::visits::http::book))
        .routes(routes!(booking::visits::http::own_bookings))
        .routes(routes!(booking::visits::http::cancel))
        .routes(routes!(booking::visits::http::reschedule))
        .routes(routes!(booking::visits::http::calendar))
        .routes(routes!(booking::leaving::http::own_data))
        .routes(routes!(booking::leaving::http::delete_account))
        .routes(routes!(booking::figures::http::dashboard))
        .routes(routes!(booking::practice::http::all_appointments))
        .routes(routes!(booking::practice::http::pending))
        .routes(routes!(booking::practice::http::coming))
        .routes(routes!(booking::practice::http::previous))
        .routes(routes!(booking::practice::http::approve_visit))
        .routes(routes!(booking::practice::http::reject_visit))
        .routes(routes!(booking::practice::http::cancel_visit))
        .routes(routes!(booking::practice::http::events))
        .routes(routes!(booking::schedule::http::doctor_profile))
        .routes(routes!(booking::schedule::http::update_doctor_profile))
        .routes(routes!(booking::schedule::http::schedule))
        .routes(routes!(booking::schedule::http::update_schedule))
        .routes(routes!(booking::schedule::http::leave_bookings))
        .routes(routes!(booking::schedule::http::add_leave))
        .routes(routes!(booking::schedule::http::remove_leave))
        .routes(routes!(blood::donors::joining::http::register_donor))
        .routes(routes!(blood::donors::joining::http::send_donor_link))
        .routes(routes!(blood::donors::http::own_donor))
        .routes(routes!(blood::donors::http::update_donor))
        .routes(routes!(blood::donors::http::erase_donor))
        .routes(routes!(blood::donors::http::pause_donor))
        .routes(routes!(blood::donors::http::resume_donor))
        .routes(routes!(blood::donors::http::report_donation))
        .routes(routes!(blood::donors::http::take_donor_change))
        .routes(routes!(blood::donors::http::discard_donor_change))
        .routes(routes!(blood::requests::reveals::http::own_reveals))
        .routes(routes!(blood::donors::oversight::http::list_donors))
        .routes(routes!(blood::donors::oversight::http::export_donors))
        .routes(routes!(blood::requests::http::request_blood))
        .routes(routes!(blood::requests::http::own_request))
        .routes(routes!(blood::requests::http::confirm_request))
        .routes(routes!(blood::requests::http::close_own_request))
        .routes(routes!(blood::requests::http::report_donor))
        .routes(routes!(blood::requests::answers::http::own_answer))
        .routes(routes!(blood::requests::answers::http::accept_request))
        .routes(routes!(blood::requests::answers::http::decline_request))
        .routes(routes!(blood::requests::answers::http::report_requester))
        .routes(routes!(blood::requests::oversight::http::list_requests))
        .routes(routes!(blood::requests::oversight::http::request_detail))
        .routes(routes!(blood::requests::oversight::http::close_request))
        .routes(routes!(blood::requests::oversight::http::extend_request))
        .routes(routes!(blood::requests::oversight::http::block_requester))
        .routes(routes!(blood::requests::oversight::http::unblock_requester))
        .routes(routes!(blood::http::blood_facts))
        .routes(routes!(contact::http::send_message))
        .routes(routes!(contact::http::all_messages))
        .routes(routes!(contact::http::one_message))
        .routes(routes!(contact::http::answer_message))
        .routes(routes!(contact::http::close_message))
        .routes(routes!(admin::overview::http::admin_dashboard))
        .routes(routes!(admin::overview::http::admin_search))
        .routes(routes!(admin::overview::http::notifications))
        .routes(routes!(admin::overview::http::admin_events))
        .routes(routes!(admin::users::http::all_users))
        .routes(routes!(admin::users::http::export_users))
        .routes(routes!(admin::users::http::user_details))
        .routes(routes!(admin::users::http::block_user))
        .routes(routes!(admin::doctors::http::all_doctors))
        .routes(routes!(admin::doctors::http::doctor_details))
        .routes(routes!(admin::doctors::http::suspend_doctor))
        .routes(routes!(admin::doctors::http::restore_doctor))
        .routes(routes!(admin::doctors::http::dashboard_doctors))
        .routes(routes!(admin::workers::http::dashboard_hospitals))
        .routes(routes!(admin::workers::http::all_workers))
        .routes(routes!(admin::applicants::http::pending_request))
        .routes(routes!(admin::bookings::http::all_bookings))
        .routes(routes!(admin::audit::http::audit_log))
}

pub fn build(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let docs = Router::from(SwaggerUi::new("/api/docs").url("/api/openapi.json", openapi()));
    let router = api
        .layer(from_fn_with_state(app.clone(), visitors::limit))
        .merge(docs.layer(map_response(allow_swagger)))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(readyz))
        .route("/photos/{file}", get(photos::http::photo).with_state(app.photos.clone()))
        .route("/doctors/{id}", get(booking::page::http::doctor).post(web_app))
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

/// The documentation's page writes styles into itself; its scripts are files of ours.
async fn allow_swagger(mut response: Response) -> Response {
    let policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}
