//! Tables, CSV, JSON lines, and the HTML page with plots and replays.
