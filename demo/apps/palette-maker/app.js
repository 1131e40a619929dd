import { contrast, nameOf, toHex } from './colour.js';
import { COUNT, HARMONIES, makePalette } from './harmony.js';

const STORAGE_KEY = 'palette-maker:palette';
const HISTORY = 40;
const TOAST_MS = 1400;
/** A new visitor watches the palette change by itself until the first touch. */
const SHOWCASE_MS = 2600;
const LOCK_SHAPES = [
  ['shackle', 'M8 11V8a4 4 0 0 1 8 0v3'],
  ['case', 'M6 11h12v9H6z'],
];
/** The first palette is fixed. */
const OPENING = [
  { l: 0.27, c: 0.1, h: 291 },
  { l: 0.5, c: 0.21, h: 305 },
  { l: 0.66, c: 0.19, h: 6 },
  { l: 0.8, c: 0.13, h: 55 },
  { l: 0.94, c: 0.06, h: 95 },
];
const WHITE = 1;
const BLACK = 0;

const $ = (selector) => document.querySelector(selector);
const locked = new Set();
let palette = OPENING;
let harmony = HARMONIES[0].id;
let history = [];
let toastTimer = 0;
let showcase = 0;

/** Returns true if there was a stored palette. */
function restore() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY));
    const sound =
      saved.palette.length === COUNT &&
      saved.palette.every(({ l, c, h }) => [l, c, h].every(Number.isFinite));
    if (!sound) return false;
    palette = saved.palette;
    harmony = HARMONIES.some(({ id }) => id === saved.harmony) ? saved.harmony : harmony;
    saved.locked.forEach((index) => locked.add(index));
    return true;
  } catch {
    return false;
  }
}

function save() {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ palette, harmony, locked: [...locked] }));
  } catch {
    /* unsaved */
  }
}

function buildBands() {
  const bands = Array.from({ length: COUNT }, (_, index) => {
    const band = make('li', 'band');
    band.style.setProperty('--order', index);
    const copy = make('button', 'copy', [
      make('span', 'hex'),
      ' ',
      make('span', 'name'),
      make('span', 'hidden', [', copy']),
    ]);
    copy.type = 'button';
    copy.addEventListener('click', () => copyOne(index));
    band.append(copy, buildFigures(), buildLock(index));
    return band;
  });
  $('.bands').append(...bands);
}

function make(name, className, children = []) {
  const node = Object.assign(document.createElement(name), { className });
  node.append(...children);
  return node;
}

function buildFigures() {
  const figures = make('dl', 'figures');
  for (const paper of ['white', 'black']) {
    const term = make('dt', `on-${paper}`);
    term.setAttribute('aria-label', `Contrast on ${paper}`);
    figures.append(term, make('dd', `ratio-${paper}`));
  }
  return figures;
}

function buildLock(index) {
  const lock = make('button', 'lock');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const [className, shape] of LOCK_SHAPES) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', className);
    path.setAttribute('d', shape);
    svg.append(path);
  }
  lock.type = 'button';
  lock.append(svg);
  lock.addEventListener('click', () => toggleLock(index));
  return lock;
}

function draw() {
  [...$('.bands').children].forEach((band, index) => drawBand(band, palette[index], locked.has(index)));
  $('.back').disabled = !history.length;
}

function drawBand(band, colour, isLocked) {
  const hex = toHex(colour);
  const onWhite = contrast(hex, WHITE);
  const onBlack = contrast(hex, BLACK);
  band.style.setProperty('--colour', hex);
  band.style.setProperty('--text', onWhite > onBlack ? '#ffffff' : '#000000');
  band.querySelector('.hex').textContent = hex;
  band.querySelector('.name').textContent = nameOf(colour);
  band.querySelector('.ratio-white').textContent = onWhite.toFixed(1);
  band.querySelector('.ratio-black').textContent = onBlack.toFixed(1);
  band.querySelector('.lock').setAttribute('aria-pressed', isLocked);
  band.querySelector('.lock').setAttribute('aria-label', `Keep ${hex}`);
}

function mix() {
  if (locked.size === COUNT) {
    toast('All five are kept: unlock one to mix');
    return;
  }
  history = [...history.slice(1 - HISTORY), palette];
  palette = makePalette(
    harmony,
    palette.map((colour, index) => (locked.has(index) ? colour : null)),
  );
  draw();
  save();
}

function back() {
  if (!history.length) return;
  palette = history.pop();
  draw();
  save();
}

function toggleLock(index) {
  if (!locked.delete(index)) locked.add(index);
  draw();
  save();
}

async function copyOne(index) {
  const hex = toHex(palette[index]).toUpperCase();
  const copied = await copyText(hex);
  toast(copied ? `${hex} copied` : hex);
  const band = $('.bands').children[index];
  band.classList.remove('copied');
  band.getBoundingClientRect(); // lets the animation start over on a second tap
  band.classList.add('copied');
}

async function copyAll() {
  const list = palette.map((colour) => toHex(colour).toUpperCase()).join(', ');
  toast((await copyText(list)) ? 'Five colours copied' : list);
}

/** Inside a frame the clipboard may be refused; the old command often still works there. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text) {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand('copy');
  } catch {
    /* stays false */
  }
  field.remove();
  focused?.focus({ preventScroll: true });
  return copied;
}

function startShowcase() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  showcase = setInterval(() => {
    if (document.hidden) return;
    palette = makePalette(harmony);
    draw();
  }, SHOWCASE_MS);
}

function stopShowcase() {
  clearInterval(showcase);
}

function toast(text) {
  const element = $('.toast');
  element.textContent = text;
  element.classList.add('shown');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove('shown'), TOAST_MS);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select')) return;
  const lockIndex = '12345'.indexOf(event.key);
  if (event.key === ' ' && !event.target.closest('.lock, .copy, .back, .all')) mix();
  else if (event.key === 'Backspace') back();
  else if (event.key === 'c') copyAll();
  else if (lockIndex >= 0) toggleLock(lockIndex);
  else return;
  event.preventDefault();
}

const returning = restore();
buildBands();
$('.harmony').append(...HARMONIES.map(({ id, name }) => new Option(name, id)));
$('.harmony').value = harmony;
$('.harmony').addEventListener('change', (event) => {
  harmony = event.target.value;
  mix();
});
$('.mix').addEventListener('click', mix);
$('.back').addEventListener('click', back);
$('.all').addEventListener('click', copyAll);
addEventListener('keydown', onKey);
addEventListener('pointerdown', stopShowcase, { capture: true });
addEventListener('keydown', stopShowcase, { capture: true });
draw();
if (!returning) startShowcase();
