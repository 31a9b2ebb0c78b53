//! Which refusals a call can meet, told by what it takes. They are written into the API's description here, so that a
//! handler names only those of its own: `(status = 409)`.

use axum::http::StatusCode;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Components, ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder};
use utoipa::{PartialSchema, ToSchema};

use super::problem::ProblemBody;

/// The security scheme of a session's token; whose it is decides.
pub const TOKEN: &str = "token";
/// The security scheme of a mailed link's token: it works or has ended, and belongs to no role.
pub const LINK: &str = "link";

/// What any call can meet: an address that cannot be read, a caller who is too slow, a mistake of ours, and a rush.
const ALWAYS: [u16; 4] = [400, 408, 500, 503];

const COMPONENT: &str = "Problem";

/// Writes every refusal into the description. `is_limited` tells the paths whose POSTs are counted by network.
pub fn describe(api: &mut OpenApi, is_limited: impl Fn(&str) -> bool) {
    add_component(api.components.get_or_insert_default());
    for (path, item) in &mut api.paths.paths {
        if let Some(post) = item.post.as_mut().filter(|_| is_limited(path)) {
            add(post, 429);
        }
        for operation in operations(item) {
            for status in of(operation) {
                add(operation, status);
            }
            // Whatever a handler named itself is told in the same words.
            let responses = operation.responses.responses.iter_mut();
            for (status, response) in responses.filter(|(status, _)| status.as_str() >= "400") {
                *response = refusal(status);
            }
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten()
}

/// The refusals that follow from what a call takes.
fn of(operation: &Operation) -> Vec<u16> {
    let takes = |place: &ParameterIn| {
        let parameters = operation.parameters.iter().flatten();
        parameters.into_iter().any(|one| matches!(one, RefOr::T(parameter) if parameter.parameter_in == *place))
    };
    // A call that may also come without a token has two requirements, of which one is empty.
    let needs = |scheme| {
        let needed = SecurityRequirement::new::<_, [String; 0], _>(scheme, []);
        operation.security.as_ref().is_some_and(|all| *all == [needed])
    };
    let mut statuses = ALWAYS.to_vec();
    if needs(TOKEN) {
        statuses.extend([401, 403]);
    }
    if needs(LINK) {
        statuses.push(410);
    }
    if takes(&ParameterIn::Path) {
        statuses.push(404);
    }
    if takes(&ParameterIn::Query) {
        statuses.push(422);
    }
    if operation.request_body.is_some() {
        statuses.extend([413, 415, 422]);
    }
    statuses
}

fn add(operation: &mut Operation, status: u16) {
    operation.responses.responses.insert(status.to_string(), refusal(&status.to_string()));
}

fn refusal(status: &str) -> RefOr<utoipa::openapi::Response> {
    let status = status.parse().ok().and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or_default();
    let mut reference = Ref::from_response_name(COMPONENT);
    reference.description = status.canonical_reason().unwrap_or_default().into();
    RefOr::Ref(reference)
}

/// Every refusal looks the same.
fn add_component(components: &mut Components) {
    let mut schemas = vec![(ProblemBody::name().into(), ProblemBody::schema())];
    ProblemBody::schemas(&mut schemas);
    components.schemas.extend(schemas);
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemBody::name()))).build();
    let response = ResponseBuilder::new().description("A refusal").content("application/problem+json", content);
    components.responses.insert(COMPONENT.into(), response.build().into());
}
