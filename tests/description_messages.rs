//! What the reader of descriptions says, word for word.

use halfling::lud::expand::Defines;
use halfling::lud::source::{Description, Library, SourceError};
use halfling::lud::{Options, load};
use std::sync::Arc;

const GAME: &str = r#"(game "Test"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Disc" P1)
        (piece "Cross" P2)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"#;

fn description(text: &str) -> Description {
    let files = [("def/Twice.def".to_owned(), "(define \"Twice\"\n    (and #1 (frobnicate #1))\n)".to_owned())];
    let defines = Arc::new(Defines::new(files).expect("it is well formed"));
    Description { path: "Test".to_owned(), text: text.to_owned(), defines }
}

fn message(text: &str) -> String {
    load(&description(text), &Options::default()).expect_err("there is a fault").to_string()
}

#[test]
fn a_correct_description_loads() {
    let loaded = load(&description(GAME), &Options::default()).expect("it is correct");
    let play = loaded.tree.get("rules").call().and_then(|rules| rules.get("play").call()).expect("it has play rules");
    let chosen = play.get("moves").call().expect("it has moves");
    assert_eq!((chosen.class, chosen.keyword()), ("rules.play.moves.decision.Move", Some("Add")));
    assert_eq!(chosen.place.to_string(), "9:15");
}

#[test]
fn unknown_ludeme() {
    assert_eq!(
        message(&GAME.replace("(square 3)", "(sqare 3)")),
        "Test.lud:4:16: unknown ludeme 'sqare'; did you mean 'square'?\n  |         (board (sqare 3))\n  |                ^"
    );
    assert_eq!(
        message(&GAME.replace("(square 3)", "(frobnicate 3)")),
        "Test.lud:4:16: unknown ludeme 'frobnicate'\n  |         (board (frobnicate 3))\n  |                ^"
    );
}

#[test]
fn unknown_word() {
    assert_eq!(
        message(&GAME.replace("Mover Win", "Moover Win")),
        "Test.lud:10:38: unknown word 'Moover'; expected a number or a constant\n  \
         |         (end (if (is Line 3) (result Moover Win)))\n  |                                      ^"
    );
}

#[test]
fn wrong_argument() {
    assert_eq!(
        message(&GAME.replace("(is Line 3)", "(is Line \"three\")")),
        "Test.lud:10:27: 'is' does not take \"three\" here; expected SiteType or IntFunction\n  \
         |         (end (if (is Line \"three\") (result Mover Win)))\n  |                           ^"
    );
    assert_eq!(
        message(&GAME.replace("(players 2)", "(players 2 3)")),
        "Test.lud:2:16: 'players' does not take 3 here; expected no more arguments\n  |     (players 2 3)\n  |                ^"
    );
}

#[test]
fn missing_argument() {
    assert_eq!(
        message(&GAME.replace("(result Mover Win)", "(result Mover)")),
        "Test.lud:10:30: 'result' lacks an argument; expected ResultType\n  \
         |         (end (if (is Line 3) (result Mover)))\n  |                              ^"
    );
}

#[test]
fn missing_parenthesis() {
    assert_eq!(
        message(&GAME.replace("(board (square 3))", "(board (square 3)")),
        "Test.lud:7:5: expected ')', found '}'\n  |     })\n  |     ^"
    );
    assert_eq!(
        message(GAME.trim_end().strip_suffix(')').expect("it ends so")),
        "Test.lud:1:1: this '(' is never closed; expected ')'\n  | (game \"Test\"\n  | ^"
    );
    assert_eq!(
        message(&GAME.replace("(players 2)", "(players 2))")),
        "Test.lud:12:1: unexpected ')': nothing is open here\n  | )\n  | ^"
    );
    assert_eq!(
        message(&GAME.replace("\"Disc\"", "\"Disc")).lines().next(),
        Some("Test.lud:6:22: this text is never closed; expected '\"'")
    );
}

#[test]
fn unknown_option_and_ruleset() {
    let text = format!(
        "{}\n(option \"Board\" <Size> args:{{<size>}} {{ (item \"Small\" <3> \"3x3\") (item \"Large\" <5> \"5x5\")* }})\n\
         (rulesets {{ (ruleset \"Ruleset/Tiny (Suggested)\" {{ \"Board/Small\" }}) }})",
        GAME.replace("square 3", "square <Size:size>")
    );
    let board = |options: &Options| {
        let loaded = load(&description(&text), options).map_err(|error| error.to_string())?;
        let expanded = loaded.expanded();
        let start = expanded.find("(square").unwrap_or_default();
        Ok::<_, String>(expanded[start..start + 10].to_owned())
    };
    let option = |name: &str| Options { choices: vec![name.to_owned()], ruleset: None };
    let ruleset = |name: &str| Options { choices: Vec::new(), ruleset: Some(name.to_owned()) };
    assert_eq!(board(&Options::default()).as_deref(), Ok("(square 5)"));
    assert_eq!(board(&option("Board/Small")).as_deref(), Ok("(square 3)"));
    assert_eq!(board(&ruleset("Tiny (Suggested)")).as_deref(), Ok("(square 3)"));
    let first = |options: &Options| board(options).expect_err("unknown").lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        first(&option("Board/Huge")),
        "Test.lud:1:1: unknown option \"Board/Huge\"; expected \"Board/Small\" or \"Board/Large\""
    );
    assert_eq!(
        first(&ruleset("Huge")),
        "Test.lud:1:1: unknown ruleset \"Huge\"; expected \"Ruleset/Tiny (Suggested)\""
    );
    let none = load(&description(GAME), &option("Board/Huge")).expect_err("unknown").to_string();
    assert_eq!(
        none.lines().next(),
        Some("Test.lud:1:1: unknown option \"Board/Huge\"; this description has no options")
    );
}

