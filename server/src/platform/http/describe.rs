//! The OpenAPI description of a call, derived from its handler's types: parameters, responses and refusals, which therefore cannot be wrong. The
//! handler's attribute names method, path, additional refusals (`(status = 409)`), and what types cannot say (a response that is not JSON, an
//! optional token).

use std::any::type_name;

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Components, ContentBuilder, OpenApi, Ref, RefOr, Required, ResponseBuilder};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::address::ClientAddress;
use super::body::{Body, OptionalBody};
use super::csv_body::CsvBody;
use super::fields::Params;
use super::form::PhotoForm;
use super::paging::{Page, Paging};
use super::problem::{Problem, ProblemBody};
use super::{Answer, Cached, Created, Done, Rows};
use crate::platform::lang::Lang;

/// The security scheme of session tokens.
pub const TOKEN: &str = "token";
/// The security scheme of mailed links.
pub const LINK: &str = "link";
/// The security scheme of signed requests by other programs.
pub const SIGNED: &str = "signature";

/// Refusals of every call: an unreadable address, a slow client, a bug, overload.
const ALWAYS: [u16; 4] = [400, 408, 500, 503];

const COMPONENT: &str = "Problem";

pub type Schemas = Vec<(String, RefOr<Schema>)>;

pub trait Takes {
    fn describe(_: &mut Operation, _: &mut Schemas) {}
}

pub trait Returns {
    fn describe(operation: &mut Operation, schemas: &mut Schemas);
}

pub trait Call<Arguments> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas);
}

macro_rules! call_of {
    ($($argument:ident)*) => {
        impl<F, Told, R, $($argument),*> Call<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> Told,
            Told: Future<Output = R>,
            R: Returns,
            $($argument: Takes,)*
        {
            fn describe(operation: &mut Operation, schemas: &mut Schemas) {
                $($argument::describe(operation, schemas);)*
                R::describe(operation, schemas);
            }
        }
    };
}
call_of!();
call_of!(A);
call_of!(A B);
call_of!(A B C);
call_of!(A B C D);
call_of!(A B C D E);
call_of!(A B C D E G);

impl<T> Takes for Path<T> {}
impl Takes for HeaderMap {}
impl Takes for Lang {}
impl Takes for ClientAddress {}

impl<T: IntoParams> Takes for Params<T> {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        takes_params::<T>(operation);
    }
}

impl Takes for Paging {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        takes_params::<Self>(operation);
    }
}

impl<T: ToSchema, const MAX: usize> Takes for Body<T, MAX> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        takes_body::<T>(operation, schemas, "application/json", Required::True);
    }
}

impl<T: ToSchema> Takes for OptionalBody<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        takes_body::<T>(operation, schemas, "application/json", Required::False);
    }
}

impl<T: ToSchema> Takes for PhotoForm<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        takes_body::<T>(operation, schemas, "multipart/form-data", Required::True);
    }
}

impl Takes for CsvBody {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        let content = ContentBuilder::new().schema(Some(String::schema())).build();
        let body = RequestBodyBuilder::new().content("text/csv", content).required(Some(Required::True));
        operation.request_body = Some(RefOr::T(body.build()));
    }
}

fn takes_body<T: ToSchema>(operation: &mut Operation, schemas: &mut Schemas, kind: &str, required: Required) {
    let content = ContentBuilder::new().schema(Some(refer::<T>(schemas))).build();
    let body = RequestBodyBuilder::new().content(kind, content).required(Some(required));
    operation.request_body = Some(RefOr::T(body.build()));
}

fn takes_params<T: IntoParams>(operation: &mut Operation) {
    let parameters = T::into_params(|| Some(ParameterIn::Query));
    operation.parameters.get_or_insert_default().extend(parameters.into_iter().map(RefOr::T));
}

pub fn needs(operation: &mut Operation, scheme: &str) {
    operation.security = Some(vec![SecurityRequirement::new::<_, [String; 0], _>(scheme, [])]);
}

pub fn returns<T: ToSchema>(operation: &mut Operation, schemas: &mut Schemas) {
    let content = ContentBuilder::new().schema(Some(refer::<T>(schemas))).build();
    let response = ResponseBuilder::new().content("application/json", content).build();
    operation.responses.responses.insert(StatusCode::OK.as_str().into(), response.into());
}

impl<R: Returns> Returns for Result<R, Problem> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        R::describe(operation, schemas);
    }
}

impl<T: ToSchema> Returns for Json<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        returns::<T>(operation, schemas);
    }
}

