//! Which database: a URL that says its engine by name and never shows its password.

use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Clone)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(Box<tokio_postgres::Config>),
}

#[derive(Debug, thiserror::Error)]
#[error("expected sqlite://path or postgres://user:password@host/database")]
pub struct UnknownUrl;

impl DatabaseUrl {
    pub fn sqlite(path: &Path) -> Self {
        Self::Sqlite(path.to_owned())
    }
}

impl std::str::FromStr for DatabaseUrl {
    type Err = UnknownUrl;

    fn from_str(text: &str) -> Result<Self, UnknownUrl> {
        if let Some(path) = text.strip_prefix("sqlite://").filter(|path| !path.is_empty()) {
            return Ok(Self::sqlite(Path::new(path)));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return text.parse().map(|config| Self::Postgres(Box::new(config))).map_err(|_| UnknownUrl);
        }
        Err(UnknownUrl)
    }
}

/// For logs: where, never with what password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite://{}", path.display()),
            Self::Postgres(config) => write!(f, "postgres database {:?}", config.get_dbname().unwrap_or_default()),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_two_engines_are_accepted() {
        for bad in ["", "mysql://a/b", "sqlite:", "sqlite://", "data.db", "postgres://a:notaport/b", "http://x"] {
            assert!(bad.parse::<DatabaseUrl>().is_err(), "{bad}");
        }
        assert!(
            matches!("sqlite://data/x.db".parse(), Ok(DatabaseUrl::Sqlite(path)) if path == Path::new("data/x.db"))
        );
        assert!(matches!("postgresql://u:p@h/d".parse(), Ok(DatabaseUrl::Postgres(_))));
    }

    #[test]
    fn neither_display_nor_debug_shows_the_password() {
        let url: DatabaseUrl = "postgres://user:s3cret@localhost/care".parse().unwrap();
        assert_eq!(format!("{url} {url:?}").matches("s3cret").count(), 0);
    }
}
