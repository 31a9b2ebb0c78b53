//! Templates: built pages with marks, and the data that replaces the marks. The web build renders them from the app's own components
//! (`web/src/lib/template.ts`), so that hydration finds the markup that it would render.
//!
//! A word is `<E000>name<E000>`. A part is `<E001>name<E001>…<E002>`: it is repeated for each item of the list with that name, and left
//! out if there is none. A part whose name is `choice=value` is there once, if the innermost data with that choice has that value.

/// These are private-use characters. In data they are nothing but text: what is filled in is not read again.
const WORD: char = '\u{e000}';
const PART: char = '\u{e001}';
const PART_END: char = '\u{e002}';

/// What a template or a part of one is filled with.
#[derive(Debug, Default)]
pub struct Data {
    words: Vec<(&'static str, String)>,
    parts: Vec<(&'static str, Vec<Data>)>,
    choices: Vec<(String, String)>,
}

impl Data {
    #[must_use]
    pub fn word(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.words.push((name, text.into()));
        self
    }

    #[must_use]
    pub fn list(mut self, name: &'static str, items: impl IntoIterator<Item = Self>) -> Self {
        self.parts.push((name, items.into_iter().collect()));
        self
    }

    /// A part with one word of the same name, if there is a text.
    #[must_use]
    pub fn optional(self, name: &'static str, text: Option<impl Into<String>>) -> Self {
        self.list(name, text.map(|text| Self::default().word(name, text)))
    }

    /// A part that is there or not.
    #[must_use]
    pub fn flag(self, name: &'static str, is_there: bool) -> Self {
        self.list(name, is_there.then(Self::default))
    }

    /// Chooses one of several texts: `oneOf` in the app.
    #[must_use]
    pub fn one_of(mut self, name: &str, value: &str) -> Self {
        self.choices.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The choice of a filter in a form. The values in the template are those of its markup.
    #[must_use]
    pub fn chosen(self, name: &str, value: &str) -> Self {
        self.one_of(name, &escaped(value))
    }

    /// A count, and the choice between its texts: `counted` in the app, which names the counts that have one of their own.
    #[must_use]
    pub fn count(self, name: &'static str, count: i64, named: &[i64]) -> Self {
        let text = count.to_string();
        let chosen = self.one_of(name, if named.contains(&count) { &text } else { "n" });
        chosen.word(name, text)
    }
}

/// Items with commas between them: all but the first have the part `more`, which is the comma.
pub fn separated(items: impl Iterator<Item = Data>) -> impl Iterator<Item = Data> {
    items.enumerate().map(|(place, item)| item.flag("more", place > 0))
}

pub fn fill(template: &str, data: &Data) -> String {
    let mut out = String::with_capacity(template.len() * 2);
    fill_part(template, &mut vec![data], &mut out);
    out
}

/// Fills up to the end of the part, and returns the template after it. The innermost data that knows a name has precedence.
fn fill_part<'t>(template: &'t str, scopes: &mut Vec<&Data>, out: &mut String) -> &'t str {
    let mut rest = template;
    while let Some((before, mark, after)) = next_mark(rest) {
        out.push_str(before);
        rest = after;
        if mark == PART_END {
            return rest;
        }
        let Some((name, after)) = rest.split_once(mark) else { return "" };
        if mark == WORD {
            let found = scopes.iter().rev().find_map(|data| data.words.iter().find(|(known, _)| *known == name));
            out.push_str(&escaped(found.map_or("", |(_, text)| text)));
            rest = after;
            continue;
        }
        if let Some((choice, value)) = name.split_once('=') {
            let chosen = scopes.iter().rev().find_map(|data| data.choices.iter().find(|(known, _)| known == choice));
            if chosen.is_some_and(|(_, chosen)| chosen == value) {
                fill_part(after, scopes, out);
            }
            rest = behind_part(after);
            continue;
        }
        let found = scopes.iter().rev().find_map(|data| data.parts.iter().find(|(known, _)| *known == name));
        for item in found.map_or([].as_slice(), |(_, items)| items) {
            scopes.push(item);
            fill_part(after, scopes, out);
            scopes.pop();
        }
        rest = behind_part(after);
    }
    out.push_str(rest);
    ""
}

fn next_mark(text: &str) -> Option<(&str, char, &str)> {
    let place = text.find([WORD, PART, PART_END])?;
    let (before, after) = text.split_at(place);
    let mark = after.chars().next()?;
    Some((before, mark, &after[mark.len_utf8()..]))
}

fn behind_part(mut rest: &str) -> &str {
    let mut depth = 1;
    while let Some((_, mark, after)) = next_mark(rest) {
        rest = after;
        match mark {
            PART_END => depth -= 1,
            PART => {
                depth += 1;
                rest = rest.split_once(PART).map_or("", |(_, after)| after);
            }
            _ => {}
        }
        if depth == 0 {
            return rest;
        }
    }
    ""
}

/// As React escapes it.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Marks as they are easier to read: `{word}`, `[part]…;`.
    fn filled(template: &str, data: &Data) -> String {
        let marks: String = template
            .chars()
            .map(|letter| match letter {
                '{' | '}' => WORD,
                '[' | ']' => PART,
                ';' => PART_END,
                _ => letter,
            })
            .collect();
        fill(&marks, data)
    }

