//! The text form of agents: `name(argument=value,…)+part+part(…)`.

use super::joint_searcher::JointSearcher;
use super::parts::{self, Argument, Part, Place, RANDOM};
use super::random::RandomPlayer;
use super::searcher::Searcher;
use super::{NativeRules, Player, Unsupported};
use crate::catalog::nearest;
use crate::game::Game;
use crate::search::{Params, ParamsError};
use std::fmt;
use std::str::FromStr;

/// An agent as a person writes it. It prints back as it was written.
///
/// ```
/// use halfling::agent::Spec;
///
/// let spec: Spec = "uct-sqrt-sh(kmin=4)+cbt".parse().unwrap();
/// assert_eq!(spec.to_string(), "uct-sqrt-sh(kmin=4)+cbt");
/// let error = "uct-sqr-sh".parse::<Spec>().unwrap_err();
/// assert!(error.to_string().contains("uct-sqrt-sh"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    text: String,
    /// `None` for the agent that does not search.
    params: Option<Params>,
    native: NativeRules,
}

/// Why a text is not an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError {
    text: String,
    reason: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not an agent: {}", self.text, self.reason)
    }
}

impl std::error::Error for SpecError {}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        parse(text).map_err(|reason| SpecError { text: text.to_owned(), reason })
    }
}

impl Spec {
    /// The parameters of its search; `None` for `random`.
    #[must_use]
    pub fn params(&self) -> Option<&Params> {
        self.params.as_ref()
    }

    /// The same agent, but leaving out what a game does not allow.
    #[must_use]
    pub fn fitting(&self) -> Self {
        let params = self.params.clone().map(|params| Params { fit: true, ..params });
        Self { params, ..self.clone() }
    }

    /// Whose rules it searches on inside Ludii.
    #[must_use]
    pub fn native(&self) -> NativeRules {
        self.native
    }

    /// An agent of this kind for one game.
    ///
    /// # Errors
    /// When such an agent cannot play the game, with the reason.
    pub fn player<G: Game + 'static>(&self, game: &G) -> Result<Box<dyn Player<G>>, Unsupported> {
        let Some(params) = &self.params else { return Ok(Box::new(RandomPlayer::new(game))) };
        let unsupported =
            |reason: String| Unsupported { agent: self.text.clone(), game: game.info().name.clone(), reason };
        let refused = |error: ParamsError| unsupported(error.to_string());
        match (params.joint.is_some(), game.info().simultaneous) {
            (true, true) => Ok(Box::new(JointSearcher::new(params.clone(), game).map_err(refused)?)),
            (false, false) => Ok(Box::new(Searcher::new(params.clone(), game).map_err(refused)?)),
            (true, false) => Err(unsupported(
                "it searches turns in which several move at once, and here one moves at a time; try 'uct'".to_owned(),
            )),
            (false, true) => Err(unsupported(
                "it searches one mover at a time, and here several move at once; try 'duct-max'".to_owned(),
            )),
        }
    }
}

/// Parts of which an agent can have one only, because they set the same thing.
const EXCLUSIVE: [&[&str]; 7] = [
    &["mast", "nst"],
    &["rave", "grave"],
    &["rb", "qb"],
    &["fpu", "fpu-parent", "uau"],
    &["final-max", "final-robust", "final-max-robust"],
    &["cbt", "think"],
    &["sb", "solver"],
];

