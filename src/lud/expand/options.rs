//! Options: named choices whose arguments are pasted over markers such as `<Board:size>`.

use super::Failure;
use crate::lud::error::Fault;
use crate::lud::text::brackets::{first_closing, matching, trim};
use crate::lud::text::traced::Traced;

/// One group of options, of which exactly one is active.
#[derive(Debug, Clone)]
pub struct Category {
    /// Its heading, such as `Board Size`.
    pub heading: String,
    tag: String,
    /// Its choices.
    pub choices: Vec<Choice>,
    /// The active choice: its position among the choices.
    pub active: usize,
}

/// One choice of a category.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The name by which it is chosen: `Category/Choice`.
    pub name: String,
    /// What the description says about it.
    pub description: String,
    /// Number of asterisks: the first choice with most of them is the default.
    pub priority: usize,
    arguments: Vec<(String, Traced)>,
}

const OPENING: &str = "(option \"";

/// Cuts out the options of a description, then pastes the arguments of the active ones over their markers.
pub(super) fn realise(text: &mut Traced, chosen: &[String]) -> Result<Vec<Category>, Failure> {
    let mut categories = extract(text)?;
    let mut used = vec![false; chosen.len()];
    for category in &mut categories {
        let by_name = category.choices.iter().enumerate().find_map(|(index, choice)| {
            chosen.iter().position(|name| *name == choice.name).map(|position| (index, position))
        });
        if let Some((index, position)) = by_name {
            used[position] = true;
            category.active = index;
        } else {
            let most = category.choices.iter().map(|choice| choice.priority).max();
            category.active = category.choices.iter().position(|choice| Some(choice.priority) == most).unwrap_or(0);
        }
    }
    if let Some(unused) = used.iter().position(|used| !used) {
        let known =
            categories.iter().flat_map(|category| &category.choices).map(|choice| choice.name.clone()).collect();
        return Err((text.origin(0), Fault::UnknownOption(chosen[unused].clone(), known)));
    }
    for category in &categories {
        if let Some(choice) = category.choices.get(category.active) {
            // Ludii stops here, and leaves the markers of later categories as they are.
            if choice.arguments.is_empty() {
                break;
            }
            paste(text, &category.tag, choice)?;
        }
    }
    Ok(categories)
}

fn extract(text: &mut Traced) -> Result<Vec<Category>, Failure> {
    let mut categories = Vec::new();
    let mut rest = Traced::default();
    let mut from = 0;
    while let Some(start) = text.text()[from..].find(OPENING).map(|start| from + start) {
        let end = matching(text.text(), start).ok_or_else(|| (text.origin(start), Fault::Unclosed('(')))?;
        let block = text.part(start..end + 1);
        let category = category(&block);
        if category.heading.contains('/') || category.choices.iter().any(|choice| choice.name.matches('/').count() > 1)
        {
            return Err((text.origin(start), Fault::BadOption("a heading may not contain '/'")));
        }
        categories.push(category);
        rest.push(text, from..start);
        from = end + 1;
    }
    rest.push(text, from..text.text().len());
    *text = rest;
    Ok(categories)
}

/// Reads `(option "Heading" <Tag> args:{ <a> <b> } { (item "Choice" <1> <2> "…")* … })`; what cannot be read is left out.
fn category(block: &Traced) -> Category {
    let mut category = Category { heading: String::new(), tag: String::new(), choices: Vec::new(), active: 0 };
    let text = block.text();
    let Some((heading, rest)) = quoted(text) else { return category };
    category.heading = heading.to_owned();
    let Some((tag, rest)) = rest.find('<').and_then(|open| enclosed(rest, open)) else { return category };
    category.tag = tag.to_owned();
    let Some((mut tags, rest)) = rest.find('{').and_then(|open| enclosed(rest, open)) else { return category };
    let mut names = Vec::new();
    while let Some((name, after)) = tags.find('<').and_then(|open| enclosed(tags, open)) {
        names.push(name.to_owned());
        tags = after;
    }
    let Some((mut list, _)) = rest.find('{').and_then(|open| enclosed(rest, open)) else { return category };
    while let Some(start) = list.find("(item ") {
        let Some(end) = matching(list, start) else { break };
        let stars = list[end + 1..].bytes().take_while(|&byte| byte == b'*').count();
        let item = &list[start + 1..end];
        if let Some(choice) = choice(block, item, &category.heading, &names, stars) {
            category.choices.push(choice);
        }
        list = &list[start + 1..];
    }
    category
}

fn choice(block: &Traced, item: &str, category: &str, names: &[String], priority: usize) -> Option<Choice> {
    let (heading, rest) = quoted(item)?;
    let name = format!("{category}/{heading}");
    let mut choice = Choice { name, description: String::new(), priority, arguments: Vec::new() };
    let Some(last) = rest.rfind('"') else { return Some(choice) };
    let Some(first) = rest[..last].rfind('"') else { return Some(choice) };
    choice.description = rest[first + 1..last].to_owned();
    let mut arguments = trim(&rest[..first]);
    while let Some(start) = arguments.find('<') {
        // `(<` and `(<=` are ludemes.
        if arguments[..start].ends_with('(') {
            arguments = trim(&arguments[start + 1..]);
            continue;
        }
        let Some(end) = first_closing(arguments, start) else { break };
        let Some(name) = names.get(choice.arguments.len()) else { break };
        let from = offset(block.text(), arguments) + start + 1;
        let to = offset(block.text(), arguments) + end;
        choice.arguments.push((name.clone(), block.part(from..to.max(from))));
        arguments = trim(&arguments[end + 1..]);
    }
    Some(choice)
}

/// Where a part of a text stands in it.
fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// The text within the first pair of quotation marks, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let start = text.find('"')? + 1;
    let end = start + text[start..].find('"')?;
    Some((&text[start..end], &text[end + 1..]))
}

/// What stands within the brackets that open at `open`, and what follows them.
fn enclosed(text: &str, open: usize) -> Option<(&str, &str)> {
    let close = matching(text, open)?;
    Some((text.get(open + 1..close)?, &text[close + 1..]))
}

fn paste(text: &mut Traced, tag: &str, choice: &Choice) -> Result<(), Failure> {
    for (name, expression) in &choice.arguments {
        replace_all(text, &format!("<{tag}:{name}>"), expression)?;
    }
    match choice.arguments.first() {
        Some((_, expression)) => replace_all(text, &format!("<{tag}>"), expression),
        None => Ok(()),
    }
}

/// Replaces every marker, also those that come with the expression itself.
fn replace_all(text: &mut Traced, marker: &str, expression: &Traced) -> Result<(), Failure> {
    const MAX_EXPANSIONS: usize = 1000;
    if !text.text().contains(marker) {
        return Ok(());
    }
    if expression.text().contains(marker) {
        return Err((expression.origin(0), Fault::BadOption("it contains its own marker")));
    }
    let mut pasted = Traced::default();
    let mut from = 0;
    let mut count = 0;
    while let Some(start) = text.text()[from..].find(marker).map(|start| from + start) {
        count += 1;
        if count > MAX_EXPANSIONS || pasted.text().len() > super::MAX_BYTES {
            return Err((text.origin(start), Fault::BadOption("its marker stands in too many places")));
        }
        pasted.push(text, from..start);
        pasted.push(expression, 0..expression.text().len());
        from = start + marker.len();
    }
    pasted.push(text, from..text.text().len());
    *text = pasted;
    Ok(())
}
