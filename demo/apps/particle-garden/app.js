import { watchLive } from './live.js';
import { SEASONS } from './seasons.js';
import { createFlowers } from './flowers.js';
import { createWind } from './wind.js';

const STORAGE_KEY = 'particle-garden:season';
const TRAIL = 0.075;
const SOW_EVERY = 95;
const TAP_REACH = 12;
const CALM_AFTER = 5;
const SELF_SOWN_EVERY = 3.2;
/** Where the garden's own first flowers open, as shares of the free area. */
const WELCOME = [
  [0.5, 0.4, 1],
  [0.2, 0.68, 0.62],
  [0.8, 0.24, 0.55],
  [0.76, 0.78, 0.7],
  [0.2, 0.2, 0.45],
];

const $ = (selector) => document.querySelector(selector);
const canvas = $('.garden');
const pen = canvas.getContext('2d', { alpha: false });
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const size = { width: 0, height: 0 };
const wind = createWind(size);
const flowers = createFlowers();
const fingers = new Map();
const gust = { x: 0, y: 0 };

let season = SEASONS.find(({ id }) => id === remembered()) ?? SEASONS[0];
let time = 40;
let last = 0;
let frame = 0;
let lastTouch = -CALM_AFTER;
let nextSelfSown = 0;
let selfSown = 0;
let slow = 0;

function remembered() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function fit() {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  size.width = innerWidth;
  size.height = innerHeight;
  canvas.width = size.width * ratio;
  canvas.height = size.height * ratio;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  wipe(1);
  wind.fill();
  // The first frame shows wind that has blown for a while.
  for (let i = 0; i < 70; i += 1) step(1 / 30, i > 8);
  if (calm.matches) plantWelcome();
}

const groundColour = (alpha) => `rgb(${season.ground.join(' ')} / ${alpha})`;

function wipe(alpha) {
  pen.fillStyle = groundColour(alpha);
  pen.fillRect(0, 0, size.width, size.height);
}

function step(elapsed, visible = true) {
  time += elapsed;
  wind.blow(time, elapsed, fingers, gust);
  flowers.grow(time, elapsed, gust);
  gust.x *= 0.94;
  gust.y *= 0.94;
  if (Math.abs(gust.x) < 0.01) Object.assign(gust, { x: 0, y: 0 });
  if (!visible) return;
  wipe(1 - (1 - TRAIL) ** (elapsed * 60));
  wind.draw(pen, season.motes);
  flowers.draw(pen);
}

function loop(now) {
  frame = requestAnimationFrame(loop);
  const elapsed = (now - last) / 1000;
  const idle = time - lastTouch > CALM_AFTER;
  // Without touches, half of the frames are enough.
  if (idle && elapsed < 0.028) return;
  last = now;
  const started = performance.now();
  sowItself();
  step(Math.min(elapsed, 0.05));
  adapt(performance.now() - started);
}

function adapt(cost) {
  slow = cost > 11 ? slow + 1 : Math.max(0, slow - 1);
  if (slow < 20) return;
  slow = 0;
  wind.thin();
}

/** Plants flowers by itself between touches. */
function sowItself() {
  if (fingers.size || time < nextSelfSown || time - lastTouch < CALM_AFTER) return;
  const [x, y, share] = WELCOME[selfSown % WELCOME.length];
  plantAt(x, y, share, selfSown < WELCOME.length ? 0 : 0.1);
  nextSelfSown = time + (selfSown < 3 ? 0.5 : SELF_SOWN_EVERY);
  selfSown += 1;
}

function plantAt(x, y, share, jitter) {
  const stray = () => (Math.random() - 0.5) * 2 * jitter;
  const free = size.height - 56 - 170;
  plant((x + stray()) * size.width, 56 + (y + stray()) * free, share);
}

function plant(x, y, share = 0.5 + Math.random() * 0.4) {
  const radius = Math.min(size.width, size.height) * 0.3 * share;
  flowers.plant(x, y, Math.min(radius, 150), season.petals[Math.floor(Math.random() * season.petals.length)]);
  if (calm.matches) drawStill();
}

/** Without motion a flower is simply there. */
function drawStill() {
  flowers.grow(time, 2, gust);
  flowers.draw(pen);
  flowers.clear();
}

function plantWelcome() {
  WELCOME.forEach(([x, y, share]) => plantAt(x, y, share, 0));
}

function touched() {
  lastTouch = time;
  $('.invite').classList.add('gone');
}

function fingerDown(event) {
  if (event.button > 0) return;
  touched();
  canvas.setPointerCapture(event.pointerId);
  const { clientX: x, clientY: y } = event;
  fingers.set(event.pointerId, {
    x,
    y,
    vx: 0,
    vy: 0,
    startX: x,
    startY: y,
    sownX: x,
    sownY: y,
    moved: false,
  });
}

function fingerMove(event) {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  touched();
  const { clientX: x, clientY: y } = event;
  Object.assign(finger, { vx: x - finger.x, vy: y - finger.y, x, y });
  finger.moved ||= Math.hypot(x - finger.startX, y - finger.startY) > TAP_REACH;
  if (Math.hypot(x - finger.sownX, y - finger.sownY) < SOW_EVERY) return;
  Object.assign(finger, { sownX: x, sownY: y });
  plant(x + (Math.random() - 0.5) * 50, y + (Math.random() - 0.5) * 50, 0.18 + Math.random() * 0.16);
}

function fingerUp(event) {
  const finger = fingers.get(event.pointerId);
  fingers.delete(event.pointerId);
  if (finger && !finger.moved && event.type === 'pointerup') plant(finger.x, finger.y);
}

function blowGust() {
  touched();
  const side = Math.random() < 0.5 ? -1 : 1;
  Object.assign(gust, { x: side * 0.9, y: -0.35 });
  if (calm.matches) wipe(1);
}

function plantAnywhere() {
  touched();
  plantAt(0.15 + Math.random() * 0.7, 0.15 + Math.random() * 0.7, 0.6 + Math.random() * 0.4, 0);
}

function nextSeason() {
  touched();
  season = SEASONS[(SEASONS.indexOf(season) + 1) % SEASONS.length];
  try {
    localStorage.setItem(STORAGE_KEY, season.id);
  } catch {
    /* spring again next time */
  }
  showSeason();
  if (calm.matches) fit();
}

function showSeason() {
  document.documentElement.dataset.season = season.id;
  document.documentElement.style.setProperty('--ground', groundColour(1));
  $('.season-name').textContent = season.name;
}

function runOrRest() {
  cancelAnimationFrame(frame);
  if (document.hidden || calm.matches) return;
  last = performance.now();
  frame = requestAnimationFrame(loop);
}

const KEYS = { p: plantAnywhere, g: blowGust, s: nextSeason };

function onKey(event) {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === ' ' && !event.target.closest('button')) plantAnywhere();
  else KEYS[event.key.toLowerCase()]?.();
}

canvas.addEventListener('pointerdown', fingerDown);
canvas.addEventListener('pointermove', fingerMove);
canvas.addEventListener('pointerup', fingerUp);
canvas.addEventListener('pointercancel', fingerUp);
$('.plant').addEventListener('click', plantAnywhere);
$('.gust').addEventListener('click', blowGust);
$('.season').addEventListener('click', nextSeason);
addEventListener('keydown', onKey);
addEventListener('resize', fit);
document.addEventListener('visibilitychange', runOrRest);
calm.addEventListener('change', runOrRest);
watchLive();
showSeason();
fit();
lastTouch = time - CALM_AFTER;
runOrRest();
