//! The provider's settings.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use reqwest::Url;

use super::signature::SharedSecret;
use super::templates::{Template, Templates};
use super::{Channel, MessageKind};
use crate::platform::lang::Lang;
use crate::platform::machine::is_this_machine;
use crate::platform::ssrf_guard::PublicAddressesOnly;

#[derive(Default)]
pub struct MessagingSettings {
    pub url: Option<String>,
    pub secret: Option<String>,
    pub entity: Option<String>,
    pub header: Option<String>,
    pub channels: Option<String>,
    pub templates: Option<PathBuf>,
    pub codes: bool,
    pub codes_per_day: String,
    pub code_price: Option<String>,
    pub loopback: bool,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Provider {
    pub url: Url,
    pub secret: SharedSecret,
    /// The operator's id as a sender (DLT's principal entity).
    pub entity: String,
    /// The sender that the phone shows.
    pub header: String,
    pub channels: Vec<Channel>,
    pub templates: Templates,
    /// The website's host, and its port if it has one, for links.
    pub site: String,
    pub codes: CodeSettings,
    /// For tests: allows a provider on this machine, without TLS.
    pub loopback: bool,
}

impl Provider {
    /// The channel, kind and template by which a message is sent. Without a template for its kind, the kind without a link is used; if its
    /// channel is not offered, as for an account without an address that never chose one, the first offered one.
    pub(super) fn template_for(
        &self,
        channel: Channel,
        kind: MessageKind,
        lang: Lang,
    ) -> (Channel, MessageKind, Option<&Template>) {
        let is_offered = self.channels.contains(&channel);
        let channel = self.channels.first().copied().filter(|_| !is_offered).unwrap_or(channel);
        let find = |kind| self.templates.find(channel, kind, lang).map(|template| (channel, kind, Some(template)));
        let without_link = || kind.without_link().and_then(find);
        find(kind).or_else(without_link).unwrap_or((channel, kind, None))
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Provider")
    }
}

/// Whether codes are sent, how many, and their price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeSettings {
    /// Codes only; other messages are not affected.
    pub enabled: bool,
    /// For all numbers together.
    pub per_day: i64,
    /// Per code, if the operator set it.
    pub price: Option<Price>,
}

/// An amount in ten-thousandths of a rupee: an SMS costs a fraction of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price(i64);

impl Price {
    const PARTS: i64 = 10_000;
    const MAX_RUPEES: i64 = 100;

