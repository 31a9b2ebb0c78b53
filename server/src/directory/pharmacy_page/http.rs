//! `/medicines`: the web app's page with the first pharmacies in it, for the filters in its address.

use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::rules::card;
use crate::app::App;
use crate::directory::facilities::http::PlaceView;
use crate::directory::facilities::{Category, list_listed};
use crate::platform::http::page_filters::{Filters, next_page};
use crate::platform::http::{Paging, Result};
use crate::platform::lang::Lang;
use crate::platform::static_site::template::Data;
use crate::platform::static_site::{FilledPage, list_answers};
use crate::reference::http::district_names;

const CALL: &str = "/user/api/pharmacies";
/// As many as the app asks for first.
const FIRST_PAGE: i64 = 6;

pub async fn page(State(app): State<App>, OriginalUri(uri): OriginalUri, lang: Lang, headers: HeaderMap) -> Response {
    // Under too much load, or if this fails, the page is sent as it was built, without data, and the app makes the call.
    let is_overloaded = app.load_shedder.should_reject();
    let filled = if is_overloaded { None } else { filled(&app, &uri, lang).await.ok() };
    let response = filled.and_then(|page| app.static_site.filled(&page, lang, &headers));
    response.unwrap_or_else(|| app.static_site.serve(uri.path(), lang, &headers))
}

async fn filled(app: &App, uri: &Uri, lang: Lang) -> Result<FilledPage> {
    let filters = Filters::of(uri);
    let asked = ["district", "q", "cursor"].map(|name| (name.to_owned(), filters.text(name).to_owned()));
    let asked: Vec<_> = asked.into_iter().filter(|(_, text)| !text.is_empty()).collect();
    let paging = Paging::of_call(CALL, &asked, FIRST_PAGE)?;
    let [district, name] = ["district", "q"].map(|name| filters.text(name));
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let found = list_listed(app, Category::Pharmacy, text(district), text(name), paging.part()).await?;

    let none = match (name, district) {
        ("", "") => "any",
        ("", _) => "district",
        _ => "match",
    };
    let data = Data::default()
        .word("district", district)
        .word("q", name)
        .count("total", found.total, &[1])
        .list("pharmacies", found.data.iter().map(|pharmacy| card(pharmacy, lang)))
        .one_of("none", none)
        .one_of("noneText", if none == "match" { "match" } else { "other" })
        .optional("next", found.next.as_deref().map(|cursor| next_page(uri, cursor)));
    let districts = district_names(found.data.iter().map(|pharmacy| pharmacy.district.as_str()), lang);
    Ok(FilledPage {
        template: if found.data.is_empty() { "/_medicines-none" } else { "/_medicines" },
        data,
        head: None,
        answers: list_answers(uri, &districts, &found.map(PlaceView::from)),
    })
}