    #[test]
    fn words_take_the_places_of_their_marks_and_nothing_in_them_is_markup_or_a_mark() {
        let data = Data::default().word("name", "<b>\"A\" & \u{e000}fee\u{e000}'s").word("fee", "500");
        let filled = filled("<h1>Dr. {name}</h1><p>₹{fee}, {fee}{other}</p>", &data);
        assert_eq!(filled, "<h1>Dr. &lt;b&gt;&quot;A&quot; &amp; \u{e000}fee\u{e000}&#x27;s</h1><p>₹500, 500</p>");
    }

    #[test]
    fn parts_are_repeated_for_each_item_and_left_out_without_any() {
        let person = |name: &str, times: &[&str]| {
            let times = times.iter().map(|time| Data::default().word("time", *time));
            Data::default().word("name", name).list("times", times)
        };
        let data = Data::default()
            .word("place", "Kochi")
            .word("name", "nobody")
            .list("people", [person("Asha", &["9:15", "9:30"]), person("Binu", &[])]);
        let filled =
            filled("<ul>[people]<li>{name}[times], {time};</li>;</ul>[none]<b>[inner]x;</b>;{place} {name}", &data);
        assert_eq!(filled, "<ul><li>Asha, 9:15, 9:30</li><li>Binu</li></ul>Kochi nobody");
    }

    #[test]
    fn one_of_several_texts_is_chosen() {
        let template = "[years=0]none;[years=1]one year;[years=n]{years} years;";
        for (years, text) in [(0, "none"), (1, "one year"), (2, "2 years"), (30, "30 years")] {
            assert_eq!(filled(template, &Data::default().count("years", years, &[0, 1])), text);
        }
        // The choice of an item is the only one in it.
        let nested = Data::default().one_of("fee", "range").list("places", [Data::default().one_of("fee", "one")]);
        assert_eq!(filled("[fee=one]1;[fee=range]2;[places][fee=one]1;[fee=range]2;;", &nested), "21");
        let chosen = Data::default().chosen("value", "Stomach & digestion");
        assert_eq!(filled("[value=ENT]no;[value=Stomach &amp. digestion]yes;", &chosen), "");
        assert_eq!(fill("\u{e001}value=Stomach &amp; digestion\u{e001}yes\u{e002}", &chosen), "yes");
    }

    proptest! {
        #[test]
        fn filling_ends_whatever_the_template_is(template in "[a\u{e000}\u{e001}\u{e002}]{0,40}", text: String) {
            let data = Data::default().word("a", text.clone()).list("a", [Data::default(), Data::default().word("aa", text)]);
            fill(&template, &data);
        }
    }
}
