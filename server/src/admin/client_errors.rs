//! Errors that browsers report: scrubbed of personal data, logged and counted, never stored. The web app's side is `web/src/api/client-errors.ts`.

pub mod http {
    use jiff::SignedDuration;
    use serde::Deserialize;
    use utoipa::ToSchema;

    use super::rules::ClientErrorReport;
    use crate::app::App;
    use crate::platform::http::{Body, Done, Field, FieldErrors, Result, SmallBody};
    use crate::platform::rate_limit::Limit;

    /// The limit for all browsers together. Far fewer reports suffice to notice a version that fails everywhere.
    const ALL_REPORTS_LIMIT: Limit = Limit::new("errors in browsers", 500, SignedDuration::from_hours(1));

    /// An error in the web app, without anything personal.
    #[derive(Deserialize, ToSchema)]
    pub struct ClientErrorRequest {
        /// As in `TypeError`
        name: Option<Field>,
        message: Option<Field>,
        /// The pattern of the page's address, as in `/doctors/:id`
        route: Option<Field>,
        /// The script's name, without its address
        file: Option<Field>,
        line: Option<Field>,
        column: Option<Field>,
        /// Of the web app
        version: Option<Field>,
        /// Chrome, Edge, Firefox, Opera, Safari or Samsung
        browser: Option<Field>,
    }

    impl ClientErrorRequest {
        /// Missing fields are empty.
        fn read(self) -> Result<ClientErrorReport> {
            let mut errors = FieldErrors::default();
            let mut text = |field| errors.optional(field, |text| Ok(text.to_owned()));
            let [name, message, route, file] = [self.name, self.message, self.route, self.file].map(&mut text);
            let [line, column, version, browser] = [self.line, self.column, self.version, self.browser].map(text);
            errors.all(|| {
                let number = |text: Option<String>| text.and_then(|text| text.parse().ok()).unwrap_or_default();
                Some(ClientErrorReport {
                    name: name?.unwrap_or_default(),
                    message: message?.unwrap_or_default(),
                    route: route?.unwrap_or_default(),
                    file: file?.unwrap_or_default(),
                    line: number(line?),
                    column: number(column?),
                    version: version?.unwrap_or_default(),
                    browser: browser?.unwrap_or_default(),
                })
            })
        }
    }

    /// Report an error in the web app. It is scrubbed again, logged and counted; nothing is stored.
    #[utoipa::path(post, path = "/user/api/client-errors")]
    pub async fn report_client_error(app: App, Body(request): SmallBody<ClientErrorRequest>) -> Result<Done> {
        let ClientErrorReport { name, message, route, file, line, column, version, browser } =
            request.read()?.scrubbed();
        let now = app.clock.now_millis();
        app.rate_limiter.take(&[("all", ALL_REPORTS_LIMIT)], now).await?;
        app.metrics.client_error(now);
        tracing::warn!(
            target: "doccare::client_errors",
            name, error = message, route, file, line, column, version, browser, "an error in a browser"
        );
        Ok(Done { message: String::new() })
    }
}

mod rules {
    /// The longest message that is logged, in characters.
    const MAX_MESSAGE: usize = 300;
    /// The longest file name, route or version.
    const MAX_NAME: usize = 80;
    /// Longer runs of digits are numbers of people or ids.
    const MAX_DIGITS: usize = 3;
    /// A longer word with a digit in it is an id or a token.
    const MAX_WORD: usize = 20;

    const BROWSERS: [&str; 6] = ["Chrome", "Edge", "Firefox", "Opera", "Safari", "Samsung"];

    #[derive(Debug, Default)]
    pub struct ClientErrorReport {
        pub name: String,
        pub message: String,
        pub route: String,
        pub file: String,
        pub line: u32,
        pub column: u32,
        pub version: String,
        pub browser: String,
    }

    impl ClientErrorReport {
        /// Removes personal data, and characters that could forge a line of the log.
        pub fn scrubbed(self) -> Self {
            Self {
                name: Some(word(&self.name)).filter(|name| !name.is_empty()).unwrap_or_else(|| "Error".into()),
                message: scrub_message(&self.message),
                route: self
                    .route
                    .split('/')
                    .map(scrub_segment)
                    .collect::<Vec<_>>()
                    .join("/")
                    .chars()
                    .take(MAX_NAME)
                    .collect(),
                file: word(file_name(&self.file)),
                version: word(&self.version),
                browser: BROWSERS.iter().find(|known| **known == self.browser).map_or("other", |known| known).into(),
                ..self
            }
        }
    }

    /// The last part of an address, without its query and fragment.
    fn file_name(address: &str) -> &str {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        path.rsplit('/').next().unwrap_or_default()
    }

    /// The characters of a name, up to the first of another kind: a query string or a fragment ends it.
    fn word(text: &str) -> String {
        let is_kept = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        text.chars().take_while(is_kept).take(MAX_NAME).collect()
    }

    /// A part of a route's pattern; one that is not, is an id.
    fn scrub_segment(segment: &str) -> String {
        let is_pattern = |letter: char| letter.is_ascii_alphabetic() || matches!(letter, ':' | '-' | '*');
        if segment.len() <= 2 * MAX_WORD && segment.chars().all(is_pattern) { segment.to_owned() } else { ":id".into() }
    }

