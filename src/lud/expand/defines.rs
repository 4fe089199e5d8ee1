//! Defines: `(define "Name" …)`, called as `("Name" a b)` or `"Name"`, with parameters `#1`, `#2` …

use super::library::Library;
use super::{Failure, MAX_BYTES};
use crate::lud::error::Fault;
use crate::lud::text::brackets::{is_token_byte, matching, matching_quote, trim};
use crate::lud::text::traced::{Origin, Traced};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// How often one define may be expanded in one go: Ludii's limit.
const MAX_EXPANSIONS: usize = 1000;
/// How often all defines together may be expanded; Ludii has no such limit, its games stay below it.
const MAX_TOTAL: usize = 200_000;
/// How often the defines may be gone through.
const MAX_PASSES: usize = 100;
/// How many bytes all expansions together may copy.
const MAX_WORK: usize = 500_000_000;
/// How deep calls of one define may stand within each other's arguments.
const MAX_NESTED: usize = 40;
const MAX_PARAMETERS: usize = 20;
const OPENING: &str = "(define ";

/// A define.
#[derive(Debug, Clone)]
pub(super) struct Define {
    /// Its name with the quotation marks.
    pub tag: String,
    body: Traced,
}

impl Define {
    fn name(&self) -> String {
        self.tag.trim_matches('"').to_owned()
    }
}

/// Reads the first define at or after an offset, and where it stands; none where there is no define.
pub(super) fn interpret(text: &Traced, from: usize) -> Result<Option<(Define, Range<usize>)>, Failure> {
    let Some(start) = text.text()[from..].find(OPENING).map(|start| from + start) else { return Ok(None) };
    let end = matching(text.text(), start).ok_or_else(|| (text.origin(start), Fault::Unclosed('(')))?;
    let inner = &text.text()[start..end];
    let name = inner.find('"').and_then(|open| Some(open..open + 1 + inner[open + 1..].find('"')? + 1));
    let name = name.ok_or_else(|| (text.origin(start), Fault::NamelessDefine))?;
    let tag = inner[name.clone()].to_owned();
    let body = text.part(start + name.end..end).trimmed();
    Ok(Some((Define { tag, body }, start..end + 1)))
}

/// Cuts out the defines of a description and expands them and the library's. Returns the game and the metadata.
pub(super) fn expand(mut text: Traced, library: &Library) -> Result<(Traced, String), Failure> {
    let mut metadata = String::new();
    let mut spent = Budget::default();
    loop {
        let own = extract(&mut text)?;
        cut_metadata(&mut text, &mut metadata)?;
        let by_tag = own.iter().enumerate().rev().map(|(index, define)| (define.tag.clone(), index)).collect();
        let known = Table { defines: &library.defines, by_tag: &library.by_tag };
        let own = Table { defines: &own, by_tag: &by_tag };
        let tables = [own, known];
        loop {
            let mut changed = false;
            for table in tables {
                changed |= to_fixpoint(&mut text, table, &mut spent).map_err(|failure| explain(failure, tables))?;
            }
            if !changed {
                break;
            }
        }
        // An expansion may have brought in further defines.
        if !text.text().contains(OPENING) {
            return Ok((text, metadata));
        }
        spent.pass()?;
    }
}

#[derive(Clone, Copy)]
struct Table<'a> {
    defines: &'a [Define],
    by_tag: &'a HashMap<String, usize>,
}

#[derive(Default)]
struct Budget {
    total: usize,
    passes: usize,
    work: usize,
}

impl Budget {
    fn pass(&mut self) -> Result<(), Failure> {
        self.passes += 1;
        if self.passes > MAX_PASSES {
            return Err((START, Fault::TooLong(MAX_BYTES)));
        }
        Ok(())
    }
}

const START: Origin = Origin { source: 0, offset: 0, site: 0 };

fn extract(text: &mut Traced) -> Result<Vec<Define>, Failure> {
    let mut defines = Vec::new();
    let mut rest = Traced::default();
    let mut from = 0;
    while let Some((define, range)) = interpret(text, from)? {
        rest.push(text, from..range.start);
        from = range.end;
        defines.push(define);
    }
    rest.push(text, from..text.text().len());
    *text = rest;
    Ok(defines)
}

/// Ludii does not expand the library's defines in metadata, and drops what follows it.
fn cut_metadata(text: &mut Traced, metadata: &mut String) -> Result<(), Failure> {
    if let Some(start) = text.text().find("(metadata") {
        let end = matching(text.text(), start).ok_or_else(|| (text.origin(start), Fault::Unclosed('(')))?;
        text.text()[start..=end].clone_into(metadata);
        *text = text.part(0..start);
    }
    Ok(())
}

