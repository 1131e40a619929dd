import { parseTable } from './parse.js';
import { format, layout } from './shapes.js';

const SVG = 'http://www.w3.org/2000/svg';
const STORE_KEY = 'chart-sketch:drawing';
const MORPH_MS = 520;
const SHOW_MS = 2600;
/** Their colours stand in the style sheet, for paper and for the dark. */
const PENS = Array.from({ length: 8 }, (_, i) => `var(--pen${i})`);
const SAMPLES = [
  { kind: 'bar', text: 'Day, Coffee, Tea\nMon, 4, 1\nTue, 3, 2\nWed, 5, 1\nThu, 2, 4\nFri, 6, 2' },
  {
    kind: 'line',
    text: 'Month, Sunshine\nJan, 62\nFeb, 80\nMar, 121\nApr, 155\nMay, 184\nJun, 196\nJul, 217\nAug, 201\nSep, 152\nOct, 112\nNov, 68\nDec, 51',
  },
  { kind: 'donut', text: 'Sleep, 8\nWork, 7.5\nFriends, 3\nCooking, 1.5\nReading, 2\nScrolling, 2' },
  { kind: 'line', text: '3 8 5 13 9 21 16 34 25' },
];

const $ = (id) => document.getElementById(id);
const chart = $('chart');
const motion = matchMedia('(prefers-reduced-motion: reduce)');
const kept = remembered();
const drawing = kept ?? { ...SAMPLES[0] };
let sampleIndex = 0;
let table = null;
let chosenRow = null;
let shown = [];
let morphFrame = 0;

function refresh() {
  const parsed = parseTable(drawing.text);
  $('hint').classList.toggle('bad', Boolean(parsed.problem));
  $('source').classList.toggle('bad', Boolean(parsed.problem));
  $('hint').textContent =
    parsed.problem ?? 'A few numbers, or lines of “name, number”. The first line may name the columns.';
  if (parsed.problem) return;
  table = parsed;
  chosenRow = null;
  $('readout').textContent = '';
  draw();
  showTable();
}

function draw() {
  const { clientWidth: width, clientHeight: height } = chart;
  chart.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const plan = layout(drawing.kind, table, width, height);
  const paper = [patterns(), ...plan.rules.map(rule), ...plan.texts.map(label)];
  const marks = plan.marks.map(markNode);
  chart.replaceChildren(...paper, ...marks);
  morph(marks, plan.marks);
  showLegend(plan);
}

/** Moves every mark from where its predecessor stood to its new outline. */
function morph(nodes, marks) {
  cancelAnimationFrame(morphFrame);
  const from = marks.map((mark, i) => startOutline(mark, shown[i]));
  const started = performance.now();
  const step = (now) => {
    const part = motion.matches ? 1 : Math.min(1, Math.max(0, (now - started) / MORPH_MS));
    const eased = 1 - (1 - part) ** 3;
    shown = marks.map((mark, i) =>
      mark.points.map(([x, y], p) => [
        from[i][p][0] + (x - from[i][p][0]) * eased,
        from[i][p][1] + (y - from[i][p][1]) * eased,
      ]),
    );
    nodes.forEach((node, i) => node.setAttribute('d', outline(shown[i], marks[i].fill)));
    if (part < 1) morphFrame = requestAnimationFrame(step);
  };
  step(started);
}

function startOutline({ points }, old) {
  if (!old?.length) {
    const base = Math.max(...points.map(([, y]) => y));
    return points.map(([x]) => [x, base]);
  }
  // Outlines of different length are matched by how far along they are.
  return points.map((_, p) => old[Math.round((p / Math.max(1, points.length - 1)) * (old.length - 1))]);
}

function outline(points, isClosed) {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${isClosed ? 'Z' : ''}`;
}

function pen(series) {
  return PENS[series % PENS.length];
}

/** Felt-pen hatching: one pattern per pen, each at its own slant. */
function patterns() {
  const defs = svg('defs');
  PENS.forEach((color, i) => {
    const pattern = svg('pattern', {
      id: `pen${i}`,
      width: 7,
      height: 7,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `rotate(${38 + i * 31})`,
    });
    pattern.append(
      svg('rect', { width: 7, height: 7, fill: color, 'fill-opacity': 0.3 }),
      svg('path', { d: 'M0 2h7', stroke: color, 'stroke-width': 3.4, 'stroke-opacity': 0.85 }),
    );
    defs.append(pattern);
  });
  return defs;
}

function markNode({ series, row, fill }) {
  const node = svg('path', {
    fill: fill ? `url(#pen${series % PENS.length})` : 'none',
    stroke: pen(series),
    'stroke-width': fill ? 2.4 : 4,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  });
  if (row === null) return node;
  node.classList.add('mark');
  node.dataset.row = row;
  return node;
}