impl<T: ToSchema> Returns for Answer<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        refer::<T>(schemas);
        returns::<Self>(operation, schemas);
    }
}

impl<T: ToSchema> Returns for Rows<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        refer::<T>(schemas);
        returns::<Self>(operation, schemas);
    }
}

impl<T: ToSchema> Returns for Page<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        refer::<T>(schemas);
        returns::<Self>(operation, schemas);
    }
}

impl Returns for Done {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        returns::<Self>(operation, schemas);
    }
}

impl<R: Returns> Returns for Created<R> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        R::describe(operation, schemas);
        let responses = &mut operation.responses.responses;
        if let Some(good) = responses.remove(StatusCode::OK.as_str()) {
            responses.insert(StatusCode::CREATED.as_str().into(), good);
        }
    }
}

impl<R: Returns> Returns for Cached<R> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        R::describe(operation, schemas);
    }
}

/// A bare response is described by the handler's attribute.
impl Returns for Response {
    fn describe(_: &mut Operation, _: &mut Schemas) {}
}

/// References a schema by its name, `Page_AdminUser`, and collects it.
fn refer<T: ToSchema>(schemas: &mut Schemas) -> Ref {
    let parts = type_name::<T>().split(['<', '>']).filter(|part| !part.is_empty());
    let name = parts.filter_map(|part| part.rsplit("::").next()).collect::<Vec<_>>().join("_");
    schemas.push((name.clone(), T::schema()));
    T::schemas(schemas);
    Ref::from_schema_name(name)
}

/// Adds a handler's route and its description under a heading.
pub fn add<H: Call<A>, A, S: Clone + Send + Sync + 'static>(
    router: OpenApiRouter<S>,
    heading: &str,
    (mut schemas, mut paths, method): UtoipaMethodRouter<S>,
    _: &H,
) -> OpenApiRouter<S> {
    for (path, item) in &mut paths.paths {
        for operation in operations(item) {
            operation.tags = Some(vec![heading.to_owned()]);
            operation.parameters = Some(in_path(path).map(RefOr::T).collect::<Vec<_>>()).filter(|all| !all.is_empty());
            H::describe(operation, &mut schemas);
        }
    }
    let known = router.get_openapi().components.as_ref();
    for (name, schema) in &schemas {
        let is_another = |known: &Components| known.schemas.get(name).is_some_and(|other| other != schema);
        assert!(!known.is_some_and(is_another), "two types are called {name}: one would be described as the other");
    }
    router.routes((schemas, paths, method))
}

fn in_path(path: &str) -> impl Iterator<Item = Parameter> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    names.map(|name| {
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
        parameter.schema(Some(String::schema())).build()
    })
}

/// Adds all refusals to the description. `is_limited` returns whether POSTs to a path are rate limited.
pub fn describe(api: &mut OpenApi, is_limited: impl Fn(&str) -> bool) {
    add_component(api.components.get_or_insert_default());
    for (path, item) in &mut api.paths.paths {
        if let Some(post) = item.post.as_mut().filter(|_| is_limited(path)) {
            refuse(post, 429);
        }
        for operation in operations(item) {
            for status in of(operation) {
                refuse(operation, status);
            }
            // Statuses from a handler's attribute get the same description.
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

/// The refusals that follow from parameters, body and token.
fn of(operation: &Operation) -> Vec<u16> {
    let takes = |place: &ParameterIn| {
        let parameters = operation.parameters.iter().flatten();
        parameters.into_iter().any(|one| matches!(one, RefOr::T(parameter) if parameter.parameter_in == *place))
    };
    // An optional token is two requirements, one of them empty.
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

pub fn refuse(operation: &mut Operation, status: u16) {
    operation.responses.responses.insert(status.to_string(), refusal(&status.to_string()));
}

fn refusal(status: &str) -> RefOr<utoipa::openapi::Response> {
    let status = status.parse().ok().and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or_default();
    let mut reference = Ref::from_response_name(COMPONENT);
    reference.description = status.canonical_reason().unwrap_or_default().into();
    RefOr::Ref(reference)
}

fn add_component(components: &mut Components) {
    let mut schemas = vec![(ProblemBody::name().into(), ProblemBody::schema())];
    ProblemBody::schemas(&mut schemas);
    components.schemas.extend(schemas);
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemBody::name()))).build();
    let response = ResponseBuilder::new().description("A refusal").content("application/problem+json", content);
    components.responses.insert(COMPONENT.into(), response.build().into());
}