fn parse(text: &str) -> Result<Spec, String> {
    let (mut written, mut native) = (Vec::new(), None);
    for part in text.split('+') {
        match part.strip_prefix(NativeRules::PREFIX) {
            Some(_) if native.is_some() => return Err(format!("'{}' stands in it twice", NativeRules::PREFIX)),
            Some(choice) => native = Some(choice.parse()?),
            None => written.push(part),
        }
    }
    let native = native.unwrap_or_default();
    if written.is_empty() {
        return Err(format!("'{text}' changes an agent and cannot come alone; write for example 'uct+{text}'"));
    }
    let mut params = Params::default();
    let mut seen: Vec<&str> = Vec::new();
    let mut before = None;
    for (position, part) in written.iter().enumerate() {
        let (part, values) = parse_part(part)?;
        check_place(part, position, before)?;
        if seen.contains(&part.name) {
            return Err(format!("'{}' stands in it twice", part.name));
        }
        for group in EXCLUSIVE.iter().filter(|group| group.contains(&part.name)) {
            if let Some(other) = seen.iter().find(|other| group.contains(other)) {
                return Err(format!("'{other}' and '{}' both decide the same thing: drop one", part.name));
            }
        }
        // A tree part after a root part leaves the root as it is.
        let root = params.root;
        (part.set)(&mut params, &values);
        if before == Some(Place::Root) {
            params.root = root;
        }
        seen.push(part.name);
        before = Some(part.place);
    }
    if before == Some(Place::Root) {
        return Err(format!("'{}' chooses at the root only; write '{}+uct'", seen[0], text));
    }
    if seen[0] == RANDOM {
        if let Some(extra) = seen.get(1) {
            return Err(format!("'{RANDOM}' does not search, so '{extra}' has nothing to change"));
        }
        return Ok(Spec { text: text.to_owned(), params: None, native });
    }
    params.check().map_err(|error| error.to_string())?;
    Ok(Spec { text: text.to_owned(), params: Some(params), native })
}

/// Refuses a part in a place where it cannot stand.
fn check_place(part: &Part, position: usize, before: Option<Place>) -> Result<(), String> {
    let fits = match part.place {
        Place::Base | Place::Root => position == 0,
        Place::Tree => position == 0 || before == Some(Place::Root),
        Place::Extra => position > 0 && before != Some(Place::Root),
    };
    if fits {
        return Ok(());
    }
    Err(match (part.place, before) {
        (_, Some(Place::Root)) => format!("after a root part comes a tree part, 'uct', not '{}'", part.name),
        (Place::Extra, _) => {
            format!("'{0}' changes an agent and cannot come first; write for example 'uct+{0}'", part.name)
        }
        _ => format!("'{}' is an agent of its own and can only come first", part.name),
    })
}

/// A part and the values of its arguments, defaults filled in.
fn parse_part(text: &str) -> Result<(&'static Part, Vec<f64>), String> {
    let (name, arguments) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => {
            let inner = rest.strip_suffix(')').ok_or_else(|| format!("the bracket of '{text}' is not closed"))?;
            (name, Some(inner))
        }
    };
    let part = parts::all().find(|part| part.name == name).ok_or_else(|| {
        match nearest(name, parts::all().map(|part| part.name)) {
            Some(near) => format!("there is no part '{name}'; did you mean '{near}'?"),
            None => format!("there is no part '{name}'; `halfling agents` lists them all"),
        }
    })?;
    let mut values: Vec<f64> = part.arguments.iter().map(|argument| argument.default).collect();
    let mut given = vec![false; values.len()];
    for written in arguments.into_iter().flat_map(|inner| inner.split(',')) {
        let (key, value) =
            written.split_once('=').ok_or_else(|| format!("'{written}' should be written as argument=value"))?;
        let place = part.arguments.iter().position(|argument| argument.name == key).ok_or_else(|| {
            let names: Vec<&str> = part.arguments.iter().map(|argument| argument.name).collect();
            match (nearest(key, names.iter().copied()), names.as_slice()) {
                (Some(near), _) => format!("'{name}' has no argument '{key}'; did you mean '{near}'?"),
                (None, []) => format!("'{name}' has no arguments"),
                (None, names) => format!("'{name}' has no argument '{key}'; it has {}", names.join(", ")),
            }
        })?;
        if std::mem::replace(&mut given[place], true) {
            return Err(format!("'{name}' is given '{key}' twice"));
        }
        values[place] = parse_value(value, name, &part.arguments[place])?;
    }
    Ok((part, values))
}

