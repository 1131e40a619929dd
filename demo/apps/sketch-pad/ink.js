/** Turns raw pointer samples into a ribbon of ink and lays it down, repeated for the chosen symmetry. */

/** Name of each ink, its stored colour, and the CSS variable with its colour in the current scheme. */
export const INKS = [
  ['Ink black', '#1b1a22', '--black'],
  ['Cobalt', '#1d3ec7', '--cobalt'],
  ['Vermilion', '#e2452f', '--vermilion'],
  ['Marigold', '#f0a818', '--marigold'],
  ['Fern', '#1f8a5b', '--fern'],
  ['Orchid', '#a23bb5', '--orchid'],
  ['Chalk', '#ffffff', '--chalk'],
];
const VARIABLES = new Map(INKS.map(([, colour, variable]) => [colour, variable]));
const sheetStyle = getComputedStyle(document.documentElement);
const FAST = 2.6; // px per ms at which the line is at its thinnest
const SMOOTHING = 0.35;
/** Points nearer than this add noise, not shape. */
const MIN_STEP = 1.2;

export const SYMMETRIES = [
  { id: 'off', name: 'Free', turns: 1, mirror: false },
  { id: 'mirror', name: 'Mirror', turns: 1, mirror: true },
  { id: 'six', name: '6-fold', turns: 6, mirror: true },
  { id: 'swirl', name: 'Swirl', turns: 8, mirror: false },
];

/** A stroke keeps points relative to the middle of the sheet, so a resized window redraws it in place. */
export function beginStroke(colour, nib, symmetry) {
  return { colour, nib, symmetry, points: [] };
}

/** Returns true when the sample was far enough from the last one to be kept. */
export function addPoint(stroke, { x, y, time, pressure, pen }) {
  const last = stroke.points.at(-1);
  if (!last) {
    stroke.points.push({ x, y, time, width: stroke.nib * 0.55 });
    return true;
  }
  const distance = Math.hypot(x - last.x, y - last.y);
  if (distance < MIN_STEP) return false;
  const target = pen
    ? stroke.nib * (0.25 + pressure * 1.3)
    : widthForSpeed(distance / Math.max(1, time - last.time), stroke.nib);
  stroke.points.push({ x, y, time, width: last.width + (target - last.width) * SMOOTHING });
  return true;
}

/** A slow hand leaves a fat line and a quick one a thin line, as a fountain pen does. */
function widthForSpeed(speed, nib) {
  const calm = 1 - Math.min(speed / FAST, 1);
  return nib * (0.3 + 0.9 * calm * calm);
}

const midpoint = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Draws the part of a stroke from point `from` to its end; a live stroke is extended, never redrawn. */
export function drawStroke(pen, stroke, centre, from = 0) {
  const colour = sheetStyle.getPropertyValue(VARIABLES.get(stroke.colour));
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineCap = 'round';
  const { turns, mirror } = SYMMETRIES.find(({ id }) => id === stroke.symmetry);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of mirror ? [1, -1] : [1]) {
      pen.save();
      pen.translate(centre.x, centre.y);
      pen.rotate((turn / turns) * Math.PI * 2);
      pen.scale(side, 1);
      drawRibbon(pen, stroke.points, from);
      pen.restore();
    }
  }
}

function drawRibbon(pen, points, from) {
  if (from === 0 && points.length) drawDot(pen, points[0]);
  for (let i = Math.max(1, from); i < points.length; i += 1) {
    const before = points[i - 2] ?? points[i - 1];
    const start = midpoint(before, points[i - 1]);
    const end = midpoint(points[i - 1], points[i]);
    pen.lineWidth = (points[i - 1].width + points[i].width) / 2;
    pen.beginPath();
    pen.moveTo(start.x, start.y);
    pen.quadraticCurveTo(points[i - 1].x, points[i - 1].y, end.x, end.y);
    pen.stroke();
  }
}

function drawDot(pen, { x, y, width }) {
  pen.beginPath();
  pen.arc(x, y, width / 2, 0, Math.PI * 2);
  pen.fill();
}