function rule({ d, strong }) {
  return svg('path', {
    d,
    fill: 'none',
    stroke: strong ? 'var(--ink)' : 'var(--rule)',
    'stroke-width': strong ? 2 : 1.2,
  });
}

function label({ x, y, text, anchor, className }) {
  const node = svg('text', { x, y, 'text-anchor': anchor, class: className });
  node.textContent = text;
  return node;
}

function svg(tag, attributes = {}) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function showLegend({ isByRow }) {
  const names = isByRow || table.columns.length === 1 ? [] : table.columns;
  $('legend').replaceChildren(
    ...names.map((name, i) => {
      const item = document.createElement('span');
      const swatch = document.createElement('i');
      swatch.style.background = pen(i);
      item.append(swatch, name);
      return item;
    }),
  );
}

function showTable() {
  const head = tableRow(['', ...table.columns], 'th');
  const body = document.createElement('tbody');
  body.append(...table.rows.map(({ label: name, values }) => tableRow([name, ...values.map(format)], 'td')));
  const thead = document.createElement('thead');
  thead.append(head);
  $('table').replaceChildren(thead, body);
  const all = table.rows.flatMap(({ values }) => values);
  $('summary').textContent =
    `${drawing.kind} chart of ${table.rows.length} rows, from ${format(Math.min(...all))} to ${format(Math.max(...all))}. The table below has all the numbers.`;
}

function tableRow(cells, tag) {
  const row = document.createElement('tr');
  cells.forEach((text, i) => {
    const cell = document.createElement(i ? tag : 'th');
    cell.textContent = text;
    cell.scope = tag === 'th' ? 'col' : 'row';
    row.append(cell);
  });
  return row;
}

function choose(row) {
  if (row === chosenRow) return;
  chosenRow = row;
  for (const node of chart.querySelectorAll('.mark'))
    node.classList.toggle('chosen', Number(node.dataset.row) === row);
  const { label: name, values } = table.rows[row];
  $('readout').textContent = `${name}: ${values.map(format).join(' / ')}`;
}

function setKind(kind) {
  drawing.kind = kind;
  for (const button of $('kinds').children) button.setAttribute('aria-pressed', button.dataset.kind === kind);
}

function remembered() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE_KEY));
    return stored?.text ? stored : null;
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(STORE_KEY, JSON.stringify(drawing));
  } catch {
    /* private mode: the drawing is not kept */
  }
}

/** Until someone takes over, the first chart turns from one kind into the next. */
function startShow() {
  const kinds = [...$('kinds').children].map((button) => button.dataset.kind);
  const timer = setInterval(() => {
    if (document.hidden) return;
    setKind(kinds[(kinds.indexOf(drawing.kind) + 1) % kinds.length]);
    draw();
  }, SHOW_MS);
  for (const type of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(type, () => clearInterval(timer), { once: true, capture: true });
  }
}

for (const button of $('kinds').children) {
  button.addEventListener('click', () => {
    setKind(button.dataset.kind);
    save();
    refresh();
  });
}
$('source').addEventListener('input', () => {
  drawing.text = $('source').value;
  save();
  refresh();
});
$('sample').addEventListener('click', () => {
  sampleIndex = (sampleIndex + 1) % SAMPLES.length;
  drawing.text = SAMPLES[sampleIndex].text;
  $('source').value = drawing.text;
  setKind(SAMPLES[sampleIndex].kind);
  save();
  refresh();
});
for (const type of ['pointerover', 'pointerdown']) {
  chart.addEventListener(type, ({ target }) => {
    if (target.dataset.row) choose(Number(target.dataset.row));
  });
}
addEventListener('resize', () => table && draw());

$('source').value = drawing.text;
setKind(drawing.kind);
refresh();
if (!kept && !motion.matches) startShow();
