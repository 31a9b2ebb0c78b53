//! The fields of a request. A struct of [`Field`]s declares them, also for the API's description; each knows its name, so that
//! [`FieldErrors`] can report errors wherever it is parsed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::{fmt, iter};

use axum::body::Bytes;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue};
use percent_encoding::percent_decode;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Error, Map, Value};
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::problem::{Code, LocalizedMessage, Problem};
use crate::platform::lang::Text;

const NOT_A_TEXT: Text = Text::new("Please send a text here.", "ഇവിടെ ഒരു വാചകം നൽകുക.");
const NOT_A_FLAG: Text = Text::new("Please send true or false here.", "ഇവിടെ true അല്ലെങ്കിൽ false നൽകുക.");
const NOT_A_LIST: Text = Text::new("Please send a list of texts here.", "ഇവിടെ വാചകങ്ങളുടെ ഒരു പട്ടിക നൽകുക.");

const NOT_ROWS: Text = Text::new("Please send a list of objects here.", "ഇവിടെ ഒരു പട്ടിക നൽകുക.");

/// The value sent for a field. A missing one or `null` is empty; as an `Option` it is `None`.
#[derive(Debug, Clone)]
pub struct Field {
    name: Cow<'static, str>,
    value: Value,
}

impl Field {
    pub fn new(name: &'static str, text: impl Into<String>) -> Self {
        Self { name: name.into(), value: Value::String(text.into()) }
    }

    /// A text, or a number where a form would send text.
    fn text(&self) -> Result<Cow<'_, str>, Text> {
        match &self.value {
            Value::Null => Ok("".into()),
            Value::String(text) => Ok(text.into()),
            Value::Number(number) => Ok(number.to_string().into()),
            _ => Err(NOT_A_TEXT),
        }
    }

    pub fn read<T>(self, parse: impl FnOnce(&str) -> Result<T, Text>) -> Result<T, Problem> {
        let mut errors = FieldErrors::default();
        let value = errors.check(self, parse);
        errors.all(|| value)
    }

    pub fn is_blank(&self) -> bool {
        self.text().is_ok_and(|text| text.trim().is_empty())
    }
}

/// The value of a filter; `null` and the empty text count as none.
pub fn given(field: Option<Field>) -> Option<String> {
    let text = field?.text().ok()?.trim().to_owned();
    Some(text).filter(|text| !text.is_empty() && text != "null")
}

pub fn filter<T>(field: Option<Field>, parse: impl FnOnce(&str) -> Result<T, Text>) -> Result<Option<T>, Problem> {
    let mut errors = FieldErrors::default();
    let value = errors.filter(field, parse);
    errors.all(|| value)
}

/// Parses an empty text as `None`.
pub fn optional<T>(parse: impl Fn(&str) -> Result<T, Text>) -> impl Fn(&str) -> Result<Option<T>, Text> {
    move |text| if text.trim().is_empty() { Ok(None) } else { parse(text).map(Some) }
}

impl PartialSchema for Field {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Number])).into()
    }
}

impl ToSchema for Field {}

/// Deserialised from a map with one entry, its name and value, which [`Fields`] provides.
impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let named: Map<String, Value> = Map::deserialize(deserializer)?;
        let (name, value) = named.into_iter().next().ok_or_else(|| D::Error::custom("a field without a name"))?;
        Ok(Self { name: name.into(), value })
    }
}

/// A chosen file; `None` without a choice.
#[derive(Debug, Clone, Default)]
pub struct Photo(pub Option<Bytes>);

impl PartialSchema for Photo {
    fn schema() -> RefOr<Schema> {
        let binary = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(Type::String).format(Some(binary)).into()
    }
}

impl ToSchema for Photo {}

impl<'de> Deserialize<'de> for Photo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(PhotoVisitor)
    }
}

struct PhotoVisitor;

impl Visitor<'_> for PhotoVisitor {
    type Value = Photo;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a file")
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Photo, E> {
        Ok(Photo(Some(bytes.into())))
    }

    fn visit_none<E>(self) -> Result<Photo, E> {
        Ok(Photo(None))
    }
}

enum Sent {
    Value(Value),
    File(Bytes),
}

#[derive(Default)]
pub struct Fields {
    sent: HashMap<String, Sent>,
    /// Prefix of the names: `sessions[2].` for an object in a list.
    within: String,
}

impl Fields {
    pub fn of_json(object: Map<String, Value>) -> Self {
        let sent = object.into_iter().map(|(name, value)| (name, Sent::Value(value))).collect();
        Self { sent, within: String::new() }
    }

    pub fn of_texts(texts: HashMap<String, String>) -> Self {
        Self::of_json(texts.into_iter().map(|(name, text)| (name, text.into())).collect())
    }

