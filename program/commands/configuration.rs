//! `doccare configuration`: writes docs/CONFIGURATION.md from the definitions of the command line, so that the page cannot disagree
//! with the program. `make generate` runs it; a test fails when the page is stale.

use clap::{Arg, Command};

/// Title of a section, and how the names of its settings begin.
const SECTIONS: [(&str, &[&str]); 9] = [
    ("Address and TLS", &["LISTEN", "PUBLIC_URL", "TLS_", "PLAIN_HTTP", "TRUSTED_PROXIES", "ALLOWED_ORIGINS", "DRAIN"]),
    ("Data, key and backups", &["DATA_DIR", "DATABASE_", "KEY", "PHOTOS_", "BACKUP_"]),
    ("Administrators and demo logins", &["ADMIN_", "REQUIRE_TOTP", "DEMO"]),
    ("Mail", &["SMTP_", "MAIL_", "BOUNCES_"]),
    ("Messages to phones", &["MESSAGES_"]),
    ("Privacy", &["GRIEVANCE_", "PRIVACY_", "TERMS_", "RETENTION"]),
    ("Browsers", &["OFFLINE"]),
    ("Limits", &["RATE_LIMITS", "LOAD_SHEDDING"]),
    ("Logs, metrics and traces", &["LOG", "METRICS_", "SLOW_", "OTEL_"]),
];

const INTRODUCTION: &str = "# Configuration
Every setting of `doccare`, written by `doccare configuration` (`make generate`) from the program's own definitions; a test fails when this
page is stale. Each is an environment variable and a flag of the same meaning; the flag wins. A wrong value stops the start with one line
that names the setting. `doccare check` looks at all of them before you serve.

- **Required:** none to try it out. For people: `DOCCARE_PUBLIC_URL`, `DOCCARE_SMTP_URL` and `DOCCARE_MAIL_FROM`, and TLS or a proxy.
- **Secrets:** `DOCCARE_…_FILE` names a file that holds the secret, as service managers and containers provide it, instead of the setting
  itself. Never pass a secret as a flag: every user of the machine sees flags in the list of processes.
- **As a service:** `/etc/doccare/doccare.env` ([deploy/doccare.env](../deploy/doccare.env)) has all of them with examples.
";

pub fn page(command: &Command) -> String {
    let settings: Vec<&Arg> = command.get_arguments().filter(|arg| arg.get_env().is_some()).collect();
    let mut page = INTRODUCTION.to_owned();
    for (index, (title, _)) in SECTIONS.iter().enumerate() {
        page.extend(["\n## ", title, "\n| setting | flag | default | what it does |\n|---|---|---|---|\n"]);
        page.extend(settings.iter().filter(|setting| section_of(setting) == index).map(|setting| row(setting)));
    }
    page
}

fn variable(setting: &Arg) -> String {
    setting.get_env().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn section_of(setting: &Arg) -> usize {
    let name = variable(setting);
    let name = name.trim_start_matches("DOCCARE_");
    let section = SECTIONS.iter().position(|(_, starts)| starts.iter().any(|start| name.starts_with(start)));
    section.unwrap_or_else(|| panic!("{name} has no section in {}", file!()))
}

fn row(setting: &Arg) -> String {
    let help = setting.get_help().map(ToString::to_string).unwrap_or_default();
    // A default that depends on something else is described in the help text.
    let (text, told) = match help.split_once(" [default: ") {
        Some((text, default)) => (text.to_owned(), default.trim_end_matches(']').to_owned()),
        None => (help, String::new()),
    };
    let value = setting.get_default_values().first().map(|value| value.to_string_lossy()).unwrap_or_default();
    let default = if value.is_empty() { told } else { format!("`{value}`") };
    let flag = setting.get_long().unwrap_or_default();
    format!("| `{}` | `--{flag}` | {default} | {} |\n", variable(setting), linked(&text))
}

/// File names in a text become links, relative to this page's folder.
fn linked(text: &str) -> String {
    ["BOUNCES.md", "MESSAGES.md"]
        .into_iter()
        .fold(text.to_owned(), |text, page| text.replace(&format!("docs/{page}"), &format!("[{page}]({page})")))
}
