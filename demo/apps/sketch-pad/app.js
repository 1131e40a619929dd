import { INKS, SYMMETRIES, addPoint, beginStroke, drawStroke } from './ink.js';
import { drawInvitation } from './demo.js';
import { watchLive } from './live.js';

const NIBS = [
  ['fine', 5],
  ['medium', 11],
  ['bold', 22],
];
const STORAGE_KEY = 'sketch-pad:strokes';
/** Roughly what fits in storage with room for the other apps on this origin. */
const MAX_STORED = 400_000;
/** Arrow keys move a pen across the sheet for those who draw without a pointer. */
const KEY_STEP = 14;

const sheet = document.querySelector('.sheet');
const pen = sheet.getContext('2d', { desynchronized: true });
const buttons = Object.fromEntries(
  [...document.querySelectorAll('.tool')].map((button) => [button.dataset.action, button]),
);
const inkRow = document.querySelector('.inks');
const status = document.querySelector('.status');
const dark = matchMedia('(prefers-color-scheme: dark)');
const invite = document.querySelector('.invite');

let colour = INKS[1][1];
let nib = 1;
let symmetry = 2;
let strokes = load();
/** Undo removes this number of strokes, or restores the strokes of a clear. */
let cleared = null;
let stopInvitation = null;
/** One live stroke per finger. */
const live = new Map();

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY));
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}

function save() {
  const slim = strokes.map(({ points, ...rest }) => ({ ...rest, points: points.map(slimPoint) }));
  const text = JSON.stringify(slim);
  if (text.length > MAX_STORED) return;
  try {
    localStorage.setItem(STORAGE_KEY, text);
  } catch {
    /* the drawing just does not outlive the page */
  }
}

const round = (value) => Math.round(value * 10) / 10;
const slimPoint = ({ x, y, width }) => ({ x: round(x), y: round(y), width: round(width) });

/** The visual middle of the free sheet, between the title above and the tray below. */
function centre() {
  const tray = document.querySelector('.tray').getBoundingClientRect();
  return { x: innerWidth / 2, y: (56 + tray.top) / 2 };
}

function fit() {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  sheet.width = Math.round(innerWidth * ratio);
  sheet.height = Math.round(innerHeight * ratio);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  redraw();
}

function redraw() {
  pen.clearRect(0, 0, innerWidth, innerHeight);
  const middle = centre();
  strokes.forEach((stroke) => drawStroke(pen, stroke, middle));
  if (stopInvitation) showInvitation();
}

function showInvitation() {
  stopInvitation?.();
  const { x, y } = centre();
  const radius = Math.min(x * 0.8, (y - 56) * 0.78, 300);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  stopInvitation = drawInvitation(radius, calm, (stroke, from) => drawStroke(pen, stroke, centre(), from));
}

function dismissInvitation() {
  if (!stopInvitation) return;
  stopInvitation();
  stopInvitation = null;
  invite.classList.add('gone');
  redraw();
}

function refresh() {
  buttons.undo.disabled = !strokes.length && !cleared;
  buttons.clear.disabled = !strokes.length;
}

function samplesOf(event) {
  const middle = centre();
  // Coalesced events are the positions between two frames: without them quick curves turn into polygons.
  const events = event.getCoalescedEvents?.() ?? [];
  return (events.length ? events : [event]).map((sample) => ({
    x: sample.clientX - middle.x,
    y: sample.clientY - middle.y,
    time: sample.timeStamp,
    pressure: sample.pressure,
    pen: sample.pointerType === 'pen',
  }));
}

function extend(stroke, samples) {
  const from = stroke.points.length;
  samples.forEach((sample) => addPoint(stroke, sample));
  drawStroke(pen, stroke, centre(), from);
}

function penDown(event) {
  if (event.button > 0) return;
  dismissInvitation();
  cleared = null;
  sheet.setPointerCapture(event.pointerId);
  const stroke = beginStroke(colour, NIBS[nib][1], SYMMETRIES[symmetry].id);
  live.set(event.pointerId, stroke);
  strokes.push(stroke);
  extend(stroke, samplesOf(event));
  document.body.classList.add('drawing');
}

function penMove(event) {
  const stroke = live.get(event.pointerId);
  if (stroke) extend(stroke, samplesOf(event));
}

function penUp(event) {
  if (!live.delete(event.pointerId)) return;
  document.body.classList.toggle('drawing', live.size > 0);
  save();
  refresh();
}

