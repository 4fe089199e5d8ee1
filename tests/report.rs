//! The report's page in a real browser: it loads without errors, sorts, filters, and replays to the recorded final position.

use halfling::arcade::yardstick::TicTacToe;
use halfling::game::{Game, Turn, random_from_seed};
use halfling::run::{GameRecord, contents_text};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn halfling(words: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_halfling")).args(words.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The page's document after its scripts ran; nothing where there is no browser.
fn document(page: &Path, fragment: &str) -> Option<String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        let probe = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        probe.is_ok_and(|status| status.success())
    })?;
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--disable-quic"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(["--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("file://{}#{fragment}", page.display()))
        .output()
        .unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Every value of an attribute, in order of appearance, outside of scripts.
fn attributes(document: &str, name: &str) -> Vec<String> {
    let body = document.split("<script").next().unwrap_or_default();
    body.split(&format!("{name}=\""))
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn the_page_works_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().display();
    for (agent, out) in [("uct", "a"), ("fake:first", "b")] {
        halfling(&format!(
            "match tic-tac-toe breakthrough-6 pig --agents {agent} random --games 4 --iterations 30 --out {base}/{out}"
        ));
    }
    halfling(&format!("report {base}/a {base}/b"));
    let page = folder.path().join("a/report.html");
    let html = fs::read_to_string(&page).unwrap();
    assert!(!html.contains("http://") && !html.contains("https://"), "the page asks for nothing from the network");
    let records: Vec<GameRecord> = fs::read_to_string(folder.path().join("a/games.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut order: Vec<&GameRecord> = records.iter().collect();
    order.sort_by_key(|record| record.game);
    let index = order.iter().position(|record| record.title == "tic-tac-toe").unwrap();

    let Some(sorted) = document(&page, "sort=-plies") else {
        eprintln!("skipped: there is no Chromium on this machine");
        return;
    };
    assert!(sorted.contains("data-ready=\"yes\"") && !sorted.contains("data-error"), "the scripts ran without errors");
    let by_length = attributes(&sorted, "data-title");
    assert_eq!(by_length.len(), 3);
    assert_eq!(by_length.last().unwrap(), "tic-tac-toe", "the shortest game is last");
    let upwards = document(&page, "sort=plies").unwrap();
    assert_eq!(attributes(&upwards, "data-title")[0], "tic-tac-toe");
    let filtered = document(&page, "filter=break").unwrap();
    assert_eq!(attributes(&filtered, "data-title"), ["breakthrough-6"]);
    assert!(filtered.contains("1 of 3 titles"));
    assert!(sorted.contains("Difference by title"), "two runs are compared");

    // The final position as the rules say it is, from the recorded moves alone.
    let game = TicTacToe::new();
    let mut rng = random_from_seed(0);
    let mut state = game.start(&mut (), &mut rng);
    for step in &order[index].moves {
        let Turn::Player(seat) = game.turn(&state) else { panic!("the game went on after its end") };
        let chosen = game.parse_move(&state, seat, &step.1, &mut ()).unwrap();
        game.apply(&mut state, chosen, &mut (), &mut rng);
    }
    assert_eq!(game.turn(&state), Turn::Over);
    let expected: BTreeSet<String> = contents_text(&game.contents(&state)).split(';').map(str::to_owned).collect();
    let last = document(&page, &format!("replay={index}&ply=99")).unwrap();
    let shown: BTreeSet<String> = attributes(&last, "data-site")
        .into_iter()
        .zip(attributes(&last, "data-mark"))
        .map(|(site, mark)| format!("{site}={mark}"))
        .collect();
    assert_eq!(shown, expected);
    let start = document(&page, &format!("replay={index}&ply=0")).unwrap();
    assert!(attributes(&start, "data-site").is_empty(), "the board is empty at the start");
}

#[test]
fn exports_have_a_row_per_game() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().display();
    halfling(&format!("match tic-tac-toe pig --agents uct random --games 4 --iterations 10 --out {base}/a"));
    halfling(&format!("match tic-tac-toe pig --agents random random --games 4 --iterations 10 --out {base}/b"));
    halfling(&format!("report {base}/a --csv {base}/games.csv"));
    halfling(&format!("report {base}/a --raw-results {base}/raw.csv"));
    halfling(&format!("report {base}/a {base}/b --differences {base}/differences.csv"));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("games.csv").lines().count(), 9);
    assert_eq!(read("differences.csv").lines().count(), 3);
    let raw = read("raw.csv");
    let mut lines = raw.lines();
    assert_eq!(lines.next(), Some("agents,utilities"));
    assert!(lines.all(|line| line.starts_with("\"('") && line.contains("' / '") && line.ends_with("0\"")), "{raw}");
    let markdown = halfling(&format!("report {base}/a {base}/b --markdown -"));
    assert!(markdown.starts_with("# Halfling report") && markdown.contains("mean difference"), "{markdown}");
}
