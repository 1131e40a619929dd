import { KINDS, convert, format, parse } from './units.js';
import { createRule, scaleFor } from './rule.js';

const STORAGE_KEY = 'unit-converter:bench';
const SWAY_PIXELS = 28;
const SWAY_MS = 4000;
const GESTURES = ['pointerdown', 'keydown', 'focusin'];
const SVG = 'http://www.w3.org/2000/svg';

const $ = (selector) => document.querySelector(selector);
const sides = ['a', 'b'].map((letter) => ({ value: $(`#value-${letter}`), unit: $(`#unit-${letter}`) }));
const canvas = $('.scale');
const rule = createRule(canvas, { onSlide: slideTo });

/** Last setting of each kind: both unit symbols and the first value. */
const bench = restore();
let kind = KINDS.find(({ id }) => id === bench.kind) ?? KINDS[0];

function restore() {
  const fresh = {
    kind: 'length',
    settings: Object.fromEntries(KINDS.map(({ id, pair, value }) => [id, { pair: [...pair], value }])),
  };
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY));
    for (const { id, units } of KINDS) {
      const { pair, value } = saved.settings[id];
      const known = pair.every((symbol) => units.some(([candidate]) => candidate === symbol));
      if (known && Number.isFinite(value)) fresh.settings[id] = { pair, value };
    }
    return { ...fresh, kind: saved.kind };
  } catch {
    return fresh;
  }
}

function save() {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...bench, kind: kind.id }));
  } catch {
    /* forgotten on close */
  }
}

const setting = () => bench.settings[kind.id];
const other = () => convert(kind, setting().value, ...setting().pair);

function chooseKind(next) {
  kind = next;
  document.body.classList.toggle('signed', kind.id === 'temperature');
  [...$('.kinds').children].forEach((button, i) => {
    button.setAttribute('aria-checked', KINDS[i] === kind);
    button.tabIndex = KINDS[i] === kind ? 0 : -1;
  });
  sides.forEach(({ unit }, i) => {
    unit.replaceChildren(...kind.units.map(([symbol, name]) => new Option(`${name} (${symbol})`, symbol)));
    unit.value = setting().pair[i];
  });
  refresh();
}

/** Updates all fields except the one being typed in. */
function show(typing = null) {
  const { value, pair } = setting();
  const values = [value, other()];
  sides.forEach((side, i) => {
    side.value.setAttribute('aria-invalid', false);
    if (side.value !== typing) fill(side.value, values[i]);
  });
  rule.show(value, {
    perPixel: scaleFor(value),
    toOther: (from) => convert(kind, from, ...pair),
    names: pair,
  });
  describe(values);
}

function refresh(typing = null) {
  show(typing);
  save();
}

/** Long figures are set smaller rather than cut off. */
function fill(field, value) {
  field.value = format(value);
  field.classList.toggle('long', field.value.length > 6);
}

function describe(values) {
  const [from, to] = setting().pair;
  const equation = `1 ${from} = ${format(convert(kind, 1, from, to))} ${to}`;
  // A live region speaks on every write, so it is written only when it has something new to say.
  if ($('.equation').textContent !== equation) $('.equation').textContent = equation;
  canvas.setAttribute('aria-valuenow', values[0]);
  canvas.setAttribute('aria-valuetext', `${format(values[0])} ${from} is ${format(values[1])} ${to}`);
}

function type(index) {
  const field = sides[index].value;
  const number = parse(field.value);
  field.setAttribute('aria-invalid', number === null && field.value.trim() !== '');
  if (number === null) return;
  const [from, to] = setting().pair;
  setting().value = index === 0 ? number : convert(kind, number, to, from);
  refresh(field);
}

function flipSign(index) {
  const field = sides[index].value;
  field.value = format(-(parse(field.value) ?? 0));
  type(index);
}

function chooseUnit(index) {
  setting().pair[index] = sides[index].unit.value;
  refresh();
}

function swap() {
  const [from, to] = setting().pair;
  setting().pair = [to, from];
  sides.forEach(({ unit }, i) => {
    unit.value = setting().pair[i];
  });
  refresh();
}

/** While the rule is dragged it draws itself; only the figures around it follow. */
function slideTo(value) {
  setting().value = value;
  const values = [value, other()];
  sides.forEach((side, i) => fill(side.value, values[i]));
  describe(values);
  save();
}

const NUDGES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

function nudge(event) {
  if (!(event.key in NUDGES)) return;
  event.preventDefault();
  const grain = scaleFor(setting().value) * 6.4;
  setting().value = Number((setting().value + NUDGES[event.key] * grain).toPrecision(9));
  refresh();
}

/** Before the first touch, the rule sways around its value. */
function invite() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const rest = setting().value;
  const grain = scaleFor(rest) * 0.64;
  const reach = scaleFor(rest) * SWAY_PIXELS;
  const began = performance.now();
  let frame = requestAnimationFrame(sway);

  function sway(now) {
    const phase = Math.max(0, now - began) / SWAY_MS;
    const value = rest + Math.sin(phase * Math.PI * 2) * reach;
    setting().value = Number((Math.round(value / grain) * grain).toPrecision(9));
    show();
    frame = requestAnimationFrame(sway);
  }

  function settle() {
    cancelAnimationFrame(frame);
    for (const type of GESTURES) removeEventListener(type, settle, true);
    setting().value = rest;
    refresh();
  }
  for (const type of GESTURES) addEventListener(type, settle, true);
}

function buildKinds() {
  for (const entry of KINDS) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'kind' });
    button.setAttribute('role', 'radio');
    button.append(drawIcon(entry.icon), entry.name);
    button.addEventListener('click', () => chooseKind(entry));
    $('.kinds').append(button);
  }
}

function drawIcon(shape) {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', shape);
  svg.append(path);
  return svg;
}

function stepKind(event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = (KINDS.indexOf(kind) + step + KINDS.length) % KINDS.length;
  chooseKind(KINDS[next]);
  $('.kinds').children[next].focus();
}

buildKinds();
sides.forEach(({ value, unit }, i) => {
  value.addEventListener('input', () => type(i));
  value.addEventListener('focus', () => value.select());
  value.addEventListener('blur', () => refresh());
  unit.addEventListener('change', () => chooseUnit(i));
});
document
  .querySelectorAll('.sign')
  .forEach((button, i) => button.addEventListener('click', () => flipSign(i)));
$('.swap').addEventListener('click', swap);
$('.kinds').addEventListener('keydown', stepKind);
canvas.addEventListener('keydown', nudge);
chooseKind(kind);
invite();