/// Names a define that calls itself, where that is why expansion came to no end.
fn explain((origin, fault): Failure, tables: [Table<'_>; 2]) -> Failure {
    let (Fault::TooLong(_) | Fault::TooManyExpansions(..)) = &fault else { return (origin, fault) };
    let mut done = HashSet::new();
    for define in tables[0].defines.iter().chain(tables[1].defines) {
        let mut chain = Vec::new();
        if let Some(cycle) = cycle(define, tables, &mut chain, &mut done) {
            let origin = tables[0].by_tag.get(&define.tag).map_or(origin, |_| define.body.origin(0));
            return (origin, Fault::RecursiveDefine(cycle));
        }
    }
    (origin, fault)
}

fn cycle<'a>(
    define: &'a Define,
    tables: [Table<'a>; 2],
    chain: &mut Vec<&'a str>,
    done: &mut HashSet<&'a str>,
) -> Option<Vec<String>> {
    if let Some(start) = chain.iter().position(|&tag| tag == define.tag) {
        let tags = chain[start..].iter().copied().chain([define.tag.as_str()]);
        return Some(tags.map(|tag| tag.trim_matches('"').to_owned()).collect());
    }
    // Chains longer than any that a person would write are not followed.
    if chain.len() > MAX_EXPANSIONS || !done.insert(&define.tag) {
        return None;
    }
    chain.push(&define.tag);
    for table in tables {
        for index in tags_in(define.body.text(), table) {
            if let Some(found) = cycle(&table.defines[index], tables, chain, done) {
                return Some(found);
            }
        }
    }
    chain.pop();
    None
}

/// The defines of a table whose names stand in a text.
fn tags_in(text: &str, table: Table<'_>) -> BTreeSet<usize> {
    if table.defines.is_empty() {
        return BTreeSet::new();
    }
    let quotes: Vec<usize> = text.bytes().enumerate().filter(|&(_, byte)| byte == b'"').map(|(at, _)| at).collect();
    quotes.windows(2).filter_map(|pair| table.by_tag.get(&text[pair[0]..=pair[1]]).copied()).collect()
}

/// Expands the defines of a table in their order, again and again until none is left. Tells whether anything changed.
fn to_fixpoint(text: &mut Traced, table: Table<'_>, spent: &mut Budget) -> Result<bool, Failure> {
    let mut changed = false;
    loop {
        let mut pending = tags_in(text.text(), table);
        let mut expanded = false;
        let mut next = 0;
        while let Some(&index) = pending.range(next..).next() {
            next = index + 1;
            spent.work += text.text().len();
            if spent.work > MAX_WORK {
                return Err((START, Fault::TooLong(MAX_BYTES)));
            }
            let mut work =
                Expansion { define: &table.defines[index], count: 0, spent, brought: BTreeSet::new(), table };
            if let Some(result) = work.run(text, 0)? {
                pending.append(&mut work.brought);
                *text = result;
                expanded = true;
            }
        }
        if !expanded {
            return Ok(changed);
        }
        changed = true;
        spent.pass()?;
    }
}

/// The expansion of one define throughout a text.
struct Expansion<'a, 'b> {
    define: &'a Define,
    count: usize,
    spent: &'b mut Budget,
    /// Defines whose names came into the text.
    brought: BTreeSet<usize>,
    table: Table<'a>,
}

impl Expansion<'_, '_> {
    /// The text with every call expanded; none where there is no call.
    fn run(&mut self, text: &Traced, nested: usize) -> Result<Option<Traced>, Failure> {
        let tag = self.define.tag.as_str();
        let mut current: Cow<'_, Traced> = Cow::Borrowed(text);
        let mut out = Traced::default();
        // What is copied to `out` so far, and where the search goes on; a name that begins the text is not looked at.
        let (mut copied, mut search) = (0, 1);
        let mut any = false;
        while let Some(at) = current.text().get(search..).and_then(|rest| rest.find(tag)).map(|at| search + at) {
            self.count_one(current.origin(at), nested)?;
            let before = current.text()[copied..at].bytes().rev().chain(out.text().bytes().rev());
            if is_protected(before) {
                search = at + 1;
                continue;
            }
            // A call may begin with a bracket that another expansion brought in: join the two parts first.
            if at == copied && out.text().ends_with('(') {
                let place = out.text().len();
                out.push(&current, copied..current.text().len());
                current = Cow::Owned(std::mem::take(&mut out));
                (copied, search) = (0, place);
                continue;
            }
            let is_bracketed = at > copied && current.text().as_bytes()[at - 1] == b'(';
            let call = if is_bracketed {
                let end = matching(current.text(), at - 1);
                at - 1..end.ok_or_else(|| (current.origin(at - 1), Fault::Unclosed('(')))? + 1
            } else {
                at..at + tag.len()
            };
            any = true;
            let expression = self.expression(&current, call.clone(), is_bracketed)?;
            out.push(&current, copied..call.start);
            // Calls may stand within the arguments of calls.
            if expression.text().get(1..).is_some_and(|rest| rest.contains(tag)) {
                if is_balanced(expression.text()) {
                    let inner = self.run(&expression, nested + 1)?;
                    let inner = inner.as_ref().unwrap_or(&expression);
                    out.push(inner, 0..inner.text().len());
                } else {
                    let place = out.text().len();
                    out.push(&expression, 0..expression.text().len());
                    out.push(&current, call.end..current.text().len());
                    current = Cow::Owned(std::mem::take(&mut out));
                    (copied, search) = (0, place + 1);
                    self.check_length(&current, current.text().len())?;
                    continue;
                }
            } else {
                out.push(&expression, 0..expression.text().len());
            }
            self.check_length(&out, out.text().len() + current.text().len() - call.end)?;
            copied = call.end;
            search = call.end;
        }
        if !any {
            return Ok(None);
        }
        out.push(&current, copied..current.text().len());
        Ok(Some(out))
    }

    fn count_one(&mut self, origin: Origin, nested: usize) -> Result<(), Failure> {
        self.count += 1;
        self.spent.total += 1;
        if self.count > MAX_EXPANSIONS || self.spent.total > MAX_TOTAL || nested > MAX_NESTED {
            return Err((origin, Fault::TooManyExpansions(self.define.name(), MAX_EXPANSIONS)));
        }
        Ok(())
    }

    fn check_length(&self, text: &Traced, length: usize) -> Result<(), Failure> {
        if length > MAX_BYTES {
            return Err((text.origin(text.text().len().saturating_sub(1)), Fault::TooLong(MAX_BYTES)));
        }
        Ok(())
    }

    /// The define's body with the arguments of a call in place of its parameters.
    fn expression(&mut self, text: &Traced, call: Range<usize>, is_bracketed: bool) -> Result<Traced, Failure> {
        let origin = text.origin(call.start);
        let mut expression = Traced::default();
        expression.push_called(&self.define.body, origin.site);
        if expression.text().contains('#') {
            let inner = if is_bracketed { call.start + 1..call.end - 1 } else { call };
            let arguments = arguments(text, inner)?;
            for number in 0..MAX_PARAMETERS {
                let marker = format!("#{}", number + 1);
                if !expression.text().contains(&marker) {
                    break;
                }
                let argument = arguments.get(number).filter(|argument| argument.text() != "~");
                self.fill(&mut expression, &marker, argument, origin)?;
            }
        }
        self.brought.extend(tags_in(expression.text(), self.table));
        Ok(expression)
    }

    /// Replaces a parameter by its argument, or by nothing.
    fn fill(
        &self,
        expression: &mut Traced,
        marker: &str,
        argument: Option<&Traced>,
        at: Origin,
    ) -> Result<(), Failure> {
        let empty = Traced::default();
        let argument = argument.unwrap_or(&empty);
        let mut count = 0;
        while let Some(start) = expression.text().find(marker) {
            count += 1;
            if count > MAX_EXPANSIONS {
                return Err((at, Fault::TooManyExpansions(self.define.name(), MAX_EXPANSIONS)));
            }
            self.check_length(expression, expression.text().len())?;
            // Ludii counts every marker as two characters.
            expression.replace(start..start + 2, argument);
            // The argument is itself a parameter, of a define around this one.
            if argument.text().starts_with('#') {
                break;
            }
        }
        Ok(())
    }
}

/// Whether what stands before a name keeps it from being expanded: it is then the name of a game, not of a define.
fn is_protected(before: impl Iterator<Item = u8>) -> bool {
    let token: Vec<u8> =
        before.skip_while(|&byte| !is_token_byte(byte)).take_while(|&byte| is_token_byte(byte)).take(9).collect();
    [&b"emag"[..], b"hctam", b"ecnatsni"].contains(&token.as_slice())
}

fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'"' => match matching_quote(text, at) {
                Some(end) => at = end,
                None => return false,
            },
            byte @ (b'(' | b'{') => open.push(byte),
            b')' if open.pop() != Some(b'(') => return false,
            b'}' if open.pop() != Some(b'{') => return false,
            _ => {}
        }
        at += 1;
    }
    open.is_empty()
}

