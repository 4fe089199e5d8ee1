'use strict';
window.addEventListener('error', e => { document.body.dataset.error = String(e.message); });
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const esc = s => String(s).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]));
const num = (v, d = 3) => v === null || v === undefined ? '' : v.toFixed(d);
const signed = (v, d = 3) => v === null || v === undefined ? '' : (v > 0 ? '+' : '') + v.toFixed(d);
const COLOURS = ['#2563a8', '#c2571a', '#2f7d4f', '#7a4ea3', '#a33', '#557'];

// The state of the page lives in the fragment, so that what one sees can be linked: #run=0&sort=-utility&filter=…&replay=…&ply=…
const state = Object.assign({ run: '0', sort: 'title', filter: '', category: '', replay: '', ply: '0' },
  Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
function remember() {
  const p = new URLSearchParams();
  for (const [k, v] of Object.entries(state)) if (v !== '' && v !== undefined) p.set(k, v);
  history.replaceState(null, '', '#' + p);
}

// ---- overview
function intervalPlot(rows, references, unit, bands = []) {
  const all = rows.flatMap(r => [r.low, r.high]).concat(references.map(r => r[1]), bands.flatMap(b => [b[1], b[2]]));
  const lo = Math.min(-0.1, ...all), hi = Math.max(0.1, ...all), pad = (hi - lo) * 0.08;
  const W = 760, left = 300, h = 26, top = 10, H = top + h * (rows.length + references.length + bands.length) + 30;
  const x = v => left + (v - lo + pad) / (hi - lo + 2 * pad) * (W - left - 60);
  let s = `<svg viewBox="0 0 ${W} ${H}" width="${W}" role="img" aria-label="${esc(unit)}">`;
  s += `<line class="axis" x1="${x(0)}" x2="${x(0)}" y1="${top}" y2="${H - 24}"/>`;
  rows.forEach((r, i) => {
    const y = top + h * i + h / 2, c = COLOURS[i % COLOURS.length];
    s += `<text x="${left - 10}" y="${y + 4}" text-anchor="end"><title>${esc(r.name)}</title>${esc(r.name.length > 44 ? r.name.slice(0, 43) + "…" : r.name)}</text>` +
      `<line x1="${x(r.low)}" x2="${x(r.high)}" y1="${y}" y2="${y}" stroke="${c}" stroke-width="3"/>` +
      `<circle cx="${x(r.value)}" cy="${y}" r="5" fill="${c}"/><text x="${x(r.high) + 8}" y="${y + 4}">${signed(r.value)}</text>`;
  });
  references.forEach(([name, v], i) => {
    const y = top + h * (rows.length + i) + h / 2;
    s += `<text class="soft" x="${left - 10}" y="${y + 4}" text-anchor="end">${esc(name)}</text>` +
      `<line x1="${x(v)}" x2="${x(v)}" y1="${top}" y2="${H - 24}" stroke="#9aa5b1" stroke-dasharray="3 4"/>` +
      `<text class="soft" x="${x(v) + 6}" y="${y + 4}">${signed(v)}</text>`;
  });
  bands.forEach(([name, low, high], i) => {
    const y = top + h * (rows.length + references.length + i) + h / 2;
    s += `<text class="soft" x="${left - 10}" y="${y + 4}" text-anchor="end">${esc(name)}</text>` +
      `<line x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}" stroke="#9aa5b1" stroke-width="7" opacity="0.5"/>` +
      `<text class="soft" x="${x(high) + 6}" y="${y + 4}">${signed(low)} to ${signed(high)}</text>`;
  });
  return s + `<text class="soft" x="${left}" y="${H - 6}">${esc(unit)}</text></svg>`;
}
function overview() {
  $('subtitle').textContent = data.runs.map(r => r.name).join(' · ') + ' — ' + data.build;
  const scored = data.runs.filter(r => r.score).map(r => ({ name: r.label, ...r.score }));
  let s = '<h2>Summary</h2>';
  const kilothon = data.runs.some(r => r.kind === 'kilothon');
  if (scored.length) s += intervalPlot(scored, kilothon ? data.references : [], 'mean utility of agent 1, with its 95 % interval (over titles, where there are several)', kilothon ? data.bands : []);
  for (const run of data.runs) {
    s += `<h3>${esc(run.name)}</h3><pre>${esc(run.summary)}</pre>`;
    if (run.ratings.length) s += ratings(run);
  }
  $('overview').innerHTML = s;
}
function ratings(run) {
  return intervalPlot(run.ratings.map(r => ({ name: r.agent, low: r.low, value: r.value, high: r.high })), [], 'Elo around the mean (Bradley–Terry), 95 %');
}

// ---- categories
function categories() {
  const names = [...new Set(data.runs.flatMap(r => r.categories.map(c => c.name)))];
  if (names.length < 2) return;
  const lines = data.runs.map(r => r.label);
  const withReference = data.runs.some(r => r.kind === 'kilothon');
  const references = withReference ? data.category_references : [];
  const W = 760, left = 120, bar = 15, group = bar * (lines.length + references.length) + 12, H = 20 + group * names.length + 30;
  const x = v => left + v * (W - left - 120);
  let s = `<svg viewBox="0 0 ${W} ${H}" width="${W}" role="img" aria-label="win ratio by category">`;
  s += `<line x1="${x(0.5)}" x2="${x(0.5)}" y1="10" y2="${H - 26}" stroke="#9aa5b1" stroke-dasharray="3 4"/>`;
  names.forEach((name, g) => {
    const y0 = 12 + group * g;
    s += `<text x="${left - 10}" y="${y0 + group / 2}" text-anchor="end">${esc(name)}</text>`;
    data.runs.forEach((run, i) => {
      const c = run.categories.find(c => c.name === name);
      if (!c || c.ratio === null) return;
      const y = y0 + bar * i;
      s += `<rect x="${x(0)}" y="${y}" width="${x(c.ratio) - x(0)}" height="${bar - 3}" fill="${COLOURS[i]}" opacity="0.8"/>` +
        `<line x1="${x(c.low)}" x2="${x(c.high)}" y1="${y + 6}" y2="${y + 6}" stroke="#222"/>` +
        `<text x="${x(Math.max(c.ratio, c.high)) + 6}" y="${y + 11}">${(100 * c.ratio).toFixed(0)} % of ${c.wins + c.losses}</text>`;
    });
    references.forEach(([agent, ratios], i) => {
      const ref = ratios[name], y = y0 + bar * (lines.length + i) + 5;
      if (ref) s += `<circle cx="${x(ref)}" cy="${y}" r="4" fill="#9aa5b1"/><text class="soft" x="${x(ref) + 8}" y="${y + 4}">${(100 * ref).toFixed(0)} %, ${esc(agent)}</text>`;
    });
  });
  s += `<text class="soft" x="${left}" y="${H - 6}">wins / (wins + losses), draws left out, with Wilson's 95 %</text></svg>`;
  let t = '<table><thead><tr><th class="text">category</th><th class="text">run</th><th>titles</th><th>won</th><th>drawn</th><th>lost</th><th>utility</th></tr></thead><tbody>';
  for (const name of names) for (const run of data.runs) {
    const c = run.categories.find(c => c.name === name);
    if (c) t += `<tr><td class="text">${esc(name)}</td><td class="text">${esc(run.label)}</td><td>${c.titles}</td><td>${c.wins}</td><td>${c.draws}</td><td>${c.losses}</td><td>${signed(c.utility)}</td></tr>`;
  }
  $('categories').innerHTML = '<h2>Categories</h2>' + s + t + '</tbody></table>';
  $('categories').hidden = false;
}

// ---- distributions
function histogram(title, unit, series) {
  const W = 500, H = 220, left = 44, bottom = 34, bins = Math.max(...series.map(s => s.counts.length));
  const top = Math.max(1, ...series.flatMap(s => s.counts.map(c => c / Math.max(1, s.total))));
  const w = (W - left - 10) / bins / series.length;
  let s = `<figure style="margin:0"><h3>${esc(title)}</h3><svg viewBox="0 0 ${W} ${H}" width="${W}" role="img" aria-label="${esc(title)}">`;
  const peak = Math.max(...series.flatMap(x => x.counts.map(c => c / Math.max(1, x.total)))) || top;
  series.forEach((one, i) => one.counts.forEach((c, b) => {
    const h = c / Math.max(1, one.total) / peak * (H - bottom - 14), x = left + (b * series.length + i) * w;
    s += `<rect x="${x}" y="${H - bottom - h}" width="${Math.max(1, w - 1)}" height="${h}" fill="${COLOURS[i]}" opacity="0.8"><title>${esc(one.name)}: ${c} games, ${num(one.from + b * one.step, 1)} to ${num(one.from + (b + 1) * one.step, 1)} ${esc(unit)}</title></rect>`;
  }));
  const one = series[0];
  for (let b = 0; b <= bins; b += Math.ceil(bins / 6))
    s += `<text class="soft" x="${left + b * series.length * w}" y="${H - bottom + 16}" text-anchor="middle">${num(one.from + b * one.step, one.step < 1 ? 2 : 0)}</text>`;
  return s + `<line class="axis" x1="${left}" x2="${W - 10}" y1="${H - bottom}" y2="${H - bottom}"/><text class="soft" x="${left}" y="${H - 4}">${esc(unit)}; share of games, highest ${(100 * peak).toFixed(1)} %</text></svg></figure>`;
}
function distributions() {
  const make = key => data.runs.filter(r => r[key]).map(r => ({ name: r.label, ...r[key] }));
  const lengths = make('lengths');
  if (!lengths.length) return;
  let s = '<h2>Lengths and time</h2><div class="plots">' + histogram('Length of games', 'plies', lengths);
  const times = make('durations');
  if (times.length) s += histogram('Thinking time of agent 1', 'seconds per game', times);
  s += '</div><table><thead><tr><th class="text">run</th><th class="text">agent</th><th>moves</th><th>s per move</th><th>iterations per move</th><th>late</th><th>after the clock</th><th>failed games</th></tr></thead><tbody>';
  for (const run of data.runs) for (const e of run.entrants)
    s += `<tr><td class="text">${esc(run.label)}</td><td class="text">${esc(e.agent)} <span class="note">${esc(e.limit)}</span></td><td>${e.moves}</td><td>${num(e.seconds_per_move)}</td><td>${num(e.iterations_per_move, 0)}</td><td>${(100 * e.late).toFixed(2)} %</td><td>${(100 * e.after_clock).toFixed(2)} %</td><td class="${e.faults ? 'bad' : ''}">${e.faults}</td></tr>`;
  $('distributions').innerHTML = s + '</tbody></table>';
  $('distributions').hidden = false;
}

// ---- comparison of two runs by title
function comparison() {
  const c = data.comparison;
  if (!c) return;
  const rows = [...c.titles].sort((a, b) => Math.abs(b[3]) - Math.abs(a[3])).slice(0, 30);
  let s = `<h2>Difference by title</h2><p>${esc(c.second)} against ${esc(c.first)}, ${c.titles.length} titles that both have: mean difference ` +
    `<b>${signed(c.mean.value)}</b> [${signed(c.mean.low)}, ${signed(c.mean.high)}]; better in ${c.better}, worse in ${c.worse}, equal in ${c.equal}; ` +
    `sign test p = ${num(c.sign_p, 4)}, Wilcoxon p = ${num(c.wilcoxon_p, 4)}.</p>`;
  s += `<table><thead><tr><th class="text">title</th><th>${esc(c.first)}</th><th>${esc(c.second)}</th><th>difference</th></tr></thead><tbody>`;
  for (const [t, a, b, d] of rows) s += `<tr><td class="text">${esc(t)}</td><td>${signed(a)}</td><td>${signed(b)}</td><td>${signed(d)}</td></tr>`;
  $('comparison').innerHTML = s + `</tbody></table><p class="note">The ${rows.length} largest differences; the whole list is in the CSV export.</p>`;
  $('comparison').hidden = false;
}

// ---- titles
const COLUMNS = [
  ['title', 'title', t => t.title, true], ['category', 'category', t => t.category, true], ['seats', 'players', t => t.seats],
  ['games', 'games', t => t.games], ['wins', 'won', t => t.wins], ['draws', 'drawn', t => t.draws], ['losses', 'lost', t => t.losses],
  ['utility', 'utility', t => t.utility, false, signed], ['low', 'win rate from', t => t.low, false, num], ['high', 'to', t => t.high, false, num],
  ['plies', 'plies', t => t.plies, false, v => num(v, 1)], ['caps', 'caps', t => t.caps], ['faults', 'failures', t => t.faults],
  ['unplayed', 'not played because', t => t.unplayed, true],
];
function table() {
  const run = data.runs[+state.run] || data.runs[0];
  const down = state.sort.startsWith('-'), key = state.sort.replace(/^-/, '');
  const column = COLUMNS.find(c => c[0] === key) || COLUMNS[0];
  const text = state.filter.toLowerCase();
  const rows = run.titles.filter(t => (!text || t.title.toLowerCase().includes(text) || t.category.toLowerCase().includes(text)) &&
    (!state.category || t.group === state.category));
  const order = (a, b) => a === b ? 0 : a === null || a === undefined || a === '' ? 1 : b === null || b === undefined || b === '' ? -1 :
    (typeof a === 'string' ? a.localeCompare(b) : a - b) * (down ? -1 : 1);
  rows.sort((a, b) => order(column[2](a), column[2](b)) || a.title.localeCompare(b.title));
  $('table').tHead.innerHTML = '<tr>' + COLUMNS.map(c => `<th data-key="${c[0]}" class="${c[3] ? 'text' : ''}"` +
    (c[0] === column[0] ? ` aria-sort="${down ? 'descending' : 'ascending'}"` : '') + `>${c[1]}</th>`).join('') + '</tr>';
  $('table').tBodies[0].innerHTML = rows.map(t => `<tr data-title="${esc(t.title)}">` + COLUMNS.map(c => {
    const v = c[2](t);
    return `<td class="${c[3] ? 'text' : ''}">${esc(v === null || v === undefined ? '' : c[4] ? c[4](v) : v)}</td>`;
  }).join('') + '</tr>').join('');
  $('count').textContent = `${rows.length} of ${run.titles.length} titles`;
}
function titles() {
  $('run').innerHTML = data.runs.map((r, i) => `<option value="${i}">${esc(r.label)}</option>`).join('');
  const groups = [...new Set(data.runs.flatMap(r => r.titles.map(t => t.group)))].filter(Boolean).sort();
  $('category').innerHTML += groups.map(g => `<option>${esc(g)}</option>`).join('');
  for (const id of ['run', 'filter', 'category']) {
    $(id).value = state[id];
    $(id).addEventListener('input', () => { state[id] = $(id).value; table(); if (id === 'run') games(); remember(); });
  }
  $('table').tHead.addEventListener('click', e => {
    const key = e.target.dataset.key;
    if (!key) return;
    state.sort = state.sort === key ? '-' + key : key;
    table(); remember();
  });
  $('table').tBodies[0].addEventListener('click', e => {
    const row = e.target.closest('tr');
    const index = row ? replays().findIndex(r => r.title === row.dataset.title) : -1;
    if (index >= 0) { show(index, 0); $('replay').scrollIntoView({ behavior: 'smooth' }); }
  });
  table();
}

// ---- replays
let loaded = null, timer = null;
const replays = () => loaded || (data.runs[+state.run] || data.runs[0]).replays;
const parse = text => text === '' ? [] : text.split(';').map(part => {
  const at = part.indexOf('='), rest = part.slice(at + 1), colon = rest.indexOf(':');
  return [+part.slice(0, at), rest === '' ? null : { owner: +rest.slice(0, colon), glyph: rest.slice(colon + 1) }];
});
// Games that Ludii played are recorded in its own words, which are long: here only where a move goes.
const brief = text => {
  const move = /^\[Move:(?:mover=\d+,)?(?:from=(-?\d+),)?(?:to=(-?\d+),)?/.exec(text);
  if (!move) return text;
  if (text.includes('[Swap')) return 'swap';
  if (move[2] === undefined) return text.includes('[Pass') ? 'pass' : text.replace(/^.*?\[(\w+):?.*$/, '$1');
  return move[1] === undefined || move[1] === move[2] ? move[2] : move[1] + '-' + move[2];
};
function boardAt(replay, ply) {
  const marks = new Map(parse(replay.start));
  for (const move of replay.moves.slice(0, ply)) for (const [site, mark] of parse(move[4] || '')) mark ? marks.set(site, mark) : marks.delete(site);
  return marks;
}
const FIGURES = [['pawn', '♟'], ['knight', '♞'], ['horse', '♞'], ['bishop', '♝'], ['rook', '♜'], ['queen', '♛'], ['amazon', '♛'], ['king', '♚']];
function figure(mark, x, y, r) {
  const fill = ['#b9b3a3', '#fdfdfb', '#23272e', '#c0392b', '#2d7dd2', '#3a9d5d', '#d99a1c'][mark.owner] || '#9a86c4';
  const ink = mark.owner === 1 || mark.owner === 0 ? '#1c2127' : '#fff';
  const disc = `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="#1c2127" stroke-width="${r * 0.08}"/>`;
  const write = (t, k) => `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central" style="font-size:${r * k}px;fill:${ink}">${esc(t)}</text>`;
  const name = mark.glyph.toLowerCase();
  if (name.includes('cross')) return `<path d="M${x - r * .7} ${y - r * .7}L${x + r * .7} ${y + r * .7}M${x + r * .7} ${y - r * .7}L${x - r * .7} ${y + r * .7}" stroke="#1c2127" stroke-width="${r * .28}"/>`;
  const stack = /×(\d+)$/.exec(name);
  if (stack) return disc + write(stack[1], 1.1);
  const chess = FIGURES.find(f => name.includes(f[0]));
  if (chess) return disc + write(chess[1], 1.5);
  if (/^(disc|ball|marker|counter|stone|piece|dot|token)\d*$/.test(name) || name === '') return disc;
  return disc + write(mark.glyph.length <= 3 ? mark.glyph : mark.glyph.slice(0, 2), mark.glyph.length > 2 ? 0.75 : 1);
}
function draw(replay, ply) {
  const board = data.boards[replay.rules];
  const marks = boardAt(replay, ply);
  if (!board) { $('board').innerHTML = '<p class="note">This game has no drawing; the moves are listed beside.</p>'; return; }
  const points = board.sites.flatMap(s => s[3].length ? s[3] : [s[1], s[2]]).concat(board.lines.flat());
  const xs = points.filter((_, i) => i % 2 === 0), ys = points.filter((_, i) => i % 2 === 1);
  const x0 = Math.min(...xs), y0 = Math.min(...ys), span = Math.max(Math.max(...xs) - x0, Math.max(...ys) - y0) || 1;
  let gap = Infinity;
  const c = board.sites;
  for (let i = 0; i < c.length; i++) for (let j = i + 1; j < Math.min(c.length, i + 40); j++) {
    const d = Math.hypot(c[i][1] - c[j][1], c[i][2] - c[j][2]);
    if (d > 1e-6 && d < gap) gap = d;
  }
  // Pieces on the outermost points need room beyond them.
  const y1 = Math.max(...ys), k = 520 / span, r = Math.min(36, (isFinite(gap) ? gap : 1) * k * 0.36), m = Math.max(12, r * 1.15);
  const X = x => (x - x0) * k + m, Y = y => (y1 - y) * k + m;
  const H = (y1 - y0) * k + 2 * m, W = (Math.max(...xs) - x0) * k + 2 * m;
  let s = `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="position after ply ${ply}">`;
  for (const [ax, ay, bx, by] of board.lines) s += `<line x1="${X(ax)}" y1="${Y(ay)}" x2="${X(bx)}" y2="${Y(by)}" stroke="#8a7f68" stroke-width="2"/>`;
  const changed = new Set(ply > 0 ? parse(replay.moves[ply - 1][4] || '').map(p => p[0]) : []);
  board.sites.forEach((site, i) => {
    const hot = changed.has(i);
    if (site[3].length) {
      let d = '';
      for (let p = 0; p < site[3].length; p += 2) d += (p ? 'L' : 'M') + X(site[3][p]) + ' ' + Y(site[3][p + 1]);
      s += `<path d="${d}Z" fill="${hot ? '#f3dfa2' : '#e9e2d0'}" stroke="#8a7f68"><title>${esc(site[0])}</title></path>`;
    } else s += `<circle cx="${X(site[1])}" cy="${Y(site[2])}" r="${hot ? r * .5 : r * .2}" fill="${hot ? '#f3dfa2' : '#8a7f68'}"><title>${esc(site[0])}</title></circle>`;
  });
  for (const [i, mark] of marks) if (board.sites[i])
    s += `<g data-site="${i}" data-mark="${mark.owner}:${esc(mark.glyph)}">${figure(mark, X(board.sites[i][1]), Y(board.sites[i][2]), r)}</g>`;
  $('board').innerHTML = s + '</svg>';
}
function show(index, ply) {
  const replay = replays()[index];
  if (!replay) return;
  const changedGame = $('game').dataset.shown !== String(index);
  ply = Math.max(0, Math.min(replay.moves.length, ply));
  Object.assign(state, { replay: String(index), ply: String(ply) });
  $('game').value = String(index); $('game').dataset.shown = String(index);
  $('ply').max = replay.moves.length; $('ply').value = ply;
  const move = ply > 0 ? replay.moves[ply - 1] : null;
  $('position').innerHTML = `<b>${esc(replay.title)}</b>, game ${replay.game}: ${replay.agents.map((a, i) => `${i + 1} ${esc(a)}`).join(', ')}<br>` +
    (move ? `ply ${ply}: player ${move[0]} plays <b>${esc(brief(move[1]))}</b> in ${(move[2] / 1e6).toFixed(3)} s, ${move[3]} iterations` : 'the start') +
    (ply === replay.moves.length ? `<br><b>${esc(replay.end)}</b>: ${replay.utilities.map(u => signed(u, 2)).join(', ')}${replay.detail ? ' (' + esc(replay.detail) + ')' : ''}` : '');
  if (changedGame) $('moves').innerHTML = replay.moves.map((m, i) => `<li data-ply="${i + 1}">${esc(brief(m[1]))}</li>`).join('');
  for (const li of $('moves').children) li.classList.toggle('now', +li.dataset.ply === ply);
  draw(replay, ply);
  $('board').dataset.ply = ply;
  remember();
}
function games() {
  const list = replays();
  $('game').innerHTML = list.map((r, i) => `<option value="${i}">${esc(r.title)} · game ${r.game} · ${r.utilities.map(u => signed(u, 1)).join(' ')}</option>`).join('');
  delete $('game').dataset.shown;
  const run = data.runs[+state.run] || data.runs[0];
  $('replay-note').textContent = loaded ? `${list.length} games from the file.` : run.left_out > 0 ?
    `${list.length} of ${list.length + run.left_out} recorded games are in this page; any other can be opened from ${run.name}/games.jsonl.` : '';
  if (!list.length) { $('board').innerHTML = '<p class="note">No game with moves is recorded.</p>'; return; }
  show(+state.replay || 0, +state.ply || 0);
}
function viewer() {
  const at = () => [+$('game').value, +$('ply').value];
  const step = d => { const [g, p] = at(); show(g, p + d); };
  const stop = () => { clearInterval(timer); timer = null; $('auto').textContent = 'play'; };
  $('game').addEventListener('input', () => show(+$('game').value, 0));
  $('ply').addEventListener('input', () => show(...at()));
  $('first').onclick = () => step(-1e9); $('back').onclick = () => step(-1); $('next').onclick = () => step(1); $('last').onclick = () => step(1e9);
  $('auto').onclick = () => {
    if (timer) return stop();
    $('auto').textContent = 'stop';
    timer = setInterval(() => { if (+$('ply').value >= +$('ply').max) stop(); else step(1); }, 600);
  };
  $('moves').addEventListener('click', e => { if (e.target.dataset.ply) show(+$('game').value, +e.target.dataset.ply); });
  document.addEventListener('keydown', e => {
    if (/INPUT|SELECT/.test(e.target.tagName)) return;
    if (e.key === 'ArrowRight') step(1); else if (e.key === 'ArrowLeft') step(-1); else if (e.key === 'Home') step(-1e9); else if (e.key === 'End') step(1e9);
  });
  $('file').addEventListener('change', async () => {
    const text = await $('file').files[0].text();
    loaded = text.split('\n').filter(Boolean).map(line => JSON.parse(line)).filter(r => r.moves && r.moves.length)
      .map(r => Object.assign({ start: '', detail: '' }, r));
    Object.assign(state, { replay: '0', ply: '0' });
    games();
  });
  games();
}
overview(); comparison(); categories(); distributions(); titles(); viewer();
document.body.dataset.ready = 'yes';