    /// A message without quotations, addresses, numbers, ids, queries and fragments.
    pub fn scrub_message(text: &str) -> String {
        let words: Vec<String> = without_quotations(text).split_whitespace().map(scrub_word).collect();
        words.join(" ").chars().take(MAX_MESSAGE).collect()
    }

    const QUOTES: [char; 4] = ['"', '`', '“', '”'];

    /// Text between the first and the last double quote may be user input. Letters that are not ASCII belong to names and places.
    fn without_quotations(text: &str) -> String {
        let text = match (text.find(QUOTES), text.rfind(QUOTES)) {
            (Some(first), Some(last)) if first < last => {
                format!("{}\"…\"{}", &text[..first], text[last..].trim_start_matches(QUOTES))
            }
            _ => text.to_owned(),
        };
        text.chars().map(|letter| if letter.is_ascii_graphic() || letter == '…' { letter } else { ' ' }).collect()
    }

    fn scrub_word(word: &str) -> String {
        if word.contains('@') {
            return "<email>".into();
        }
        let word = word.split(['?', '#']).next().unwrap_or_default();
        let parts =
            word.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '_' | '-'));
        parts.map(scrub_part).collect()
    }

    /// Letters, digits, `-` and `_`, and at most one other character at the end.
    fn scrub_part(part: &str) -> String {
        let end = part.len() - part.chars().next_back().filter(|last| !is_inner(*last)).map_or(0, char::len_utf8);
        let (inner, rest) = part.split_at(end);
        let has_digit = inner.contains(|letter: char| letter.is_ascii_digit());
        if has_digit && inner.len() > MAX_WORD {
            return format!("<id>{rest}");
        }
        let (mut kept, mut digits) = (String::new(), String::new());
        for letter in inner.chars().map(Some).chain([None]) {
            match letter {
                Some(digit) if digit.is_ascii_digit() => digits.push(digit),
                letter => {
                    kept.push_str(if digits.len() > MAX_DIGITS { "<number>" } else { &digits });
                    digits.clear();
                    kept.extend(letter);
                }
            }
        }
        kept + rest
    }

    fn is_inner(letter: char) -> bool {
        letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-')
    }

    #[cfg(test)]
    mod tests {
        use proptest::prelude::*;

        use super::*;

        #[test]
        fn personal_data_is_removed_from_messages() {
            for (sent, kept) in [
                (
                    "Cannot read properties of undefined (reading 'map')",
                    "Cannot read properties of undefined (reading 'map')",
                ),
                ("Failed: https://x.org/visit?token=abc#secret now", "Failed: https://x.org/visit now"),
                ("asha@example.org was refused", "<email> was refused"),
                ("no 9876543210 or 98765-43210, but 404", "no <number> or <number>-<number>, but 404"),
                (
                    "Unexpected token 'A', \"Asha Nair, Kollam\" is not valid JSON",
                    "Unexpected token 'A', \"…\" is not valid JSON",
                ),
                (
                    "Unexpected token 'x', \":\"Asha Nair\",\"phone\":x\" is not valid JSON",
                    "Unexpected token 'x', \"…\" is not valid JSON",
                ),
                ("id 0193a2b4-7c11-7000-8000-1234abcd5678: gone", "id <id>: gone"),
                ("രോഗി Asha\nforged line", "Asha forged line"),
            ] {
                assert_eq!(scrub_message(sent), kept, "{sent}");
            }
            assert_eq!(scrub_message(&"a ".repeat(400)).chars().count(), MAX_MESSAGE);
        }

        #[test]
        fn routes_files_and_browsers_are_of_a_closed_shape() {
            let report = ClientErrorReport {
                name: "TypeError: Asha".into(),
                route: "/doctors/0193a2b4-7c11-7000-8000-1234abcd5678/x".into(),
                file: "https://x.org/assets/home-a1b2.js?back=/visit".into(),
                version: "1.2.3+abc".into(),
                browser: "Mozilla/5.0 (Linux; Android 14; SM-A146B)".into(),
                ..ClientErrorReport::default()
            };
            let ClientErrorReport { name, route, file, version, browser, .. } = report.scrubbed();
            assert_eq!([name, route, file], ["TypeError", "/doctors/:id/x", "home-a1b2.js"]);
            assert_eq!([version, browser], ["1.2.3", "other"]);
            let known = ClientErrorReport {
                route: "/doctors/:id".into(),
                browser: "Firefox".into(),
                ..ClientErrorReport::default()
            }
            .scrubbed();
            assert_eq!([known.name, known.route, known.browser], ["Error", "/doctors/:id", "Firefox"]);
        }

        proptest! {
            #[test]
            fn long_numbers_addresses_and_line_breaks_are_removed(text in "\\PC{0,80}[0-9 @#?\n\"a-z-]{0,400}") {
                let kept = scrub_message(&text);
                prop_assert!(!kept.contains(['@', '#', '?', '\n']), "{}", kept);
                let longest = kept.split(|letter: char| !letter.is_ascii_digit()).map(str::len).max();
                prop_assert!(longest.unwrap_or(0) <= MAX_DIGITS, "{}", kept);
            }
        }
    }
}
