import { anglesOf, richestAzimuth, siderealTime } from './astronomy.js';
import { CONSTELLATIONS, STARS } from './stars.js';
import { SkyView } from './view.js';

const STORE_KEY = 'night-sky:place';
const HOUR_MS = 3_600_000;
const TAP_REACH = 8;
const ZOOM = { least: 0.6, most: 3.2 };
const DRIFT_PER_SECOND = 0.022;
const DRAW_EVERY_MS = 50;
const KEY_TURN = 0.09;
// The clock follows the sun of the chosen longitude, so midnight is dark anywhere.
const CLOCK = new Intl.DateTimeFormat([], {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

const $ = (id) => document.getElementById(id);
const canvas = $('sky');
const view = new SkyView(canvas);
const motion = matchMedia('(prefers-reduced-motion: reduce)');
const place = remembered() ?? guessedPlace();
const options = { lines: true, names: true };
const pointers = new Map();
let hours = startHours();
const look = { azimuth: startAzimuth(), altitude: 0.72, zoom: 1 };
let chosen = null;
let drifting = !motion.matches;
let dirty = true;
let travelled = 0;

/** The time zone gives the approximate longitude without a permission. */
function guessedPlace() {
  return { latitude: 45, longitude: Math.round(-new Date().getTimezoneOffset() / 4) };
}

/** By day the map opens on the coming evening at ten: a sky worth looking at. */
function startHours() {
  const now = new Date();
  const hour = now.getHours() + now.getMinutes() / 60;
  return hour > 6 && hour < 20 ? Math.min(12, Math.round((22 - hour) * 4) / 4) : 0;
}

function startAzimuth() {
  return richestAzimuth(STARS, siderealTime(moment(), place.longitude), place.latitude);
}

function moment() {
  return Date.now() + hours * HOUR_MS;
}

function showControls() {
  const { latitude, longitude } = place;
  const lat = `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}`;
  const lon = `${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;
  const clock = CLOCK.format(moment() + (longitude / 15) * HOUR_MS);
  $('latitude').value = latitude;
  $('longitude').value = longitude;
  $('time').value = hours;
  $('latitude-text').textContent = lat;
  $('longitude-text').textContent = lon;
  $('time-text').textContent =
    `${clock}${hours ? ` (${hours > 0 ? '+' : '−'}${Math.abs(hours)} h)` : ', now'}`;
  $('place').textContent = `${clock}  ·  ${lat}, ${lon}`;
  dirty = true;
}

function choose(entry) {
  chosen = entry?.star ?? null;
  $('star').hidden = !chosen;
  dirty = true;
  if (!chosen) return;
  const { azimuth, altitude } = anglesOf(entry.direction);
  $('star-name').textContent = chosen.name || `A star of ${CONSTELLATIONS[chosen.constellation]}`;
  $('star-facts').textContent =
    `In ${CONSTELLATIONS[chosen.constellation]}. Magnitude ${chosen.magnitude}, ` +
    `${Math.round(altitude)}° up, ${compassName(azimuth)}.`;
}

function compassName(azimuth) {
  const names = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
  return names[Math.round(azimuth / 45) % 8];
}

function turn(dx, dy) {
  const perPixel = 1 / (Math.max(view.width, view.height) * 0.62 * look.zoom);
  look.azimuth -= (dx * perPixel) / Math.max(0.35, Math.cos(look.altitude));
  look.altitude = Math.max(-0.1, Math.min(Math.PI / 2, look.altitude + dy * perPixel));
  dirty = true;
}

function zoomBy(factor) {
  look.zoom = Math.max(ZOOM.least, Math.min(ZOOM.most, look.zoom * factor));
  dirty = true;
}

canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  travelled = pointers.size > 1 ? Infinity : 0;
  drifting = false;
});

canvas.addEventListener('pointermove', (event) => {
  const from = pointers.get(event.pointerId);
  if (!from) return;
  const to = { x: event.clientX, y: event.clientY };
  travelled += Math.hypot(to.x - from.x, to.y - from.y);
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (other) zoomBy(distance(to, other) / Math.max(1, distance(from, other)));
  else turn(to.x - from.x, to.y - from.y);
  pointers.set(event.pointerId, to);
});

canvas.addEventListener('pointerup', (event) => {
  if (travelled < TAP_REACH) choose(view.starAt(event.clientX, event.clientY));
  pointers.delete(event.pointerId);
});
canvas.addEventListener('pointercancel', (event) => pointers.delete(event.pointerId));
canvas.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 500));
  },
  { passive: false },
);

function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

canvas.addEventListener('keydown', (event) => {
  const actions = {
    ArrowLeft: () => {
      look.azimuth -= KEY_TURN;
    },
    ArrowRight: () => {
      look.azimuth += KEY_TURN;
    },
    ArrowUp: () => {
      look.altitude = Math.min(Math.PI / 2, look.altitude + KEY_TURN);
    },
    ArrowDown: () => {
      look.altitude = Math.max(-0.1, look.altitude - KEY_TURN);
    },
    '+': () => zoomBy(1.2),
    '=': () => zoomBy(1.2),
    '-': () => zoomBy(1 / 1.2),
    Enter: () => choose(view.starAt(view.width / 2, view.height * 0.46)),
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  drifting = false;
  dirty = true;
  actions[event.key]();
});

for (const name of ['latitude', 'longitude']) {
  $(name).addEventListener('input', () => {
    place[name] = Number($(name).value);
    choose(null);
    showControls();
    try {
      localStorage.setItem(STORE_KEY, JSON.stringify(place));
    } catch {
      /* private mode: the place lasts as long as the page */
    }
  });
}

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE_KEY));
    return Number.isFinite(kept.latitude) && Number.isFinite(kept.longitude) ? kept : null;
  } catch {
    return null;
  }
}

$('time').addEventListener('input', () => {
  hours = Number($('time').value);
  choose(null);
  showControls();
});
$('now').addEventListener('click', () => {
  hours = 0;
  showControls();
});
for (const name of ['lines', 'names']) {
  $(name).addEventListener('click', () => {
    options[name] = !options[name];
    $(name).setAttribute('aria-pressed', options[name]);
    dirty = true;
  });
}
$('toggle').addEventListener('click', () => {
  const open = $('sliders').hidden;
  $('sliders').hidden = !open;
  $('toggle').setAttribute('aria-expanded', open);
});
addEventListener('resize', () => {
  view.resize();
  dirty = true;
});

let lastDraw = 0;
function frame(now) {
  const elapsed = now - lastDraw;
  // Twinkling needs only 20 frames a second. Drags get all.
  const due = !motion.matches && elapsed > (drifting ? 30 : DRAW_EVERY_MS);
  if (dirty || due) {
    if (drifting) look.azimuth += (Math.min(elapsed, 100) / 1000) * DRIFT_PER_SECOND;
    lastDraw = now;
    dirty = false;
    view.draw({ look, place, ms: moment(), options, chosen, twinkle: motion.matches ? 0 : now / 1000 });
  }
  requestAnimationFrame(frame);
}

showControls();
requestAnimationFrame(frame);
