import { createClock } from './clock.js';
import { FASTEST, SIGNATURES, SLOWEST, clampTempo, createTapper, termFor } from './tempo.js';

const STORAGE_KEY = 'metronome:settings';
const SWING_DEGREES = 24;
const SVG = 'http://www.w3.org/2000/svg';
/** Where the weight sits on the arm, in drawing units: low is fast, as on a real one. */
const WEIGHT_TOP = 50;
const WEIGHT_BOTTOM = 206;
const LEVEL_NAMES = ['silent', 'plain', 'accented'];

const $ = (selector) => document.querySelector(selector);
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const settings = restore();
const clock = createClock(settings);
const tapped = createTapper();
let shownBeat = -1;
let frame = 0;
/** The silent swing that invites before the first start; it carries on where it was when the tempo changes. */
let idleSwing = 0;
let lastFrame = 0;
let invited = true;

function restore() {
  const fresh = { bpm: 92, signature: '4/4', levels: [...SIGNATURES['4/4']] };
  try {
    const { bpm, signature, levels } = JSON.parse(localStorage.getItem(STORAGE_KEY));
    if (!SIGNATURES[signature] || levels.length !== SIGNATURES[signature].length || !Number.isFinite(bpm))
      return fresh;
    return { bpm: clampTempo(bpm), signature, levels };
  } catch {
    return fresh;
  }
}

function save() {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    /* set again next time */
  }
}

function setTempo(bpm) {
  settings.bpm = clampTempo(bpm);
  $('.bpm').textContent = settings.bpm;
  $('.term').textContent = termFor(settings.bpm);
  $('.slider').value = settings.bpm;
  $('.weight').setAttribute('transform', `translate(0 ${weightHeight(settings.bpm)})`);
  save();
}

const weightHeight = (bpm) =>
  WEIGHT_TOP + ((bpm - SLOWEST) / (FASTEST - SLOWEST)) * (WEIGHT_BOTTOM - WEIGHT_TOP);

function setSignature(signature) {
  settings.signature = signature;
  settings.levels = [...SIGNATURES[signature]];
  drawBeats();
  save();
}

function drawBeats() {
  shownBeat = -1;
  $('.beats').replaceChildren(
    ...settings.levels.map((_, index) => {
      const beat = Object.assign(document.createElement('button'), { type: 'button', className: 'beat' });
      beat.addEventListener('click', () => cycleLevel(index));
      return beat;
    }),
  );
  settings.levels.forEach((_, index) => labelBeat(index));
}

function labelBeat(index) {
  const beat = $('.beats').children[index];
  beat.dataset.level = settings.levels[index];
  beat.setAttribute('aria-label', `Beat ${index + 1}: ${LEVEL_NAMES[settings.levels[index]]}`);
}

function cycleLevel(index) {
  settings.levels[index] = (settings.levels[index] + 1) % LEVEL_NAMES.length;
  labelBeat(index);
  save();
}

function toggle() {
  invited = false;
  if (clock.isRunning()) clock.stop();
  else clock.start();
  $('.play').textContent = clock.isRunning() ? 'Stop' : 'Start';
  animate();
}

function tap() {
  const bpm = tapped(performance.now());
  if (bpm) setTempo(bpm);
  const button = $('.tap');
  button.classList.add('hit');
  setTimeout(() => button.classList.remove('hit'), 110);
}

function animate() {
  cancelAnimationFrame(frame);
  lastFrame = performance.now();
  if (!document.hidden) frame = requestAnimationFrame(draw);
}

function draw(now) {
  const elapsed = Math.min(now - lastFrame, 100);
  lastFrame = now;
  const position = clock.position();
  if (position !== null) idleSwing = position;
  else if (invited) idleSwing += (elapsed * settings.bpm) / 60_000;
  swing(clock.isRunning() || invited ? Math.cos(idleSwing * Math.PI) : 0);
  showBeat(position === null ? -1 : Math.floor(position) % settings.levels.length);
  if (clock.isRunning() || (invited && !calm.matches)) frame = requestAnimationFrame(draw);
}

/** Positive to the right; a beat falls on each turning point. */
function swing(amount) {
  $('.arm').style.transform = calm.matches ? '' : `rotate(${amount * SWING_DEGREES}deg)`;
}

function showBeat(index) {
  if (index === shownBeat) return;
  shownBeat = index;
  [...$('.beats').children].forEach((beat, i) => beat.classList.toggle('now', i === index));
}

/** The weight can be pushed along the arm: anywhere on the picture, up is slower. */
function listenToWeight() {
  const stage = $('.stage');
  let grip = null;
  stage.addEventListener('pointerdown', (event) => {
    if (event.button > 0) return;
    stage.setPointerCapture(event.pointerId);
    grip = { y: event.clientY, bpm: settings.bpm };
  });
  stage.addEventListener('pointermove', (event) => {
    if (!grip) return;
    const unit = stage.clientHeight / 320;
    setTempo(
      grip.bpm + ((event.clientY - grip.y) / unit / (WEIGHT_BOTTOM - WEIGHT_TOP)) * (FASTEST - SLOWEST),
    );
  });
  for (const type of ['pointerup', 'pointercancel'])
    stage.addEventListener(type, () => {
      grip = null;
    });
}

function drawScale() {
  for (let bpm = 40; bpm <= 200; bpm += 10) {
    const long = bpm % 40 === 0;
    const half = long ? 20 : 11;
    const mark = document.createElementNS(SVG, 'path');
    mark.setAttribute('d', `M${150 - half} ${weightHeight(bpm)}h${half * 2}`);
    mark.setAttribute('class', long ? 'mark long' : 'mark');
    $('.marks').append(mark);
  }
}

const ARROWS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.target.closest('select, input')) return;
  if (event.key === ' ' && !event.target.closest('button')) toggle();
  else if (event.key.toLowerCase() === 't' && !event.repeat) tap();
  else if (event.key in ARROWS) setTempo(settings.bpm + ARROWS[event.key]);
  else return;
  event.preventDefault();
}

drawScale();
drawBeats();
setTempo(settings.bpm);
$('.signature').append(...Object.keys(SIGNATURES).map((signature) => new Option(signature)));
$('.signature').value = settings.signature;
$('.signature').addEventListener('change', (event) => setSignature(event.target.value));
$('.slider').addEventListener('input', (event) => setTempo(event.target.valueAsNumber));
document
  .querySelectorAll('.step')
  .forEach((button) =>
    button.addEventListener('click', () => setTempo(settings.bpm + Number(button.dataset.step))),
  );
$('.play').addEventListener('click', toggle);
// A tap counts on press. Click remains for keyboard and assistive technology.
$('.tap').addEventListener('pointerdown', tap);
$('.tap').addEventListener('click', (event) => {
  if (event.detail === 0) tap();
});
addEventListener('keydown', onKey);
document.addEventListener('visibilitychange', animate);
listenToWeight();
animate();
