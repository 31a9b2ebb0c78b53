//! Checks every API answer of every test against the API description: its status, content type, and JSON schema.

use std::sync::LazyLock;

use serde_json::Value;

use super::Answer;

/// The committed description; another test checks that it equals the code's.
pub static API: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../web/src/api/openapi.json")).expect("JSON"));

/// Panics if the description does not allow the answer.
pub fn assert_described(method: &str, path: &str, answer: &Answer) {
    let Some(call) = find(method, path) else { return };
    let place = format!("{method} {path}: {} {:.300}", answer.status, answer.text);
    let response = resolved(&call["responses"][answer.status.to_string()]);
    assert!(!response.is_null(), "not described: {place}");
    let kind = answer.header("content-type").split(';').next().unwrap_or_default();
    let content = &response["content"][kind];
    assert!(!content.is_null(), "no such content ({kind}): {place}");
    if kind.ends_with("json") && answer.header("content-encoding").is_empty() {
        assert!(fits(&answer.body, &content["schema"]), "another shape: {place}");
    }
}

/// The operation of a request: of all matching paths, the one with the most literal parts.
fn find(method: &str, path: &str) -> Option<&'static Value> {
    let parts: Vec<&str> = path.split('?').next().unwrap_or_default().split('/').collect();
    let is_open = |part: &str| part.starts_with('{');
    let fitting = API["paths"].as_object()?.iter().filter(|(template, _)| {
        let wanted: Vec<&str> = template.split('/').collect();
        let fits = |(wanted, part): (&&str, &&str)| is_open(wanted) || wanted == part;
        wanted.len() == parts.len() && wanted.iter().zip(&parts).all(fits)
    });
    let (_, calls) = fitting.min_by_key(|(template, _)| template.split('/').filter(|part| is_open(part)).count())?;
    calls.get(method.to_lowercase())
}

fn resolved(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => API.pointer(reference.trim_start_matches('#')).expect("a component"),
        None => value,
    }
}

fn fits(value: &Value, schema: &'static Value) -> bool {
    let schema = resolved(schema);
    let list = |name: &str| schema[name].as_array().map(Vec::as_slice);
    let some = |name| list(name).is_none_or(|parts| parts.iter().any(|part| fits(value, part)));
    let all = list("allOf").is_none_or(|parts| parts.iter().all(|part| fits(value, part)));
    let one_of_values = list("enum").is_none_or(|values| values.contains(value));
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let is = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    };
    let has_type = types.is_empty() || types.iter().any(is);
    let has_required =
        list("required").is_none_or(|names| names.iter().all(|name| value.get(name.as_str().unwrap_or("")).is_some()));
    let properties = schema["properties"].as_object().into_iter().flatten();
    let fit_inside = properties.into_iter().all(|(name, inner)| value.get(name).is_none_or(|value| fits(value, inner)));
    let items = value.as_array().into_iter().flatten();
    let items_fit = schema["items"].is_null() || items.into_iter().all(|item| fits(item, &schema["items"]));
    some("oneOf") && some("anyOf") && all && one_of_values && has_type && has_required && fit_inside && items_fit
}
