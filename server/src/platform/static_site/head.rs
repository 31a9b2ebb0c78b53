//! Elements that the server adds to the head of each page, for the app to read.

use super::template::escaped;
use crate::platform::config::{GrievanceOfficer, Notices};

/// A meta element with the notices' settings, for `web/src/lib/notices.ts`.
pub fn notices_meta(notices: &Notices) -> String {
    let Notices { privacy, terms, grievance_officer, retention } = notices;
    let days = retention.days().to_string();
    let mut told = vec![("privacy", privacy), ("terms", terms), ("retention", &days)];
    if let Some(GrievanceOfficer { name, email, phone }) = grievance_officer {
        told.extend([("officer", name), ("email", email)]);
        told.extend(phone.as_ref().map(|phone| ("phone", phone)));
    }
    let told =
        told.iter().fold(String::new(), |before, (name, text)| format!(r#"{before} data-{name}="{}""#, escaped(text)));
    format!(r#"<meta name="notices"{told}>"#)
}

/// A meta element with the version of the page's program, and whether there is a service worker, for `web/src/lib/program.ts`.
pub fn program_meta(version: &str, offline: bool) -> String {
    format!(r#"<meta name="program" content="{version}"{}>"#, if offline { " data-worker" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::config::Retention;

    #[test]
    fn a_page_contains_the_notices_of_the_settings_escaped() {
        let retention = Retention::default();
        let mut notices = Notices { privacy: "1".into(), terms: "2".into(), grievance_officer: None, retention };
        let expected = r#"<meta name="notices" data-privacy="1" data-terms="2" data-retention="1095">"#;
        assert_eq!(notices_meta(&notices), expected);
        let name = "A \"B\" <c>".to_owned();
        let officer = GrievanceOfficer { name, email: "g@example.org".into(), phone: Some("0484 2345678".into()) };
        notices.grievance_officer = Some(officer);
        let told = r#"data-officer="A &quot;B&quot; &lt;c&gt;" data-email="g@example.org" data-phone="0484 2345678">"#;
        assert!(notices_meta(&notices).contains(told), "{}", notices_meta(&notices));
    }
}
