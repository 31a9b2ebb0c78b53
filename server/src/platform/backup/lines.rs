//! The lines of a backup file, each a JSON value: the head, photos, and tables with their rows.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::platform::db::{self, Kind, Param, Row, Table};

pub const FORMAT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    Head(Head),
    Photo {
        name: String,
        hex: String,
    },
    /// A table; its rows follow. It comes after the tables that its foreign keys refer to.
    Table {
        name: String,
        columns: Vec<String>,
    },
    Row(Vec<Cell>),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Head {
    pub format: u32,
    /// The version of the program that made the backup; for information only.
    pub program: String,
    /// The engine that it was made from; for information only, because it restores into both.
    pub engine: String,
    pub made_at: Timestamp,
    /// The migrations that the schema had: [`crate::platform::db::migrate`].
    pub steps: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    Null,
    Truth(bool),
    Number(i64),
    Text(String),
}

impl Cell {
    pub fn all_of(row: &Row<'_>, table: &Table) -> db::Result<Vec<Self>> {
        let kinds = table.columns.iter().map(|(_, kind)| *kind);
        kinds.enumerate().map(|(index, kind)| Self::of(row, index, kind)).collect()
    }

    fn of(row: &Row<'_>, index: usize, kind: Kind) -> db::Result<Self> {
        let value = match kind {
            Kind::Text => row.get::<Option<String>>(index)?.map(Self::Text),
            Kind::Number => row.get::<Option<i64>>(index)?.map(Self::Number),
            Kind::Truth => row.get::<Option<bool>>(index)?.map(Self::Truth),
        };
        Ok(value.unwrap_or(Self::Null))
    }

    pub fn param(&self) -> &dyn Param {
        match self {
            Self::Null => &None::<String>,
            Self::Truth(truth) => truth,
            Self::Number(number) => number,
            Self::Text(text) => text,
        }
    }
}
