//! `/viewdoctors`: the web app's page with the first doctors in it, for the filters in its address.

use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use jiff::civil::Date;

use super::rules::{CardContext, card};
use crate::app::App;
use crate::platform::http::fields::Fields;
use crate::platform::http::page_filters::{Filters, next_page};
use crate::platform::http::{Paging, Result};
use crate::platform::lang::Lang;
use crate::platform::static_site::template::Data;
use crate::platform::static_site::{FilledPage, list_answers};
use crate::reference::http::district_names;
use crate::reference::specialities;
use crate::scheduling::availability::FindQuery;
use crate::scheduling::availability::find_doctors as find;
use crate::scheduling::availability::http::FoundDoctor;

const CALL: &str = "/user/api/finddoctors";
/// As many as the app asks for first.
const FIRST_PAGE: i64 = 6;
/// From here on the heading is "25+".
const MANY: i64 = 25;

pub async fn page(State(app): State<App>, OriginalUri(uri): OriginalUri, lang: Lang, headers: HeaderMap) -> Response {
    // Under too much load, or if this fails, the page is sent as it was built, without data, and the app makes the call.
    let is_overloaded = app.load_shedder.should_reject();
    let filled = if is_overloaded { None } else { filled(&app, &uri, lang).await.ok().flatten() };
    let response = filled.and_then(|page| app.static_site.filled(&page, lang, &headers));
    response.unwrap_or_else(|| app.static_site.serve(uri.path(), lang, &headers))
}

/// `None` for filters that only the app can show.
async fn filled(app: &App, uri: &Uri, lang: Lang) -> Result<Option<FilledPage>> {
    let filters = Filters::of(uri);
    let today = app.clock.india().date();
    let Some(asked) = asked(&filters, today) else { return Ok(None) };
    let query: FindQuery = Fields::of_texts(asked.iter().cloned().collect()).read()?;
    let paging = Paging::of_call(CALL, &asked, FIRST_PAGE)?;
    let found = find(app, &query.parse()?, paging.part()).await?;

    let context = CardContext {
        lang,
        is_at_time: !filters.text("when").is_empty() || !filters.text("from").is_empty(),
        is_by_phone: filters.text("mode") == "phone",
    };
    let heading = if found.total >= MANY { "25" } else { "less" };
    let data = Data::default()
        .word("district", filters.text("district"))
        .word("q", filters.text("q"))
        .one_of("search", if context.is_at_time { "time" } else { "any" })
        .one_of("shown", heading)
        .count("total", found.total, &[1])
        .list("doctors", found.data.iter().map(|found| card(found, &context)))
        .optional("next", found.next.as_deref().map(|cursor| next_page(uri, cursor)));
    let data = SELECTS.iter().chain(&CHECKBOXES).fold(data, |data, name| data.chosen(name, filters.text(name)));
    let districts = found.data.iter().map(|found| found.doctor.district.as_str());
    Ok(Some(FilledPage {
        template: if found.data.is_empty() { "/_viewdoctors-none" } else { "/_viewdoctors" },
        data,
        head: None,
        answers: list_answers(uri, &district_names(districts, lang), &found.map(FoundDoctor::from)),
    }))
}

const SELECTS: [&str; 3] = ["value", "maxFee", "gender"];
const CHECKBOXES: [&str; 3] = ["when", "from", "mode"];

/// The call that the app would make, by the filters of the page's address (`web/src/features/directory/filters.ts`).
fn asked(filters: &Filters, today: Date) -> Option<Vec<(String, String)>> {
    let is_listed = |name, listed: &[&str]| {
        let text = filters.text(name);
        text.is_empty() || listed.contains(&text)
    };
    let titles: Vec<&str> = specialities::all().iter().map(|known| known.title.as_str()).collect();
    let listed = is_listed("value", &titles)
        && is_listed("gender", &["Female", "Male"])
        && is_listed("maxFee", &["200", "300", "500", "1000"])
        && is_listed("when", &["today", "tomorrow"])
        && is_listed("from", &["16:00"])
        && is_listed("mode", &["phone"]);
    let day = match filters.text("when") {
        "today" => today.to_string(),
        "tomorrow" => today.tomorrow().ok()?.to_string(),
        _ => String::new(),
    };
    let own = ["district", "q", "gender", "maxFee", "from", "mode", "cursor"].map(|name| (name, filters.text(name)));
    let renamed = [("specialization", filters.text("value")), ("day", day.as_str()), ("sort", "earliest")];
    let all = own.into_iter().chain(renamed).filter(|(_, text)| !text.is_empty());
    listed.then(|| all.map(|(name, text)| (name.to_owned(), text.to_owned())).collect())
}
