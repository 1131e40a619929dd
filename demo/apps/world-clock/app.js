import { CITIES } from './cities.js';
import { paintSky, sunHeight } from './sky.js';

const STORE_KEY = 'world-clock:cities';
const FIRST_CITIES = ['New York', 'London', 'Nairobi', 'Tokyo', 'Sydney'];
const HOUR_MS = 3_600_000;
const PAINT_EVERY_MS = 66;
const AWAKE = { from: 8, to: 22 };

const $ = (id) => document.getElementById(id);
const motion = matchMedia('(prefers-reduced-motion: reduce)');
const homeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
let chosen = remembered() ?? FIRST_CITIES;
let shift = 0;
let cards = [];

function moment() {
  return Date.now() + shift * HOUR_MS;
}

/** Wall clock time of a zone as plain numbers. */
function clockIn(zone, ms) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(ms);
  const read = (type) => Number(parts.find((part) => part.type === type).value);
  return {
    hour: read('hour') + read('minute') / 60,
    asUtc: Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute')),
  };
}

function gapToHome(zone, ms) {
  return (clockIn(zone, ms).asUtc - clockIn(homeZone, ms).asUtc) / HOUR_MS;
}

function gapText(gap) {
  if (!gap) return 'same as here';
  const size = Math.abs(gap);
  const text = `${Math.floor(size)}${size % 1 ? `:${String(Math.round((size % 1) * 60)).padStart(2, '0')}` : ''}`;
  return `${text} h ${gap > 0 ? 'ahead' : 'behind'}`;
}

function buildCards() {
  $('cities').replaceChildren();
  cards = chosen.map((name) => {
    const city = CITIES.find((entry) => entry.name === name);
    const card = cityCard(city);
    $('cities').append(card.root);
    return card;
  });
  buildAdder();
  showTimes();
  paint(0);
}

function cityCard(city) {
  const root = element('li', 'city');
  const canvas = element('canvas');
  const time = element('time');
  const about = element('p');
  const name = element('h2', '', city.name);
  canvas.setAttribute('aria-hidden', 'true');
  root.append(canvas, name, about, time, removeButton(city));
  return { city, root, canvas, time, about, seed: CITIES.indexOf(city) };
}

function removeButton({ name }) {
  const button = element('button');
  button.type = 'button';
  button.setAttribute('aria-label', `Remove ${name}`);
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const cross = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  icon.setAttribute('viewBox', '0 0 14 14');
  cross.setAttribute('d', 'M2 2l10 10M12 2 2 12');
  cross.setAttribute('stroke', 'currentColor');
  cross.setAttribute('stroke-width', '2.4');
  cross.setAttribute('stroke-linecap', 'round');
  icon.append(cross);
  button.append(icon);
  button.addEventListener('click', () => {
    chosen = chosen.filter((entry) => entry !== name);
    save();
    buildCards();
    $('add').focus();
  });
  return button;
}

function element(tag, className = '', text = '') {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.textContent = text;
  return node;
}

function buildAdder() {
  const free = CITIES.filter(({ name }) => !chosen.includes(name)).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  $('add').replaceChildren(new Option('Add a city', ''), ...free.map(({ name }) => new Option(name)));
}

function showTimes() {
  const ms = moment();
  for (const card of cards) {
    const { zone } = card.city;
    card.sky = { height: sunHeight(ms, card.city), hour: clockIn(zone, ms).hour, seed: card.seed };
    showTime(card, zone, ms);
  }
  showShift();
  showOverlap();
}

function showTime({ time, about }, zone, ms) {
  const parts = new Intl.DateTimeFormat([], {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
  }).formatToParts(ms);
  const period = parts.find(({ type }) => type === 'dayPeriod')?.value ?? '';
  const digits = parts
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim();
  time.replaceChildren(digits);
  if (period) time.append(element('small', '', period));
  time.dateTime = new Date(ms).toISOString();
  const day = new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'long' }).format(ms);
  about.textContent = `${day}, ${gapText(gapToHome(zone, ms))}`;
}

function showShift() {
  const size = Math.abs(shift);
  const minutes = String((size % 1) * 60).padStart(2, '0');
  $('shift-text').textContent = shift ? `${shift > 0 ? '+' : '−'}${Math.floor(size)}:${minutes} h` : 'now';
  $('now').disabled = shift === 0;
}

/** The line below the cards: is this a good moment to call everyone? */
function showOverlap() {
  const asleep = cards.filter(({ sky }) => sky.hour < AWAKE.from || sky.hour >= AWAKE.to);
  $('overlap').textContent = summary(asleep.map(({ city }) => city.name));
}

function summary(asleep) {
  if (!cards.length) return 'Add a city to see its sky.';
  if (!asleep.length) return 'Everybody is up: a good time to call.';
  if (asleep.length === cards.length) return 'Everybody is asleep. Let them.';
  return `Probably asleep: ${asleep.join(', ')}.`;
}

function paint(seconds) {
  for (const { canvas, sky } of cards) paintSky(canvas, sky, seconds);
}

let lastPaint = 0;
let lastMinute = 0;
function frame(now) {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute !== lastMinute) {
    lastMinute = minute;
    showTimes();
    if (motion.matches) paint(0);
  }
  // Clouds and stars move slowly: 15 frames a second are plenty.
  if (!motion.matches && now - lastPaint > PAINT_EVERY_MS) {
    lastPaint = now;
    paint(now / 1000);
  }
  requestAnimationFrame(frame);
}

function setShift(hours) {
  shift = hours;
  $('shift').value = hours;
  showTimes();
  paint(motion.matches ? 0 : performance.now() / 1000);
}

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE_KEY));
    return Array.isArray(kept) ? kept.filter((name) => CITIES.some((city) => city.name === name)) : null;
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(STORE_KEY, JSON.stringify(chosen));
  } catch {
    /* private mode: the list lasts as long as the page */
  }
}

$('shift').addEventListener('input', () => setShift(Number($('shift').value)));
$('now').addEventListener('click', () => setShift(0));
$('add').addEventListener('change', () => {
  chosen = [...chosen, $('add').value];
  save();
  buildCards();
});
addEventListener('resize', () => paint(0));

buildCards();
requestAnimationFrame(frame);
