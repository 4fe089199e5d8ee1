//! Small boards, built from ludemes by hand.

use proptest::prelude::*;

use super::{
    AbsoluteDirection, BoardErrorKind, DrawOptions, RelationType, SiteType, Topology, build, draw_svg, tracks,
};
use crate::lud::tree::{Call, Place, Slot, Value};

fn call(class: &'static str, symbol: &'static str, slots: Vec<(&'static str, Value)>) -> Call {
    let slots = slots.into_iter().map(|(name, value)| Slot { name, value }).collect();
    Call { class, symbol, is_construct: false, overload: 0, slots, place: Place { line: 3, column: 7 } }
}

fn inner(class: &'static str, symbol: &'static str, slots: Vec<(&'static str, Value)>) -> Value {
    Value::Call(Box::new(call(class, symbol, slots)))
}

fn square(size: i32) -> Value {
    inner("functions.graph.generators.basis.square.Square", "square", vec![("dim", Value::Int(size))])
}

fn board(graph: Value, kind: &'static str) -> Call {
    let kind = Value::Constant("SiteType", kind);
    call("equipment.container.board.Board", "board", vec![("graphFn", graph), ("use", kind)])
}

fn built(graph: Value, kind: &'static str) -> Topology {
    build(&board(graph, kind)).unwrap()
}

fn line(topology: &Topology, site: usize, direction: AbsoluteDirection) -> Vec<Vec<u16>> {
    topology.radials(topology.default, site, direction).iter().map(|radial| radial.sites.to_vec()).collect()
}

#[test]
fn a_square_of_cells() {
    let topology = built(square(3), "Cell");
    let counts = [SiteType::Cell, SiteType::Vertex, SiteType::Edge].map(|kind| topology.count(kind));
    assert_eq!(counts, [9, 16, 24]);
    let cells = topology.of(SiteType::Cell);
    assert_eq!(cells.sites[4].orthogonal, [7, 5, 1, 3]);
    assert_eq!(cells.sites[4].diagonal, [8, 2, 0, 6]);
    assert_eq!(cells.sites[5].label, "C2");
    assert_eq!(cells.corners, [0, 2, 6, 8]);
    assert_eq!(cells.centre, [4]);
    assert_eq!(cells.rows[1], [3, 4, 5]);
    assert_eq!(cells.phases[0], [0, 2, 4, 6, 8]);
    assert_eq!(line(&topology, 0, AbsoluteDirection::NE), [[0, 4, 8]]);
    assert_eq!(topology.distinct(SiteType::Cell, 4, AbsoluteDirection::Adjacent).len(), 4);
    let up = &topology.radials(SiteType::Cell, 4, AbsoluteDirection::N)[0];
    assert_eq!(*up.opposites[0], [4, 1]);
    assert_eq!(topology.distances_from(SiteType::Cell, 0, RelationType::Orthogonal)[8], 4);
    assert_eq!(topology.distances_from(SiteType::Cell, 0, RelationType::Adjacent)[8], 2);
}

#[test]
fn a_square_of_vertices_is_one_smaller() {
    let topology = built(square(3), "Vertex");
    assert_eq!((topology.count(SiteType::Vertex), topology.count(SiteType::Cell)), (9, 4));
    assert_eq!(topology.span(), 9);
}

#[test]
fn hexagons_have_six_directions() {
    use AbsoluteDirection::{E, NNE, NNW, SSE, SSW, W};
    let hex = inner("functions.graph.generators.basis.hex.Hex", "hex", vec![("dimA", Value::Int(2))]);
    let topology = built(hex, "Cell");
    assert_eq!(topology.count(SiteType::Cell), 7);
    assert_eq!(topology.supported(SiteType::Cell, RelationType::Adjacent), [NNE, E, SSE, SSW, W, NNW]);
    assert_eq!(topology.of(SiteType::Cell).sites[3].adjacent.len(), 6);
    assert!(!topology.of(SiteType::Cell).sites[0].diagonal.is_empty(), "diagonals lead between two cells");
}

#[test]
fn merged_squares_share_their_common_side() {
    let shifted = inner(
        "functions.graph.operators.Shift",
        "shift",
        vec![("dx", Value::Float(2.0)), ("dy", Value::Float(0.0)), ("graph", square(2))],
    );
    let both = inner("functions.graph.operators.Merge", "merge", vec![("graphA", square(2)), ("graphB", shifted)]);
    let topology = built(both, "Cell");
    assert_eq!((topology.count(SiteType::Cell), topology.count(SiteType::Vertex)), (8, 15));
    assert_eq!(line(&topology, 0, AbsoluteDirection::E).len(), 1);
}

#[test]
fn mancala_boards_run_from_store_to_store() {
    let slots = vec![("rows", Value::Int(2)), ("columns", Value::Int(6))];
    let mancala = call("equipment.container.board.custom.MancalaBoard", "mancalaBoard", slots);
    let topology = build(&mancala).unwrap();
    let pits = &topology.of(SiteType::Vertex).sites;
    assert_eq!(pits.len(), 14);
    assert!((pits[0].point[0] + 0.85).abs() < 1e-6 && pits[13].point[0] > 5.0);
    let options = DrawOptions::for_board(&mancala);
    assert!(options.pits);
    let picture = draw_svg(&topology, &options);
    assert!((0..14).all(|site| picture.contains(&format!(">{site}</text>"))));
}

#[test]
fn tracks_follow_directions() {
    let slots = vec![("dimA", Value::Int(2)), ("dimB", Value::Int(3))];
    let rectangle = inner("functions.graph.generators.shape.Rectangle", "rectangle", slots);
    let track = inner(
        "equipment.container.board.Track",
        "track",
        vec![
            ("name", Value::Text("Route".to_owned())),
            ("trackDirection", Value::Text("7,0,E,N1,W,End,".to_owned())),
            ("role", Value::Constant("RoleType", "P2")),
        ],
    );
    let mut board = board(rectangle, "Cell");
    board.slots.push(Slot { name: "track", value: track });
    let topology = build(&board).unwrap();
    let tracks = tracks(&board, &topology).unwrap();
    let sites: Vec<i32> = tracks[0].elements.iter().map(|element| element.site).collect();
    assert_eq!(sites, [7, 0, 1, 2, 5, 4, 3, super::END]);
    assert_eq!(tracks[0].owner, 2);
}

#[test]
fn errors_name_the_ludeme_and_its_place() {
    let error = build(&board(inner("functions.graph.Mystery", "mystery", Vec::new()), "Cell")).unwrap_err();
    assert_eq!(error.to_string(), "3:7: (mystery …) is not supported in a board");
    let error = build(&board(square(5000), "Cell")).unwrap_err();
    assert_eq!(error.kind, BoardErrorKind::TooLarge);
    assert_eq!(error.to_string(), "3:7: (square …) makes a board with too many sites");
}

proptest! {
    /// Whatever vertices and edges a description lists, building and drawing come to an end.
    #[test]
    fn any_graph_is_built(
        points in prop::collection::vec((-3i16..4, -3i16..4), 1..14),
        pairs in prop::collection::vec((0usize..14, 0usize..14), 0..30),
        split: bool,
    ) {
        let list = |values: Vec<Value>| Value::Array(values);
        let vertices = points.iter().map(|(x, y)| list(vec![Value::Float(f32::from(*x)), Value::Float(f32::from(*y) / 2.0)]));
        let edges = pairs.iter().map(|(a, b)| {
            list(vec![Value::Int((a % points.len()) as i32), Value::Int((b % points.len()) as i32)])
        });
        let slots = vec![("vertices", list(vertices.collect())), ("edges", list(edges.collect()))];
        let mut graph = inner("util.graph.Graph", "graph", slots);
        if split {
            graph = inner("functions.graph.operators.SplitCrossings", "splitCrossings", vec![("graph", graph)]);
        }
        for kind in ["Cell", "Vertex", "Edge"] {
            if let Ok(topology) = build(&board(graph.clone(), kind)) {
                for site in 0..topology.count(topology.default) {
                    for direction in AbsoluteDirection::ALL {
                        prop_assert!(topology.radials(topology.default, site, direction).iter().all(|r| r.sites.len() > 1));
                    }
                }
                prop_assert!(draw_svg(&topology, &DrawOptions::default()).ends_with("</svg>\n"));
            }
        }
    }
}
