//! Form fields as they come (text, or a number where a form could have sent either), and their errors.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::ToSchema;

use super::problem::{Message, Problem};
use crate::platform::lang::Text;

/// One field of a request; anything that is not text or a number counts as nothing.
#[derive(Debug, Clone, Default, ToSchema)]
#[schema(value_type = String)]
pub struct Input(String);

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        }))
    }
}

impl From<String> for Input {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Input {
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }

    pub fn into_text(self) -> String {
        self.0
    }
}

/// Gathers what is wrong with a form, so that one answer names every bad field.
#[derive(Default)]
pub struct FieldErrors(Vec<(&'static str, Message)>);

impl FieldErrors {
    /// The field's value, or `None` with its error noted.
    pub fn check<T>(
        &mut self,
        field: &'static str,
        input: Input,
        parse: impl FnOnce(String) -> Result<T, Text>,
    ) -> Option<T> {
        parse(input.0).map_err(|text| self.0.push((field, text.into()))).ok()
    }
}

impl FieldErrors {
    /// Replaces `value` by what was sent, if anything was.
    pub fn change<T>(
        &mut self,
        field: &'static str,
        input: Option<Input>,
        value: &mut T,
        parse: impl FnOnce(&str) -> Result<T, Text>,
    ) {
        if let Some(changed) = input.and_then(|input| self.check(field, input, |text| parse(&text))) {
            *value = changed;
        }
    }

    /// Notes what is wrong with a field that was not read by [`Self::check`].
    pub fn add(&mut self, field: &'static str, text: Text) {
        self.0.push((field, text.into()));
    }

    /// The finished value, unless something was wrong.
    pub fn or<T>(self, value: T) -> Result<T, Problem> {
        if self.0.is_empty() { Ok(value) } else { Err(self.into()) }
    }
}

impl From<FieldErrors> for Problem {
    fn from(errors: FieldErrors) -> Self {
        Self::fields(errors.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_numbers_are_taken_and_anything_else_is_nothing() {
        for (json, expected) in
            [(r#""18""#, "18"), ("18", "18"), ("null", ""), ("[1]", ""), ("{}", ""), ("true", ""), ("1.5", "1.5")]
        {
            assert_eq!(serde_json::from_str::<Input>(json).unwrap().0, expected, "{json}");
        }
    }
}
