// Turns a table into marks on the paper. Every kind gives the same shape of
// answer, so app.js can move smoothly from one to the next:
//   marks: outlines as points, with their series and row; rules and texts around them.

const TAU = Math.PI * 2;
const MOST_LABELS_GAP = 46;

export function layout(kind, table, width, height) {
  if (kind === 'donut') return donut(table, width, height);
  return axes(kind, table, width, height);
}

export function format(value) {
  const digits = Math.abs(value) < 100 ? 2 : 0;
  return new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(value);
}

function axes(kind, table, width, height) {
  const ticks = niceTicks(table.rows.flatMap(({ values }) => values));
  const left = 14 + 8 * Math.max(...ticks.map((tick) => format(tick).length));
  const box = { left, right: width - 8, top: 14, bottom: height - 28 };
  const low = ticks[0];
  const span = ticks.at(-1) - low || 1;
  const y = (value) => box.bottom - ((value - low) / span) * (box.bottom - box.top);
  const step = (box.right - box.left) / table.rows.length;
  const x = (row) => box.left + (row + 0.5) * step;
  const marks = kind === 'bar' ? bars(table, x, y, step) : lines(table, x, y);
  return {
    marks,
    rules: ticks.map((tick) => ({
      d: wobbly(box.left, y(tick), box.right, y(tick), tick),
      strong: tick === 0,
    })),
    texts: [
      ...ticks.map((tick) => ({
        x: box.left - 8,
        y: y(tick) + 4,
        text: format(tick),
        anchor: 'end',
        className: 'tick',
      })),
      ...rowLabels(table, x, step, height),
    ],
  };
}

function rowLabels({ rows }, x, step, height) {
  const every = Math.max(1, Math.ceil(MOST_LABELS_GAP / step));
  const fits = Math.max(3, Math.floor((step * every) / 7.5));
  return rows
    .map(({ label }, row) => ({
      x: x(row),
      y: height - 8,
      text: shorten(label, fits),
      anchor: 'middle',
      className: '',
    }))
    .filter((_, row) => row % every === 0);
}

function shorten(label, length) {
  return label.length > length ? `${label.slice(0, length - 1)}…` : label;
}

function bars({ rows, columns }, x, y, step) {
  const group = Math.min(step * 0.76, 120 * columns.length);
  const wide = group / columns.length;
  return rows.flatMap(({ values }, row) =>
    values.map((value, series) => {
      const from = x(row) - group / 2 + series * wide + wide * 0.06;
      return { points: bar(from, y(value), from + wide * 0.88, y(0), row + series), series, row, fill: true };
    }),
  );
}

/** Four sides, none of them quite straight. */
function bar(x1, top, x2, base, seed) {
  const lean = shake(seed) * 2;
  return [
    [x1 + lean, top + shake(seed + 1)],
    [x2 + shake(seed + 2), top - lean],
    [x2 - lean, base],
    [x1, base],
  ];
}

function lines({ rows, columns }, x, y) {
  return columns.flatMap((_, series) => {
    const points = rows.map(({ values }, row) => [x(row), y(values[series])]);
    return [
      { points, series, row: null, fill: false },
      ...points.map(([px, py], row) => ({ points: dot(px, py), series, row, fill: true })),
    ];
  });
}

function dot(x, y) {
  return Array.from({ length: 10 }, (_, i) => [
    x + Math.cos((i * TAU) / 10) * 6,
    y + Math.sin((i * TAU) / 10) * 6,
  ]);
}

function donut({ rows }, width, height) {
  const sums = rows.map(({ values }) =>
    Math.max(
      0,
      values.reduce((a, b) => a + b, 0),
    ),
  );
  const total = sums.reduce((a, b) => a + b, 0) || 1;
  const middle = { x: width / 2, y: height / 2 };
  const outer = Math.min(width * 0.31, height * 0.4);
  let angle = -TAU / 4;
  const marks = [];
  const texts = [{ ...middle, y: middle.y + 9, text: format(total), anchor: 'middle', className: 'big' }];
  rows.forEach(({ label }, row) => {
    const turn = (sums[row] / total) * TAU;
    marks.push({ points: slice(middle, outer, angle, turn), series: row, row, fill: true });
    const half = angle + turn / 2;
    const side = Math.cos(half);
    if (turn > 0.16) {
      texts.push({
        x: middle.x + side * (outer + 12),
        y: middle.y + Math.sin(half) * (outer + 16) + 4,
        text: shorten(label, 11),
        anchor: Math.abs(side) < 0.35 ? 'middle' : side > 0 ? 'start' : 'end',
        className: '',
      });
    }
    angle += turn;
  });
  return { marks, rules: [], texts, isByRow: true };
}

function slice({ x, y }, outer, from, turn) {
  const inner = outer * 0.56;
  const steps = 24;
  const gap = Math.min(0.025, turn / 4);
  const arc = (radius, back) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const part = back ? 1 - i / steps : i / steps;
      const angle = from + gap + (turn - gap * 2) * part;
      return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    });
  return [...arc(outer, false), ...arc(inner, true)];
}

function niceTicks(values) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const rough = (high - low || 1) / 4.5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function wobbly(x1, y1, x2, y2, seed) {
  const third = (x2 - x1) / 3;
  return `M${x1} ${y1}C${x1 + third} ${y1 + shake(seed) * 1.5} ${x2 - third} ${y2 - shake(seed + 3) * 1.5} ${x2} ${y2}`;
}

/** The same small tremble for the same seed, so nothing jitters while typing. */
function shake(seed) {
  const wave = Math.sin(seed * 12.9898 + 4.1) * 43758.5453;
  return (wave - Math.floor(wave)) * 2 - 1;
}
