//! Message templates registered with the operators (DLT), and the rules for their variables. Pure.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Channel, MessageKind};
use crate::platform::lang::Lang;

const VARIABLE: &str = "{#var#}";
/// The website's host name in our file; the registered text contains the name.
const HOST: &str = "{#host#}";
/// The operators' limit for a variable.
pub(super) const MAX_VARIABLE_LENGTH: usize = 30;
/// A name is cut at a word only if this much is left.
const MIN_PREFIX_LENGTH: usize = 8;
/// Characters of a single SMS, and of each part of a longer one; for GSM 03.38 and for UCS-2.
const PLAIN: (usize, usize) = (160, 153);
const UNICODE: (usize, usize) = (70, 67);

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The operators' id.
    pub id: String,
    /// As it is registered, with `{#var#}` for each variable.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Templates {
    registered: BTreeMap<(Channel, MessageKind, &'static str), Template>,
    missing: Vec<String>,
}

type TemplateFile = BTreeMap<Channel, BTreeMap<MessageKind, BTreeMap<String, Template>>>;

impl Templates {
    /// Parses the JSON file `{"sms": {"code": {"en": {"id": "…", "text": "…"}, "ml": …}, …}}`; the error names what is missing or wrong. `host` is
    /// the website's host name ([`check_code_line`]).
    pub fn parse(json: &str, channels: &[Channel], host: &str) -> Result<Self, String> {
        let mut written: TemplateFile =
            serde_json::from_str(json).map_err(|error| format!("it cannot be read: {error}"))?;
        let (mut registered, mut missing) = (BTreeMap::new(), Vec::new());
        for channel in channels {
            for kind in MessageKind::all() {
                for lang in Lang::ALL {
                    let place = format!("{}.{}.{}", channel.as_str(), kind.as_str(), lang.code());
                    let template = written.get_mut(channel).and_then(|kinds| kinds.get_mut(&kind)?.remove(lang.code()));
                    let mut template = match template {
                        None if !kind.is_required() => {
                            missing.extend(kind.is_optional().then_some(place));
                            continue;
                        }
                        found => found.ok_or_else(|| format!("{place} is missing"))?,
                    };
                    let takes_code_line = (*channel, kind) == (Channel::Sms, MessageKind::Code);
                    if takes_code_line {
                        template.text = template.text.replace(HOST, host);
                    }
                    check(&template, kind, takes_code_line.then_some(host)).map_err(|why| format!("{place}: {why}"))?;
                    registered.insert((*channel, kind, lang.code()), template);
                }
            }
        }
        Ok(Self { registered, missing })
    }

    /// The optional templates that the file does not have, such as `sms.token.ml`: these messages are not sent.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    pub fn find(&self, channel: Channel, kind: MessageKind, lang: Lang) -> Option<&Template> {
        self.registered.get(&(channel, kind, lang.code()))
    }
}

fn check(template: &Template, kind: MessageKind, host: Option<&str>) -> Result<(), String> {
    let is_id = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if template.id.is_empty() || template.id.len() > 100 || !template.id.chars().all(is_id) {
        return Err("the id is no id".into());
    }
    let has_code_line = host.map_or(Ok(false), |host| check_code_line(&template.text, host))?;
    let expected = kind.variables() + usize::from(has_code_line);
    let found = template.text.matches(VARIABLE).count();
    if found != expected {
        return Err(format!("the text has {found} times {VARIABLE}, and needs it {expected} times"));
    }
    Ok(())
}

/// Whether an SMS with a code ends with a line for browsers, `@doccare.example #123456` (WICG's origin-bound one-time codes), which they fill in
/// on that website only. An error if the line has another form or names another website.
fn check_code_line(text: &str, host: &str) -> Result<bool, String> {
    let Some(line) = text.lines().last().and_then(|line| line.strip_prefix('@')) else { return Ok(false) };
    let name = line.strip_suffix(VARIABLE).and_then(|line| line.strip_suffix(" #"));
    let name = name.ok_or_else(|| format!("the last line is not @{host} #{VARIABLE}"))?;
    let is_own = host == name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    if is_own { Ok(true) } else { Err(format!("the last line is for {name}, and this website is {host}")) }
}

impl Template {
    /// The values of the variables in order; the code is repeated if the text has a line for browsers.
    pub fn variables(&self, mut given: Vec<String>) -> Vec<String> {
        if let Some(last) = given.last().cloned() {
            let count = self.text.matches(VARIABLE).count().max(given.len());
            given.resize(count, last);
        }
        given
    }

    pub fn fill(&self, variables: &[String]) -> String {
        let mut parts = self.text.split(VARIABLE);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (part, variable) in parts.zip(variables.iter().map(String::as_str).chain(std::iter::repeat(""))) {
            text.push_str(variable);
            text.push_str(part);
        }
        text
    }
}

pub fn segments(text: &str) -> usize {
    let plain: Option<usize> = text.chars().map(plain_length).sum();
    let (length, (alone, each)) = match plain {
        Some(length) => (length, PLAIN),
        None => (text.encode_utf16().count(), UNICODE),
    };
    if length <= alone { 1 } else { length.div_ceil(each) }
}