    pub fn add_file(&mut self, name: &str, bytes: Bytes) {
        self.sent.insert(name.into(), Sent::File(bytes));
    }

    pub fn read<T: DeserializeOwned>(self) -> Result<T, Problem> {
        T::deserialize(self).map_err(|_| Code::InvalidRequest.into())
    }
}

/// Deserialises a struct with all its fields, also those that were not sent.
impl<'de> Deserializer<'de> for Fields {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fields = names.iter().map(|name| {
            let field = Named { name: format!("{}{name}", self.within), sent: self.sent.remove(*name) };
            (*name, field)
        });
        visitor.visit_map(MapDeserializer::new(fields))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("a request is a struct of fields"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct Named {
    name: String,
    sent: Option<Sent>,
}

impl IntoDeserializer<'_, Error> for Named {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Named {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let value = match self.sent {
            Some(Sent::Value(value)) => value,
            // A file instead of a text is refused like any other wrong value.
            Some(Sent::File(_)) => Value::Bool(true),
            None => Value::Null,
        };
        visitor.visit_map(MapDeserializer::new(iter::once((self.name, value))))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.sent {
            None | Some(Sent::Value(Value::Null)) => visitor.visit_none(),
            Some(_) => visitor.visit_some(self),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.sent {
            Some(Sent::File(bytes)) => visitor.visit_byte_buf(bytes.into()),
            _ => visitor.visit_none(),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// Parameters that may be sent in a header instead: addresses are stored in histories and proxy logs, where names and numbers of people do not
/// belong. A cursor in a list sorted by name contains a name too.
pub const IN_HEADERS: [(&str, HeaderName); 3] = [
    ("q", HeaderName::from_static("x-search")),
    ("cursor", HeaderName::from_static("x-cursor")),
    ("doctor", HeaderName::from_static("x-doctor")),
];

/// All parameters of a request. A repeated one is overridden by the last, and by a header.
pub fn parameters(parts: &Parts) -> Result<Vec<(String, String)>, Problem> {
    let Query::<Vec<_>>(mut all) = Query::try_from_uri(&parts.uri).map_err(|_| Code::InvalidRequest)?;
    for (name, header) in IN_HEADERS {
        if let Some(value) = parts.headers.get(header) {
            all.push((name.into(), decoded(value)?));
        }
    }
    Ok(all)
}

/// Percent-decodes a header, which holds only ASCII.
fn decoded(value: &HeaderValue) -> Result<String, Problem> {
    let text = percent_decode(value.as_bytes()).decode_utf8().ok().filter(|text| !text.contains('\0'));
    text.map(Cow::into_owned).ok_or_else(|| Code::InvalidRequest.into())
}

pub struct Params<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Fields::of_texts(parameters(parts)?.into_iter().collect()).read().map(Self)
    }
}

/// Collects the errors of a request, so that one response names every wrong field.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<(Cow<'static, str>, LocalizedMessage)>);

impl FieldErrors {
    pub fn check<T>(&mut self, field: Field, parse: impl FnOnce(&str) -> Result<T, Text>) -> Option<T> {
        let parsed = field.text().and_then(|text| parse(&text));
        parsed.map_err(|text| self.0.push((field.name, text.into()))).ok()
    }

    /// Parses an optional field; missing or empty is `None`.
    pub fn optional<T>(
        &mut self,
        field: Option<Field>,
        parse: impl FnOnce(&str) -> Result<T, Text>,
    ) -> Option<Option<T>> {
        match field.filter(|field| !field.is_blank()) {
            None => Some(None),
            Some(field) => self.check(field, parse).map(Some),
        }
    }

    /// Parses a filter; see [`given`] for none.
    pub fn filter<T>(
        &mut self,
        field: Option<Field>,
        parse: impl FnOnce(&str) -> Result<T, Text>,
    ) -> Option<Option<T>> {
        let field = field.filter(|field| given(Some(field.clone())).is_some());
        self.optional(field, parse)
    }

    pub fn text(&mut self, field: Field) -> Option<String> {
        self.check(field, |text| Ok(text.to_owned()))
    }

    pub fn flag(&mut self, field: Option<Field>) -> Option<bool> {
        let field = field?;
        let flag = field.value.as_bool();
        if flag.is_none() {
            self.0.push((field.name, NOT_A_FLAG.into()));
        }
        flag
    }

    pub fn list(&mut self, field: Option<Field>) -> Option<Vec<String>> {
        let field = field?;
        let list = serde_json::from_value(field.value).ok();
        if list.is_none() {
            self.0.push((field.name, NOT_A_LIST.into()));
        }
        list
    }

