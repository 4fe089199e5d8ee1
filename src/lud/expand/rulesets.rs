//! Rulesets: named sets of options.

use super::Failure;
use crate::lud::error::Fault;
use crate::lud::text::brackets::matching;
use crate::lud::text::traced::Traced;

/// A named set of options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// Its name, such as `Ruleset/Standard (Suggested)`.
    pub name: String,
    /// Its options, each as `Category/Choice`; none where nobody has worked it out yet.
    pub choices: Vec<String>,
}

const OPENING: &str = "(rulesets";

/// Cuts out the rulesets of a description. They change nothing unless asked for.
pub(super) fn extract(text: &mut Traced) -> Result<Vec<Ruleset>, Failure> {
    let mut rulesets = Vec::new();
    let mut rest = Traced::default();
    let mut from = 0;
    while let Some(start) = text.text()[from..].find(OPENING).map(|start| from + start) {
        let end = matching(text.text(), start).ok_or_else(|| (text.origin(start), Fault::Unclosed('(')))?;
        if rulesets.is_empty() {
            rulesets = read(&text.text()[start + OPENING.len()..end]);
        }
        rest.push(text, from..start);
        from = end + 1;
    }
    rest.push(text, from..text.text().len());
    *text = rest;
    Ok(rulesets)
}

/// The options of the ruleset with this name, which may leave out the leading `Ruleset/`.
pub(super) fn choices(text: &str, name: &str) -> Result<Vec<String>, Fault> {
    let block = text.find(OPENING).and_then(|start| Some(&text[start + OPENING.len()..matching(text, start)?]));
    let rulesets = block.map(read).unwrap_or_default();
    let found =
        rulesets.iter().find(|ruleset| ruleset.name == name || ruleset.name.strip_prefix("Ruleset/") == Some(name));
    match found {
        Some(ruleset) if !ruleset.choices.is_empty() => Ok(ruleset.choices.clone()),
        _ => {
            let known = rulesets.into_iter().filter(|ruleset| !ruleset.choices.is_empty()).map(|ruleset| ruleset.name);
            Err(Fault::UnknownRuleset(name.to_owned(), known.collect()))
        }
    }
}

fn read(mut text: &str) -> Vec<Ruleset> {
    let mut rulesets = Vec::new();
    while let Some(start) = text.find("(ruleset ") {
        let Some(end) = matching(text, start) else { break };
        let mut texts = quoted(without_variations(&text[start..end]).as_str());
        if !texts.is_empty() {
            let name = texts.remove(0);
            rulesets.push(Ruleset { name, choices: texts });
        }
        text = &text[end + 1..];
    }
    rulesets
}

/// Variations list other choices that the ruleset allows; the ruleset itself does not make them.
fn without_variations(text: &str) -> String {
    let Some(start) = text.find("variations:") else { return text.to_owned() };
    let end = text[start..].find('{').and_then(|open| matching(text, start + open));
    end.map_or_else(|| text.to_owned(), |end| format!("{}{}", &text[..start], &text[end + 1..]))
}

fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}
