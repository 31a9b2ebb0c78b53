//! Conditions that grow with a filter; the few texts that they can become stay in the statement cache.

use super::Param;

pub struct Wanted<'a> {
    conditions: Vec<String>,
    pub params: Vec<&'a dyn Param>,
}

impl<'a> Wanted<'a> {
    /// Begins with a condition that always holds.
    pub fn new(always: &str) -> Self {
        Self { conditions: vec![always.into()], params: Vec::new() }
    }

    /// `condition` ends where the parameter belongs: `d.id <`.
    pub fn and(&mut self, condition: &str, value: &'a dyn Param) {
        let place = self.param(value);
        self.and_also(format!("{condition} ${place}"));
    }

    /// `column` has one of these values; without any, any value will do.
    pub fn and_one_of<T: Param>(&mut self, column: &str, values: &'a [T]) {
        let Some(last) = values.last() else { return };
        // A few sizes only, so that the statement cache holds them all; the last value fills the gap.
        let size = [1, 4, 16, 64, 128].into_iter().find(|size| *size >= values.len()).unwrap_or(values.len());
        let filled = values.iter().chain(std::iter::repeat_n(last, size - values.len()));
        let places: Vec<String> = filled.map(|value| format!("${}", self.param(value))).collect();
        self.and_also(format!("{column} IN ({})", places.join(", ")));
    }

    /// A condition whose parameters were added by [`Self::param`].
    pub fn and_also(&mut self, condition: String) {
        self.conditions.push(condition);
    }

    /// Adds a parameter and answers its number.
    pub fn param(&mut self, value: &'a dyn Param) -> usize {
        self.params.push(value);
        self.params.len()
    }

    pub fn sql(&self) -> String {
        self.conditions.join(" AND ")
    }
}
