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
        self.conditions.push(format!("{condition} ${place}"));
    }

    /// `column` is of a subject that is found by all these beginnings of words, each with its range's end.
    pub fn and_found(&mut self, column: &str, kind: &str, words: &'a [(String, String)]) {
        for (from, to) in words {
            let (from, to) = (self.param(from), self.param(to));
            self.conditions.push(format!(
                "{column} IN (SELECT subject FROM search_words
                              WHERE kind = '{kind}' AND word >= ${from} AND word < ${to})"
            ));
        }
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