#[test]
fn defines_that_call_themselves() {
    let own = format!("(define \"Again\" (and (pass) (\"Again\")))\n{}", GAME.replace("(sites Empty)", "(\"Again\")"));
    assert_eq!(
        message(&own),
        "Test.lud:1:17: define \"Again\" calls itself\n  | (define \"Again\" (and (pass) (\"Again\")))\n  |                 ^"
    );
    let pair = format!("(define \"A\" \"B\")\n(define \"B\" \"A\")\n{}", GAME.replace("(sites Empty)", "\"A\""));
    assert_eq!(
        message(&pair),
        "Test.lud:1:13: define \"A\" calls itself: \"A\" → \"B\" → \"A\"\n  | (define \"A\" \"B\")\n  |             ^"
    );
}

#[test]
fn missing_define() {
    assert_eq!(
        message(&GAME.replace("(is Line 3)", "(\"NoSuchThing\" 3)")),
        "Test.lud:10:19: no define named \"NoSuchThing\"\n  \
         |         (end (if (\"NoSuchThing\" 3) (result Mover Win)))\n  |                   ^"
    );
}

#[test]
fn a_fault_in_a_define_of_the_library_is_shown_there() {
    assert_eq!(
        message(&GAME.replace("(is Line 3)", "(\"Twice\" (is Line 3))")),
        "def/Twice.def:2:13: unknown ludeme 'frobnicate'\n  |     (and #1 (frobnicate #1))\n  |             ^"
    );
}

#[test]
fn no_game() {
    assert_eq!(
        message("(players 2)"),
        "Test.lud:1:1: no game here; expected '(game \"Name\" …)'\n  | (players 2)\n  | ^"
    );
    assert_eq!(message(""), "Test.lud:1:1: no game here; expected '(game \"Name\" …)'");
}

#[test]
fn a_jar_that_is_no_zip() {
    let folder = tempfile::tempdir().expect("a folder");
    let jar = folder.path().join("Ludii.jar");
    std::fs::write(&jar, "this is no archive").expect("it can be written");
    let error = Library::open(&jar).expect_err("it is no archive");
    assert!(matches!(error, SourceError::NotAZip(_)));
    assert_eq!(error.to_string(), format!("{}: not a zip archive; expected a Ludii.jar", jar.display()));
}

#[test]
fn a_jar_with_games_and_defines() {
    use std::io::Write as _;
    use zip::write::SimpleFileOptions;
    let folder = tempfile::tempdir().expect("a folder");
    let jar = folder.path().join("Ludii.jar");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&jar).expect("a file"));
    let text = GAME.replace("(is Line 3)", "(\"Three\")");
    for (name, text) in [("lud/board/Test.lud", text.as_str()), ("def/Three.def", "(define \"Three\" (is Line 3))")] {
        writer.start_file(name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(text.as_bytes()).expect("its text");
    }
    writer.finish().expect("the archive");
    let library = Library::open(&jar).expect("it is an archive");
    assert_eq!(library.games(), ["board/Test"]);
    let found = library.find("test").expect("case does not matter");
    load(&found, &Options::default()).expect("its define is found");
    assert_eq!(library.find("Tset").expect_err("no such game").to_string(), "no game named \"Tset\"");
}

#[test]
fn hostile_texts_are_refused_in_time() {
    let many_defines: String = (0..50_000).map(|n| format!("(define \"D{n}\" \"D{}\")", n + 1)).collect();
    let doubling: String = (0..40).map(|n| format!("(define \"D{n}\" (a (\"D{0}\") (\"D{0}\")))", n + 1)).collect();
    let texts = [
        "(".repeat(900_000),
        "{".repeat(900_000),
        format!("(game {}", "\"a\" ".repeat(200_000)),
        format!("(game \"D0\" {many_defines} (\"D0\"))"),
        format!("(game {doubling} (\"D0\"))"),
        format!("(game {})", "0..1000 ".repeat(100_000)),
        format!("(game {})", "0..1000".repeat(100_000)),
        format!("(game {})", "\"A1\"..\"Z999\" ".repeat(50_000)),
        format!("(game {})", "(option \"\")".repeat(80_000)),
        format!(
            "(game \"x\" (players 2) (equipment {{{}}}) (rules (play (pass))))",
            "(regions {0..100})".repeat(10_000)
        ),
        format!("(game \"x\" {})", "(or ".repeat(90) + &")".repeat(90)),
        "a".repeat(2_000_000),
    ];
    for text in texts {
        let began = std::time::Instant::now();
        let shown: String = text.chars().take(40).collect();
        assert!(load(&description(&text), &Options::default()).is_err(), "{shown}");
        assert!(began.elapsed().as_secs_f64() < 1.0, "{shown} took {:?}", began.elapsed());
    }
}
