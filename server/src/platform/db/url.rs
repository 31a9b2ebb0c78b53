//! The database URL; its password is never shown.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode};

use crate::platform::machine::{is_loopback, is_this_machine};

#[derive(Clone)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(Box<tokio_postgres::Config>),
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongUrl {
    #[error("expected sqlite://path or postgres://user:password@host/database")]
    Unknown,
    #[error(
        "expected ?sslmode=require behind it, because the database is on another machine (?sslmode=disable where the way \
         there is safe without TLS)"
    )]
    Plain,
}

impl DatabaseUrl {
    pub fn sqlite(path: &Path) -> Self {
        Self::Sqlite(path.to_owned())
    }
}

impl std::str::FromStr for DatabaseUrl {
    type Err = WrongUrl;

    fn from_str(text: &str) -> Result<Self, WrongUrl> {
        if let Some(path) = text.strip_prefix("sqlite://").filter(|path| !path.is_empty()) {
            return Ok(Self::sqlite(Path::new(path)));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let config: tokio_postgres::Config = text.parse().map_err(|_| WrongUrl::Unknown)?;
            if config.get_ssl_mode() == SslMode::Prefer && !is_on_this_machine(&config) {
                return Err(WrongUrl::Plain);
            }
            return Ok(Self::Postgres(Box::new(config)));
        }
        Err(WrongUrl::Unknown)
    }
}

fn is_on_this_machine(config: &tokio_postgres::Config) -> bool {
    config.get_hostaddrs().iter().copied().all(is_loopback)
        && config.get_hosts().iter().all(|host| match host {
            Host::Tcp(name) => is_this_machine(name),
            Host::Unix(_) => true,
        })
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

impl DatabaseUrl {
    /// Why the server cannot be reached, as the system says it; `None` if it can, and for a file.
    pub async fn why_unreachable(&self) -> Option<String> {
        let Self::Postgres(config) = self else { return None };
        let mut why = None;
        for address in addresses(config) {
            let connected = match address.strip_prefix('/') {
                Some(_) => timeout(CONNECT_TIMEOUT, UnixStream::connect(&address)).await.map(|made| made.map(drop)),
                None => timeout(CONNECT_TIMEOUT, TcpStream::connect(&address)).await.map(|made| made.map(drop)),
            };
            match connected {
                Ok(Ok(())) => return None,
                Ok(Err(error)) => why = Some(error.to_string()),
                Err(_) => why = Some(format!("no answer within {} seconds", CONNECT_TIMEOUT.as_secs())),
            }
        }
        why
    }
}

fn addresses(config: &tokio_postgres::Config) -> Vec<String> {
    let ports = config.get_ports();
    let port = |number: usize| ports.get(number).or(ports.first()).copied().unwrap_or(5432);
    let hosts = config.get_hosts().iter().enumerate().map(|(number, host)| match host {
        Host::Tcp(name) if name.contains(':') => format!("[{name}]:{}", port(number)),
        Host::Tcp(name) => format!("{name}:{}", port(number)),
        Host::Unix(folder) => format!("{}/.s.PGSQL.{}", folder.display(), port(number)),
    });
    hosts.collect()
}

/// For logs: server, database and user, without the password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite://{}", path.display()),
            Self::Postgres(config) => {
                let (name, user) = (config.get_dbname().unwrap_or_default(), config.get_user().unwrap_or_default());
                write!(f, "postgres database {name:?} at {} as the user {user:?}", addresses(config).join(", "))
            }
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
        assert!(matches!("postgresql://u:p@localhost/d".parse(), Ok(DatabaseUrl::Postgres(_))));
    }

    #[test]
    fn the_way_to_another_machine_is_encrypted_unless_the_url_says_otherwise() {
        for near in ["localhost", "127.0.0.1:5433", "[::1]", "%2Frun%2Fpostgresql"] {
            assert!(format!("postgres://u@{near}/care").parse::<DatabaseUrl>().is_ok(), "{near}");
        }
        assert!("postgres:///care?host=/run/postgresql".parse::<DatabaseUrl>().is_ok());
        for far in ["db.example", "192.0.2.7:5432", "localhost,db.example", "localhost.example"] {
            let with = |mode: &str| format!("postgres://u@{far}/care{mode}").parse::<DatabaseUrl>();
            assert_eq!(with("").err(), Some(WrongUrl::Plain), "{far}");
            assert_eq!(with("?sslmode=prefer").err(), Some(WrongUrl::Plain), "{far}");
            assert!(with("?sslmode=require").is_ok() && with("?sslmode=disable").is_ok(), "{far}");
        }
        assert!("postgres://u@localhost/care?hostaddr=::ffff:127.0.0.1".parse::<DatabaseUrl>().is_ok());
        let by_address = "postgres://u@localhost/care?hostaddr=192.0.2.7";
        assert_eq!(by_address.parse::<DatabaseUrl>().err(), Some(WrongUrl::Plain));
    }

    #[test]
    fn neither_display_nor_debug_shows_the_password() {
        let url: DatabaseUrl = "postgres://user:s3cret@localhost/care".parse().unwrap();
        assert_eq!(format!("{url} {url:?}").matches("s3cret").count(), 0);
        assert_eq!(url.to_string(), r#"postgres database "care" at localhost:5432 as the user "user""#);
        let sockets: DatabaseUrl = "postgres:///care?host=/run/postgresql&port=5433&user=u".parse().unwrap();
        assert!(sockets.to_string().contains("at /run/postgresql/.s.PGSQL.5433 as"), "{sockets}");
    }
}