/// The length of a character in GSM 03.38, if it has it.
fn plain_length(c: char) -> Option<usize> {
    match c {
        '^' | '{' | '}' | '\\' | '[' | '~' | ']' | '|' | '€' => Some(2),
        '`' => None,
        '\n' | '\r' | ' '..='~' => Some(1),
        _ if "£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà".contains(c) => Some(1),
        _ => None,
    }
}

/// A variable within the operators' limit: one line of at most 30 characters, cut at a word, never inside a grapheme.
pub fn fit(text: &str) -> String {
    let line = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let line = line.collect::<Vec<_>>().join(" ");
    if line.encode_utf16().count() <= MAX_VARIABLE_LENGTH {
        return line;
    }
    let (mut end, mut length) = (0, 0);
    for (at, c) in line.char_indices() {
        if length + c.len_utf16() > MAX_VARIABLE_LENGTH {
            end = at;
            break;
        }
        length += c.len_utf16();
    }
    let begun = &line[..end];
    if line[end..].starts_with(' ') {
        return begun.to_owned();
    }
    let cut = begun.rfind(' ').filter(|at| *at >= MIN_PREFIX_LENGTH).unwrap_or_else(|| {
        // For a single long word: vowel signs and conjuncts are not split.
        let is_sign = |c: char| matches!(c, '\u{d00}'..='\u{d03}' | '\u{d3b}'..='\u{d4d}' | '\u{d57}' | '\u{d62}' | '\u{d63}' | '\u{200c}' | '\u{200d}');
        let mut cut = begun.len();
        while cut > 0
            && (line[cut..].starts_with(is_sign) || line[..cut].ends_with(['\u{d4d}', '\u{200c}', '\u{200d}']))
        {
            cut = line[..cut].char_indices().next_back().map_or(0, |(at, _)| at);
        }
        cut
    });
    begun[..cut].to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A file with everything in it.
    pub fn whole() -> serde_json::Value {
        let mut channels = serde_json::Map::new();
        for channel in Channel::ALL {
            let mut kinds = serde_json::Map::new();
            for kind in MessageKind::all() {
                let text = vec![VARIABLE; kind.variables()].join(" ");
                let template = serde_json::json!({"id": "1107160000000000001", "text": text});
                kinds.insert(kind.as_str().into(), serde_json::json!({"en": template, "ml": template}));
            }
            channels.insert(channel.as_str().into(), kinds.into());
        }
        channels.into()
    }

    #[test]
    fn missing_and_wrong_templates_are_named() {
        assert!(Templates::parse(&whole().to_string(), &Channel::ALL, "doccare.example").is_ok());
        let wrong = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut file = whole();
            change(&mut file);
            Templates::parse(&file.to_string(), &Channel::ALL, "doccare.example").unwrap_err()
        };
        assert_eq!(wrong(&|file| file["sms"]["soon"] = serde_json::json!({})), "sms.soon.en is missing");
        assert_eq!(
            wrong(&|file| file["whatsapp"]["moved"]["ml"]["text"] = "moved".into()),
            "whatsapp.moved.ml: the text has 0 times {#var#}, and needs it 3 times"
        );
        assert_eq!(wrong(&|file| file["sms"]["offer"] = serde_json::json!({})), "sms.offer.en is missing");
        let mut of_today = whole();
        of_today["sms"].as_object_mut().unwrap().remove("requested");
        assert!(
            Templates::parse(&of_today.to_string(), &Channel::ALL, "doccare.example").is_ok(),
            "nobody makes it any more"
        );
        assert_eq!(
            wrong(&|file| file["sms"]["token"]["ml"]["text"] = "token".into()),
            "sms.token.ml: the text has 0 times {#var#}, and needs it 4 times"
        );
        assert!(wrong(&|file| file["sms"]["code"]["en"]["id"] = "".into()).starts_with("sms.code.en: the id"));
        assert!(wrong(&|file| file["telegram"] = serde_json::json!({})).starts_with("it cannot be read"));
        let mut sms_alone = whole();
        sms_alone.as_object_mut().unwrap().remove("whatsapp");
        assert!(Templates::parse(&sms_alone.to_string(), &[Channel::Sms], "doccare.example").is_ok());
    }

    #[test]
    fn a_file_without_optional_templates_is_taken_and_each_that_is_missing_is_named() {
        let mut file = whole();
        let kinds = file["sms"].as_object_mut().unwrap();
        for kind in MessageKind::all().filter(|kind| !kind.is_required()) {
            kinds.remove(kind.as_str());
        }
        let templates = Templates::parse(&file.to_string(), &[Channel::Sms], "doccare.example").unwrap();
        let missing: Vec<String> = MessageKind::all()
            .filter(|kind| kind.is_optional())
            .flat_map(|kind| ["en", "ml"].map(|lang| format!("sms.{}.{lang}", kind.as_str())))
            .collect();
        assert!(missing.len() > 2);
        assert_eq!(templates.missing(), missing);
        assert_eq!(
            Templates::parse(&whole().to_string(), &Channel::ALL, "doccare.example").unwrap().missing(),
            [""; 0]
        );
    }

    #[test]
    fn a_code_may_end_with_a_line_for_the_browser_of_this_website_only() {
        let parse = |channel: &str, text: &str| {
            let mut file = whole();
            file[channel]["code"]["en"]["text"] = text.into();
            let templates = Templates::parse(&file.to_string(), &Channel::ALL, "www.doccare.example")?;
            let channel = Channel::parse(channel).unwrap();
            let template = templates.find(channel, MessageKind::Code, Lang::En).unwrap().clone();
            let variables = template.variables(vec!["123456".into()]);
            Ok::<_, String>((template.fill(&variables), variables.len()))
        };
        let code = "{#var#} is your code.";
        for (line, shown, variables) in [
            ("", "", 1),
            ("\n@{#host#} #{#var#}", "\n@www.doccare.example #123456", 2),
            ("\n@www.doccare.example #{#var#}", "\n@www.doccare.example #123456", 2),
            ("\n@doccare.example #{#var#}", "\n@doccare.example #123456", 2),
        ] {
            let expected = (format!("123456 is your code.{shown}"), variables);
            assert_eq!(parse("sms", &format!("{code}{line}")), Ok(expected));
        }
        for (channel, line, why) in [
            (
                "sms",
                "\n@other.example #{#var#}",
                "the last line is for other.example, and this website is www.doccare.example",
            ),
            (
                "sms",
                "\n@care.example #{#var#}",
                "the last line is for care.example, and this website is www.doccare.example",
            ),
            ("sms", "\n@{#host#} {#var#}", "the last line is not @www.doccare.example #{#var#}"),
            ("sms", "\n@{#host#} #{#var#}.", "the last line is not @www.doccare.example #{#var#}"),
            ("sms", " @{#host#} #{#var#}", "the text has 2 times {#var#}, and needs it 1 times"),
            ("whatsapp", "\n@{#host#} #{#var#}", "the text has 2 times {#var#}, and needs it 1 times"),
        ] {
            let refused = parse(channel, &format!("{code}{line}")).unwrap_err();
            assert_eq!(refused, format!("{channel}.code.en: {why}"));
        }
    }

    #[test]
    fn the_example_sends_a_code_in_one_sms_in_both_languages() {
        let example = include_str!("../../../../docs/message-templates.example.json");
        let templates = Templates::parse(example, &Channel::ALL, "www.doccare.example").unwrap();
        for lang in Lang::ALL {
            let template = templates.find(Channel::Sms, MessageKind::Code, lang).unwrap();
            let text = template.fill(&template.variables(vec!["123456".into()]));
            assert!(text.ends_with("\n@www.doccare.example #123456"), "{text}");
            assert_eq!(segments(&text), 1, "{text}");
        }
    }

    #[test]
    fn a_text_is_filled_in_order() {
        let template = Template { id: "1".into(), text: "Visit to {#var#} on {#var#} at {#var#}.".into() };
        let variables = ["Dr. Ravi", "Nov 16, 2026", "10:00 AM"].map(String::from);
        assert_eq!(template.fill(&variables), "Visit to Dr. Ravi on Nov 16, 2026 at 10:00 AM.");
        // A person's name must not be read as a variable.
        assert_eq!(template.fill(&["{#var#}".into(), "a".into(), "b".into()]), "Visit to {#var#} on a at b.");
    }

    #[test]
    fn malayalam_has_70_characters_in_a_part_and_english_160() {
        for (text, parts) in [
            ("a".repeat(160), 1),
            ("a".repeat(161), 2),
            ("a".repeat(306), 2),
            ("a".repeat(307), 3),
            ("[".repeat(80), 1),
            ("[".repeat(81), 2),
            ("അ".repeat(70), 1),
            ("അ".repeat(71), 2),
            ("അ".repeat(134), 2),
            ("അ".repeat(135), 3),
            (format!("{}’", "a".repeat(70)), 2),
        ] {
            assert_eq!(segments(&text), parts, "{text}");
        }
    }

    #[test]
    fn a_variable_ends_at_a_word_or_at_least_at_a_letter() {
        for (long, short) in [
            ("Dr. Asha Nair", "Dr. Asha Nair"),
            ("Dr. Venkitasubramanian Krishnan Nampoothirippad", "Dr. Venkitasubramanian"),
            ("Dr. A\r\nB", "Dr. A B"),
            ("Dr. Venkitasubramaniankrishnannampoothirippad", "Dr. Venkitasubramaniankrishnan"),
            ("123456789012345678901234567890 and more", "123456789012345678901234567890"),
        ] {
            assert_eq!(fit(long), short);
        }
        let word = "ക്ഷ".repeat(20);
        assert_eq!(fit(&word), "ക്ഷ".repeat(10));
    }

    proptest! {
        #[test]
        fn no_variable_is_longer_than_30(text in any::<String>()) {
            let fitted = fit(&text);
            prop_assert!(fitted.encode_utf16().count() <= MAX_VARIABLE_LENGTH);
            prop_assert!(!fitted.contains(|c: char| c.is_control()));
        }
    }
}