function undo() {
  if (cleared) {
    strokes = cleared;
    cleared = null;
  } else strokes.pop();
  finishChange('Undone');
}

function clear() {
  if (!strokes.length) return;
  cleared = strokes;
  strokes = [];
  finishChange('Sheet cleared. Undo brings it back.');
}

function finishChange(message) {
  redraw();
  save();
  refresh();
  status.textContent = message;
}

function nextNib() {
  nib = (nib + 1) % NIBS.length;
  showNib();
}

function showNib() {
  const [name, width] = NIBS[nib];
  buttons.nib.querySelector('.nib-dot').setAttribute('r', 1.5 + width / 2.8);
  buttons.nib.setAttribute('aria-label', `Nib: ${name}`);
}

function nextSymmetry() {
  symmetry = (symmetry + 1) % SYMMETRIES.length;
  showSymmetry();
}

function showSymmetry() {
  const { name, turns, mirror } = SYMMETRIES[symmetry];
  const spokes = turns > 1 ? turns : mirror ? 2 : 0;
  const lines = Array.from({ length: spokes }, (_, i) => {
    const angle = (i / spokes) * Math.PI * 2 - Math.PI / 2;
    return `M12 12L${12 + Math.cos(angle) * 9} ${12 + Math.sin(angle) * 9}`;
  });
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', lines.join('') || 'M4 16c3-10 6-10 8-4s5 6 8-4');
  buttons.mirror.querySelector('.mirror-lines').replaceChildren(path);
  buttons.mirror.querySelector('.mirror-name').textContent = name;
  buttons.mirror.setAttribute('aria-label', `Symmetry: ${name}`);
}

function buildInks() {
  INKS.forEach(([, value, variable]) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'ink' });
    button.setAttribute('role', 'radio');
    button.style.setProperty('--colour', `var(${variable})`);
    button.addEventListener('click', () => chooseInk(value));
    inkRow.append(button);
  });
  chooseInk(colour);
  nameInks();
}

/** On the dark sheet, the first and the last ink change places. */
function nameInks() {
  const names = INKS.map(([name]) => name);
  if (dark.matches) [names[0], names[names.length - 1]] = [names.at(-1), names[0]];
  [...inkRow.children].forEach((button, i) => button.setAttribute('aria-label', names[i]));
}

function chooseInk(value) {
  colour = value;
  [...inkRow.children].forEach((button, i) => button.setAttribute('aria-checked', INKS[i][1] === value));
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** With the sheet focused, arrows draw from where the last keyboard line ended. */
function drawWithKeys(event) {
  const [dx, dy] = ARROWS[event.key];
  dismissInvitation();
  cleared = null;
  const start = strokes.at(-1)?.keyboard ? strokes.at(-1).points.at(-1) : { x: 0, y: 0 };
  const stroke = { ...beginStroke(colour, NIBS[nib][1], SYMMETRIES[symmetry].id), keyboard: true };
  strokes.push(stroke);
  const samples = [0, 0.5, 1].map((part, i) => ({
    x: start.x + dx * KEY_STEP * part,
    y: start.y + dy * KEY_STEP * part,
    time: i * 60,
    pressure: 0.4,
    pen: true,
  }));
  extend(stroke, samples);
  save();
  refresh();
}

const SHORTCUTS = { n: nextNib, m: nextSymmetry, Delete: clear };

function onKey(event) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
    if (!buttons.undo.disabled) undo();
    event.preventDefault();
  } else if (event.key in ARROWS && document.activeElement === sheet) {
    drawWithKeys(event);
    event.preventDefault();
  } else if (!event.ctrlKey && !event.metaKey) SHORTCUTS[event.key]?.();
}

buildInks();
showNib();
showSymmetry();
buttons.nib.addEventListener('click', nextNib);
buttons.mirror.addEventListener('click', nextSymmetry);
buttons.undo.addEventListener('click', undo);
buttons.clear.addEventListener('click', clear);
sheet.addEventListener('pointerdown', penDown);
sheet.addEventListener('pointermove', penMove);
sheet.addEventListener('pointerup', penUp);
sheet.addEventListener('pointercancel', penUp);
addEventListener('keydown', onKey);
addEventListener('resize', fit);
dark.addEventListener('change', () => {
  nameInks();
  redraw();
});
watchLive();
fit();
refresh();
if (strokes.length) invite.classList.add('gone');
else showInvitation();
