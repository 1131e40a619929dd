import { SHAPES, STAR, drawShape } from './shapes.js';

/** `par` is the number of moves that still earns three stars. */
const LEVELS = [
  { id: 'easy', name: 'Easy', pairs: 6, columns: 3, wide: 4, par: 10 },
  { id: 'medium', name: 'Medium', pairs: 8, columns: 4, wide: 4, par: 14 },
  { id: 'hard', name: 'Hard', pairs: 12, columns: 4, wide: 6, par: 24 },
];
const STORAGE_KEY = 'memory-match:records';
const FLIP_MS = 400;
const WRONG_SHOWN_MS = 700;
const wideTable = matchMedia('(min-width: 700px)');

const $ = (selector) => document.querySelector(selector);
const records = read();
let level = LEVELS.find(({ id }) => id === records.level) ?? LEVELS[0];
let cards = [];
let turned = [];
let moves = 0;
let startedAt = 0;
let clock = 0;
let turnBack = 0;
let afterFinish = deal;

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? {};
  } catch {
    return {};
  }
}

function save() {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(records));
  } catch {
    /* records last for this visit */
  }
}

function shuffle(list) {
  const shuffled = [...list];
  for (let i = shuffled.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

function deal() {
  clearTimeout(turnBack);
  stopClock();
  const shapes = shuffle(SHAPES).slice(0, level.pairs);
  cards = shuffle([...shapes, ...shapes]).map(makeCard);
  turned = [];
  moves = 0;
  startedAt = 0;
  $('.cards').replaceChildren(...cards.map(({ button }) => button));
  $('.finish').hidden = true;
  cards[Math.floor(cards.length / 2) - 1].button.classList.add('peek');
  layOut();
  drawFigures();
}

function layOut() {
  const columns = wideTable.matches ? level.wide : level.columns;
  $('.cards').style.setProperty('--columns', columns);
  $('.cards').style.setProperty('--rows', Math.ceil(cards.length / columns));
}

function makeCard(shape, index) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'card fresh' });
  const back = Object.assign(document.createElement('span'), { className: 'side back' });
  const face = Object.assign(document.createElement('span'), { className: 'side face' });
  face.append(drawShape(shape));
  button.append(back, face);
  button.style.setProperty('--order', index);
  const card = { shape, button, index, found: false };
  label(card, 'face down');
  button.addEventListener('click', () => turn(card));
  return card;
}

function label({ button, index }, what) {
  button.setAttribute('aria-label', `Card ${index + 1}: ${what}`);
}

function turn(card) {
  if (card.found || turned.includes(card)) return;
  // A quick player need not wait for a wrong pair to turn back by itself.
  if (turned.length === 2) hideWrongPair();
  if (!startedAt) begin();
  card.button.classList.add('up');
  label(card, card.shape.name);
  announce(card.shape.name);
  turned.push(card);
  if (turned.length === 2) compare();
}

function compare() {
  moves += 1;
  drawFigures();
  const [first, second] = turned;
  if (first.shape === second.shape) keepPair();
  else {
    turnBack = setTimeout(shakeWrongPair, FLIP_MS);
  }
}

function keepPair() {
  turned.forEach((card) => {
    card.found = true;
    card.button.classList.add('found');
    label(card, `${card.shape.name}, found`);
  });
  announce(`A pair: ${turned[0].shape.name}`);
  turned = [];
  if (cards.every(({ found }) => found)) finish();
}

function shakeWrongPair() {
  turned.forEach(({ button }) => button.classList.add('wrong'));
  turnBack = setTimeout(hideWrongPair, WRONG_SHOWN_MS);
}

function hideWrongPair() {
  clearTimeout(turnBack);
  turned.forEach((card) => {
    card.button.classList.remove('up', 'wrong');
    label(card, 'face down');
  });
  turned = [];
}

function elapsedSeconds() {
  return startedAt ? Math.floor((Date.now() - startedAt) / 1000) : 0;
}

function begin() {
  cards.forEach(({ button }) => button.classList.remove('fresh', 'peek'));
  startedAt = Date.now();
  clock = setInterval(drawTime, 1000);
}

function stopClock() {
  clearInterval(clock);
}

function drawTime() {
  const seconds = elapsedSeconds();
  $('.time').textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function drawFigures() {
  $('.moves').textContent = moves;
  $('.best').textContent = records[level.id] ?? '–';
  drawTime();
}

function finish() {
  stopClock();
  const isRecord = !records[level.id] || moves < records[level.id];
  if (isRecord) records[level.id] = moves;
  save();
  drawFigures();
  const stars = 1 + (moves <= level.par) + (moves <= level.par * 1.5);
  const verdict = `${isRecord ? 'New best: ' : ''}${moves} moves in ${elapsedSeconds()} seconds`;
  $('.stars').replaceChildren(...[0, 1, 2].map((i) => makeStar(i, i < stars)));
  $('.stars').setAttribute('aria-label', `${stars} of 3 stars`);
  $('.verdict').textContent = verdict;
  offerNext(stars);
  $('.finish').hidden = false;
  $('.next').focus({ preventScroll: true });
  announce(`${stars} stars. ${verdict}`);
}

function makeStar(order, won) {
  const star = drawShape(STAR);
  star.classList.toggle('won', won);
  star.style.setProperty('--order', order);
  return star;
}

function offerNext(stars) {
  const harder = stars > 1 && LEVELS[LEVELS.indexOf(level) + 1];
  $('.next').textContent = harder ? `On to ${harder.name}` : 'Play again';
  afterFinish = harder ? () => chooseLevel(harder) : deal;
}

function chooseLevel(chosen) {
  level = chosen;
  records.level = level.id;
  save();
  [...$('.levels').children].forEach((button, i) => {
    button.setAttribute('aria-checked', LEVELS[i] === level);
    button.tabIndex = LEVELS[i] === level ? 0 : -1;
  });
  deal();
}

function buildLevels() {
  for (const option of LEVELS) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'level',
      textContent: option.name,
    });
    button.setAttribute('role', 'radio');
    button.addEventListener('click', () => chooseLevel(option));
    $('.levels').append(button);
  }
  chooseLevel(level);
}

function announce(text) {
  $('.status').textContent = text;
}

/** Arrow keys walk over the cards as they lie, and along the levels. */
function onKey(event) {
  const columns = Number($('.cards').style.getPropertyValue('--columns'));
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  if (!step) return;
  event.preventDefault();
  const focused = document.activeElement;
  if (focused?.classList.contains('level')) {
    const next = LEVELS[LEVELS.indexOf(level) + Math.sign(step)];
    if (next) chooseLevel(next);
    $('.level[aria-checked="true"]').focus();
    return;
  }
  const at = cards.findIndex(({ button }) => button === focused);
  (cards[at < 0 ? 0 : at + step]?.button ?? focused).focus();
}

buildLevels();
wideTable.addEventListener('change', layOut);
$('.deal').addEventListener('click', deal);
$('.next').addEventListener('click', () => afterFinish());
addEventListener('keydown', onKey);