fn parse_value(text: &str, part: &str, argument: &Argument) -> Result<f64, String> {
    let Argument { name, min, max, whole, words, .. } = argument;
    if !words.is_empty() {
        let place = words.iter().position(|word| *word == text);
        return place.map(|place| place as f64).ok_or_else(|| match nearest(text, words.iter().copied()) {
            Some(near) => format!("'{name}' of '{part}' cannot be '{text}'; did you mean '{near}'?"),
            None => format!("'{name}' of '{part}' is one of {}, not '{text}'", words.join(", ")),
        });
    }
    match text.parse::<f64>() {
        Ok(value) if (*min..=*max).contains(&value) && (!whole || value.fract() == 0.0) => Ok(value),
        _ => {
            let kind = if *whole { "a whole number" } else { "a number" };
            Err(format!("'{name}' of '{part}' must be {kind} in {min} to {max}, not '{text}'"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::{FirstPlay, RootPolicy, TreePolicy};
    use proptest::prelude::*;

    fn reason(text: &str) -> String {
        text.parse::<Spec>().expect_err(text).to_string()
    }

    #[test]
    fn the_default_agent_is_what_its_line_says() {
        let part = parts::all().find(|part| part.name == "halfling").unwrap();
        let written = part.line.split([' ', ',']).find(|word| word.contains('+')).unwrap();
        let params = |text: &str| text.parse::<Spec>().unwrap().params.unwrap();
        assert_eq!(params("halfling"), params(written));
    }

    #[test]
    fn parts_set_what_they_say() {
        let params = |text: &str| text.parse::<Spec>().unwrap().params.unwrap();
        assert_eq!(params("uct(c=0.4)+reuse").tree, TreePolicy::Ucb1 { c: 0.4 });
        assert!(params("uct(c=0.4)+reuse").reuse);
        let mixed = params("ucb-sqrt(c=2)+uct(c=0.5)");
        assert_eq!((mixed.root, mixed.tree), (RootPolicy::UcbSqrt { c: 2.0 }, TreePolicy::Ucb1 { c: 0.5 }));
        assert_eq!(params("uct-sqrt-sh(kmin=7)").root, RootPolicy::SqrtHalving { c: 1.0, k_min: 7 });
        let native = |text: &str| text.parse::<Spec>().unwrap().native();
        assert_eq!((native("uct+reuse"), native("uct+native=off")), (NativeRules::Auto, NativeRules::Off));
        let baseline = params("kilothon-uct");
        assert_eq!((baseline.playout_cap, baseline.first_play), (200, FirstPlay::ParentOneLost));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        assert!(reason("").contains("no part"));
        assert!(reason("ucb-sqrt").contains("ucb-sqrt+uct"));
        assert!(reason("ucb-sqrt+reuse").contains("uct"));
        assert!(reason("reuse").contains("uct+reuse"));
        assert!(reason("uct+uct-tuned").contains("only come first"));
        assert!(reason("random+reuse").contains("does not search"));
        assert!(reason("uct+reuse+reuse").contains("twice"));
        assert!(reason("uct(c=1,c=2)").contains("twice"));
        assert!(reason("uct(c=-1)").contains("0 to 100"));
        assert!(reason("uct(c=NaN)").contains("number"));
        assert!(reason("uct(c)").contains("argument=value"));
        assert!(reason("uct(c=1").contains("closed"));
        assert!(reason("uct-sqrt-sh(kmn=4)").contains("'kmin'"));
        assert!(reason("uct-sqrt-sh(kmin=4.5)").contains("whole"));
        assert!(reason("reuse(x=1)").contains("no argument"));
        assert!(reason("kilothon-utc").contains("'kilothon-uct'"));
        assert!(reason("uct+solver+tt").contains("drop one"));
        assert!(reason("shot+threads(n=2)").contains("one thread"));
        assert!(reason("uct+cbt(min=2,max=1)").contains("min ≤ max"));
        assert!(reason("uct+qb(quality=materiel)").contains("did you mean 'material'"));
        assert!(reason("uct+mast+nst").contains("both"));
        assert!(reason("uct+rave+grave").contains("both"));
        assert!(reason("uct+rb+qb").contains("both"));
        assert!(reason("uct+uau+fpu").contains("both"));
        assert!(reason("uct+rb+ec").contains("no end to measure"));
        assert!(reason("uct+ma+threads(n=2)").contains("one thread"));
        assert!(reason("uct-tuned+rave").contains("plain means"));
        assert!(reason("shot+ph").contains("halving"));
        assert!(reason("flat-mc+rave").contains("tree"));
        assert!(reason("duct-max+reuse").contains("joint turns"));
        assert!(reason("exp3+uau").contains("bound"));
        assert!(reason("uct+sb+tt").contains("drop one"));
        assert!(reason("uct+sb+solver").contains("both"));
        assert!(reason("uct-tuned+im").contains("plain means"));
        assert!(reason("uct+fast+open-loop").contains("replays"));
        assert!(reason("exp3(gamma=2)").contains("0 to 1"));
        assert!(reason("uct+native=maybe").contains("always-check"));
        assert!(reason("uct+native=off+native=auto").contains("twice"));
        assert!(reason("native=off").contains("alone"));
    }

    /// Any part with any of its arguments, as text.
    fn written(part: &'static Part) -> impl Strategy<Value = String> {
        let arguments: Vec<_> = part
            .arguments
            .iter()
            .map(|argument| {
                let value = if !argument.words.is_empty() {
                    proptest::sample::select(argument.words).prop_map(str::to_owned).boxed()
                } else if argument.whole {
                    (argument.min as i64..=(argument.max as i64).min(1000)).prop_map(|value| value.to_string()).boxed()
                } else {
                    (argument.min..argument.max).prop_map(|value| value.to_string()).boxed()
                };
                proptest::option::of(value.prop_map(move |value| format!("{}={value}", argument.name)))
            })
            .collect();
        arguments.prop_map(move |arguments| {
            let given: Vec<String> = arguments.into_iter().flatten().collect();
            if given.is_empty() { part.name.to_owned() } else { format!("{}({})", part.name, given.join(",")) }
        })
    }

    fn any_agent() -> impl Strategy<Value = String> {
        let of =
            |places: &'static [Place]| parts::all().filter(|part| places.contains(&part.place)).collect::<Vec<_>>();
        let bases = proptest::sample::select(of(&[Place::Base, Place::Tree, Place::Root]));
        let extras = proptest::sample::subsequence(of(&[Place::Extra]), 0..5).prop_shuffle();
        (bases, extras).prop_flat_map(|(base, extras)| {
            let mut parts = vec![written(base).boxed()];
            if base.place == Place::Root {
                parts.push(written(parts::all().find(|part| part.place == Place::Tree).unwrap()).boxed());
            }
            parts.extend(extras.into_iter().map(|part| written(part).boxed()));
            parts.prop_map(|parts| parts.join("+"))
        })
    }

    proptest! {
        #[test]
        fn agents_print_back_as_written(text in any_agent()) {
            match text.parse::<Spec>() {
                Ok(spec) => {
                    prop_assert_eq!(spec.to_string(), text.clone());
                    prop_assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
                }
                // Parts that contradict each other are refused, and never because of their spelling.
                Err(error) => prop_assert!(!error.reason.contains("there is no"), "{}", error),
            }
        }

        #[test]
        fn any_text_is_parsed_or_refused(text in "[a-z+(),=0-9.-]{0,30}") {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string(), text);
            }
        }
    }

    #[test]
    fn games_are_refused_by_agents_of_the_other_kind() {
        use crate::arcade::MatrixGame;
        use crate::arcade::yardstick::TicTacToe;
        let spec = |text: &str| text.parse::<Spec>().unwrap();
        let refusal = spec("uct").player(&MatrixGame::matching_pennies()).err().unwrap().to_string();
        assert!(refusal.contains("duct-max"), "{refusal}");
        let refusal = spec("regret-matching").player(&TicTacToe::new()).err().unwrap().to_string();
        assert!(refusal.contains("'uct'"), "{refusal}");
        assert!(spec("hybrid").player(&MatrixGame::matching_pennies()).is_ok());
    }

    #[test]
    fn what_a_game_does_not_allow_is_refused_or_left_out() {
        let game = crate::arcade::yardstick::Pig::new(2);
        let spec = "uct+fast+rave+im+sb+qb".parse::<Spec>().unwrap();
        assert!(spec.player(&game).is_err(), "Pig is a game of chance");
        assert!(spec.fitting().player(&game).is_ok());
        assert!("uct+fast+rave+im+sb+qb+fit".parse::<Spec>().unwrap().player(&game).is_ok());
    }

    #[test]
    fn every_base_parses_plainly() {
        for part in parts::all() {
            let text = match part.place {
                Place::Root => format!("{}+uct", part.name),
                Place::Extra => format!("uct+{}", part.name),
                Place::Base | Place::Tree => part.name.to_owned(),
            };
            assert_eq!(text.parse::<Spec>().expect(&text).to_string(), text);
        }
    }
}