/// The arguments of a call, whose name and arguments stand in `inner`.
fn arguments(text: &Traced, inner: Range<usize>) -> Result<Vec<Traced>, Failure> {
    let whole = &text.text()[inner.clone()];
    let is_blank = |letter: char| letter.is_ascii_whitespace() || letter == '\x0b';
    let Some(first) = whole.find(is_blank) else { return Ok(Vec::new()) };
    let mut rest = trim(&whole[first..]);
    let mut found = Vec::new();
    while let Some(letter) = rest.bytes().next() {
        let start = inner.start + (rest.as_ptr() as usize - whole.as_ptr() as usize);
        let unclosed = |fault| (text.origin(start), fault);
        let length = match letter {
            b'(' | b'{' | b'[' | b'<' => matching(rest, 0).ok_or_else(|| unclosed(Fault::Unclosed(letter.into())))? + 1,
            b'"' => matching_quote(rest, 0).ok_or_else(|| unclosed(Fault::UnclosedText))? + 1,
            _ => word_length(rest).ok_or_else(|| unclosed(Fault::Unclosed('(')))?,
        };
        found.push(text.part(start..start + length));
        rest = trim(&rest[length..]);
    }
    Ok(found)
}

/// Length of a word up to the next blank; a bracket right after a colon belongs to it with all that it encloses.
fn word_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if byte.is_ascii_whitespace() || *byte == 0x0b {
            return Some(at);
        }
        if *byte == b':' && bytes.get(at + 1).is_some_and(|next| b"({[<".contains(next)) {
            return Some(matching(text, at + 1)? + 1);
        }
    }
    Some(text.len())
}