    /// Rupees with at most four decimals.
    fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 3 || fraction.len() > 4 || !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let (whole, fraction): (i64, i64) = (whole.parse().ok()?, format!("{fraction:0<4}").parse().ok()?);
        let price = whole * Self::PARTS + fraction;
        (price <= Self::MAX_RUPEES * Self::PARTS).then_some(Self(price))
    }

    /// The price of `count` codes in whole paise.
    pub fn paise_of(self, count: i64) -> i64 {
        let paise = Self::PARTS / 100;
        count.saturating_mul(self.0).saturating_add(paise / 2) / paise
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct SettingError(pub &'static str, pub String);

const URL: &str = "DOCCARE_MESSAGES_URL";
const SECRET: &str = "DOCCARE_MESSAGES_SECRET";
const ENTITY: &str = "DOCCARE_MESSAGES_ENTITY";
const HEADER: &str = "DOCCARE_MESSAGES_HEADER";
const CHANNELS: &str = "DOCCARE_MESSAGES_CHANNELS";
const TEMPLATES: &str = "DOCCARE_MESSAGES_TEMPLATES";
const CODES_PER_DAY: &str = "DOCCARE_MESSAGES_CODES_PER_DAY";
const CODE_PRICE: &str = "DOCCARE_MESSAGES_CODE_PRICE";
const MAX_CODES_PER_DAY: i64 = 1_000_000;

impl MessagingSettings {
    /// `None` if nothing is set: then there are no messages to phones. `public_url` is the website's address.
    pub fn check(self, public_url: &str) -> Result<Option<Provider>, SettingError> {
        let Self { url, secret, entity, header, channels, templates, loopback, .. } = self;
        let codes = checked_codes(self.codes, &self.codes_per_day, self.code_price.as_deref())?;
        let Some(url) = url else {
            let others = [
                (SECRET, secret.is_some()),
                (ENTITY, entity.is_some()),
                (HEADER, header.is_some()),
                (CHANNELS, channels.is_some()),
                (TEMPLATES, templates.is_some()),
                (CODE_PRICE, self.code_price.is_some()),
            ];
            return match others.into_iter().find(|(_, is_given)| *is_given) {
                Some((name, _)) => Err(SettingError(URL, format!("expected beside {name}"))),
                None => Ok(None),
            };
        };
        let beside = |name| move || SettingError(name, format!("expected beside {URL}"));
        let secret = secret.ok_or_else(beside(SECRET))?;
        let secret = SharedSecret::parse(secret).map_err(|expected| SettingError(SECRET, expected))?;
        let channels = checked_channels(channels.as_deref().unwrap_or("sms"))?;
        let host = Url::parse(public_url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        Ok(Some(Provider {
            url: checked_url(&url, loopback)?,
            secret,
            entity: checked_id(ENTITY, &entity.ok_or_else(beside(ENTITY))?, 5..=30, "1101234567890123456")?,
            header: checked_id(HEADER, &header.ok_or_else(beside(HEADER))?, 3..=11, "DOCCAR")?,
            templates: checked_templates(&templates.ok_or_else(beside(TEMPLATES))?, &channels, &host)?,
            site: public_url.split_once("://").map_or(public_url, |(_, site)| site).trim_end_matches('/').to_owned(),
            channels,
            codes,
            loopback,
        }))
    }
}

/// By TLS, to a public host. A host name is checked again at each lookup.
fn checked_url(text: &str, loopback: bool) -> Result<Url, SettingError> {
    let wrong = |why: &str| SettingError(URL, why.to_owned());
    let expected = "expected an address such as https://sms.example.org/send";
    let url = Url::parse(text).map_err(|_| wrong(expected))?;
    let host = url.host_str().ok_or_else(|| wrong(expected))?;
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(wrong("expected without a name, a password or a #: requests are signed"));
    }
    let address: Option<IpAddr> = host.trim_start_matches('[').trim_end_matches(']').parse().ok();
    let outside = PublicAddressesOnly { allow_loopback: loopback };
    if address.is_some_and(|address| !outside.allows(address)) || is_this_machine(host) && !loopback {
        return Err(wrong("it leads into the own network; a provider is on the internet"));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if loopback && is_this_machine(host) => Ok(url),
        _ => Err(wrong("expected https://")),
    }
}

fn checked_channels(text: &str) -> Result<Vec<Channel>, SettingError> {
    let mut channels = Vec::new();
    for part in text.split(',').map(str::trim) {
        let channel = Channel::parse(part)
            .ok_or_else(|| SettingError(CHANNELS, format!("{part:?} is neither sms nor whatsapp")))?;
        if !channels.contains(&channel) {
            channels.push(channel);
        }
    }
    Ok(channels)
}

fn checked_codes(enabled: bool, per_day: &str, price: Option<&str>) -> Result<CodeSettings, SettingError> {
    let wrong = |name, text: &str, expected: &str| SettingError(name, format!("{text:?} is not {expected}"));
    let count = per_day.parse::<i64>().ok().filter(|count| (1..=MAX_CODES_PER_DAY).contains(count));
    let count = count.ok_or_else(|| wrong(CODES_PER_DAY, per_day, "a number from 1 to 1000000"))?;
    let price = price.map(|text| Price::parse(text).ok_or_else(|| wrong(CODE_PRICE, text, "an amount such as 0.18")));
    Ok(CodeSettings { enabled, per_day: count, price: price.transpose()? })
}

fn checked_id(
    name: &'static str,
    text: &str,
    length: std::ops::RangeInclusive<usize>,
    example: &str,
) -> Result<String, SettingError> {
    let is_good = length.contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let wrong = || SettingError(name, format!("{text:?} is not an id such as {example}"));
    if is_good { Ok(text.to_owned()) } else { Err(wrong()) }
}

fn checked_templates(path: &Path, channels: &[Channel], host: &str) -> Result<Templates, SettingError> {
    let wrong = |why: String| SettingError(TEMPLATES, format!("{}: {why}", path.display()));
    let json = std::fs::read_to_string(path).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    Templates::parse(&json, channels, host).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_provider_is_reached_by_tls_and_outside_the_own_network() {
        for (text, strictly, loosely) in [
            ("https://sms.example.org/send", true, true),
            ("https://sms.example.org:8443/send?account=1", true, true),
            ("https://8.8.8.8/", true, true),
            ("http://sms.example.org/send", false, false),
            ("https://user:pass@sms.example.org/", false, false),
            ("https://sms.example.org/#x", false, false),
            ("https://localhost/", false, true),
            ("http://localhost:8080/", false, true),
            ("http://127.0.0.1:8080/", false, true),
            ("http://[::1]:8080/", false, true),
            ("https://[::ffff:127.0.0.1]/", false, true),
            ("https://2130706433/", false, true),
            ("https://0x7f.1/", false, true),
            ("https://10.0.0.1/", false, false),
            ("https://169.254.169.254/latest/meta-data", false, false),
            ("https://[fd00:ec2::254]/", false, false),
            ("https://[fe80::1]/", false, false),
            ("ftp://sms.example.org/", false, false),
            ("file:///etc/passwd", false, false),
            ("sms.example.org", false, false),
            ("", false, false),
        ] {
            assert_eq!(checked_url(text, false).is_ok(), strictly, "{text}");
            assert_eq!(checked_url(text, true).is_ok(), loosely, "{text} with loopback");
        }
    }

    #[test]
    fn a_price_has_up_to_four_decimals_and_is_displayed_in_whole_paise() {
        for (text, thousand) in [("0.18", 18_000), ("1", 100_000), ("0.1255", 12_550), ("100", 10_000_000), ("0", 0)] {
            assert_eq!(Price::parse(text).map(|price| price.paise_of(1000)), Some(thousand), "{text}");
        }
        assert_eq!(Price::parse("0.1255").map(|price| price.paise_of(3)), Some(38), "37.65 paise");
        for text in ["", ".5", "-1", "1,5", "0.12345", "100.01", "1e2", "1000"] {
            assert_eq!(Price::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_wrong_setting_is_named() {
        let whole = || MessagingSettings {
            codes: true,
            codes_per_day: "1000".into(),
            code_price: Some("0.18".into()),
            url: Some("https://sms.example.org/send".into()),
            secret: Some("s".repeat(32)),
            entity: Some("1101234567890123456".into()),
            header: Some("DOCCAR".into()),
            channels: None,
            templates: Some("/nowhere/templates.json".into()),
            loopback: false,
        };
        assert_eq!(
            MessagingSettings { codes_per_day: "1000".into(), ..MessagingSettings::default() }
                .check("https://doccare.example"),
            Ok(None)
        );
        let name = |given: MessagingSettings| given.check("https://doccare.example").unwrap_err().0;
        assert_eq!(name(MessagingSettings { url: None, ..whole() }), URL);
        for count in ["0", "-1", "1000001", "some"] {
            assert_eq!(name(MessagingSettings { codes_per_day: count.into(), ..whole() }), CODES_PER_DAY);
        }
        assert_eq!(name(MessagingSettings { code_price: Some("cheap".into()), ..whole() }), CODE_PRICE);
        assert_eq!(name(MessagingSettings { secret: None, ..whole() }), SECRET);
        assert_eq!(name(MessagingSettings { secret: Some("short".into()), ..whole() }), SECRET);
        assert_eq!(name(MessagingSettings { entity: None, ..whole() }), ENTITY);
        assert_eq!(name(MessagingSettings { entity: Some("1 2".into()), ..whole() }), ENTITY);
        assert_eq!(name(MessagingSettings { header: Some("a header that is long".into()), ..whole() }), HEADER);
        assert_eq!(name(MessagingSettings { channels: Some("sms,fax".into()), ..whole() }), CHANNELS);
        assert_eq!(name(MessagingSettings { templates: None, ..whole() }), TEMPLATES);
        assert_eq!(name(whole()), TEMPLATES);
    }
}