    /// A list of objects, whose fields are named `sessions[2].from`.
    pub fn rows<T: DeserializeOwned>(&mut self, field: Field) -> Option<Vec<T>> {
        let row = |(number, row): (usize, &Value)| {
            let fields = Fields::of_json(row.as_object()?.clone());
            Fields { within: format!("{}[{number}].", field.name), ..fields }.read().ok()
        };
        let rows = field.value.as_array().and_then(|rows| rows.iter().enumerate().map(row).collect());
        if rows.is_none() {
            self.0.push((field.name, NOT_ROWS.into()));
        }
        rows
    }

    pub fn change<T>(&mut self, field: Option<Field>, value: &mut T, parse: impl FnOnce(&str) -> Result<T, Text>) {
        if let Some(changed) = field.and_then(|field| self.check(field, parse)) {
            *value = changed;
        }
    }

    /// Records an error of several fields together.
    pub fn add(&mut self, field: impl Into<Cow<'static, str>>, text: impl Into<LocalizedMessage>) {
        self.0.push((field.into(), text.into()));
    }

    pub fn into_list(self) -> Vec<(Cow<'static, str>, LocalizedMessage)> {
        self.0
    }

    /// Builds the result, unless there are errors. `build` returns `None` only if a value is missing, whose error is recorded.
    pub fn all<T>(self, build: impl FnOnce() -> Option<T>) -> Result<T, Problem> {
        build().filter(|_| self.0.is_empty()).ok_or_else(|| Problem::fields(self.0))
    }

    pub fn or<T>(self, value: T) -> Result<T, Problem> {
        self.all(|| Some(value))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Deserialize)]
    struct Form {
        #[serde(rename = "Name")]
        name: Field,
        age: Option<Field>,
        consent: Option<Field>,
        days: Option<Field>,
    }

    type Taken = (String, Option<String>, Option<bool>, Option<Vec<String>>);

    /// The parsed values, or the names of the wrong fields.
    fn read(sent: Value) -> Result<Taken, Vec<String>> {
        let Value::Object(sent) = sent else { panic!("an object") };
        let form: Form = Fields::of_json(sent).read().unwrap();
        let mut errors = FieldErrors::default();
        let name = errors.text(form.name);
        let age = errors.optional(form.age, |text| Ok(text.to_owned()));
        let (consent, days) = (errors.flag(form.consent), errors.list(form.days));
        let bad = errors.0.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>();
        if bad.is_empty() { Ok((name.unwrap(), age.unwrap(), consent, days)) } else { Err(bad) }
    }

    #[test]
    fn texts_and_numbers_are_accepted_and_missing_fields_are_empty() {
        for (sent, name, age) in [
            (json!({"Name": "Asha", "age": "18"}), "Asha", Some("18")),
            (json!({"Name": 7, "age": 18, "another": [1]}), "7", Some("18")),
            (json!({"Name": null, "age": null}), "", None),
            (json!({"age": " "}), "", None),
            (json!({"age": 1.5}), "", Some("1.5")),
        ] {
            assert_eq!(read(sent.clone()), Ok((name.into(), age.map(String::from), None, None)), "{sent}");
        }
        let all = json!({"Name": "", "consent": false, "days": ["Monday"]});
        assert_eq!(read(all), Ok((String::new(), None, Some(false), Some(vec!["Monday".into()]))));
    }

    #[test]
    fn whatever_is_no_value_of_a_field_is_refused_by_its_name() {
        for wrong in [json!([1]), json!({}), json!(true)] {
            assert_eq!(read(json!({"Name": wrong, "age": wrong})), Err(vec!["Name".into(), "age".into()]), "{wrong}");
        }
        let all = json!({"Name": "", "consent": "yes", "days": ["Monday", 1]});
        assert_eq!(read(all), Err(vec!["consent".into(), "days".into()]));
    }

    #[test]
    fn objects_in_a_list_have_fields_of_their_own() {
        let mut errors = FieldErrors::default();
        let list = |value: Value| Field { name: "rows".into(), value };
        let rows: Vec<Form> = errors.rows(list(json!([{"Name": "Asha"}, {"Name": [1]}]))).unwrap();
        let names: Vec<_> = rows.into_iter().map(|row| errors.text(row.name)).collect();
        assert_eq!(names, [Some("Asha".into()), None]);
        for wrong in [json!("a"), json!([1]), json!({}), Value::Null] {
            assert!(errors.rows::<Form>(list(wrong)).is_none());
        }
        let bad: Vec<_> = errors.0.iter().map(|(name, _)| name.as_ref()).collect();
        assert_eq!(bad, ["rows[1].Name", "rows", "rows", "rows", "rows"]);
    }

    #[test]
    fn a_filter_with_the_text_null_is_none() {
        for (sent, filter) in [("", None), (" ", None), ("null", None), (" Kollam ", Some("Kollam"))] {
            assert_eq!(given(Some(Field::new("district", sent))).as_deref(), filter);
        }
    }
}
