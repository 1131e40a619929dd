import { DIRECTIONS, GOAL, addTile, gameFrom, highest, isStuck, newGame, slide } from './game.js';
import { watchLive } from './live.js';
import { createView } from './view.js';

const STORAGE_KEY = 'merge-2048:game';
const HISTORY = 30;
const SWIPE = 22;
/** Position of the demonstration before the first touch. */
const SHOWCASE = [2, 4, 0, 2, 8, 16, 4, 0, 64, 32, 16, 8, 512, 256, 128, 64];
const SHOWCASE_STEP = 850;
const KEYS = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  KeyA: 'left',
  KeyD: 'right',
  KeyW: 'up',
  KeyS: 'down',
};

const $ = (selector) => document.querySelector(selector);
const board = $('.board');
const veil = $('.veil');
const view = createView($('.tiles'), $('.wells'));

let game;
let best = 0;
let history = [];
let celebrated = false;
let showcase = 0;

function restore() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY));
    best = Number(saved?.best) || 0;
    if (saved?.values?.length !== SHOWCASE.length) return false;
    game = gameFrom(saved.values, saved.score);
    celebrated = highest(game) >= GOAL;
    return true;
  } catch {
    return false;
  }
}

function save() {
  const values = game.cells.map((tile) => tile?.value ?? 0);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ values, score: game.score, best }));
  } catch {
    /* plays on unsaved */
  }
}

function refresh(effects) {
  view.show(game, effects);
  best = Math.max(best, game.score);
  $('.score').textContent = game.score;
  $('.best').textContent = best;
  $('.undo').disabled = !history.length;
}

function start() {
  stopShowcase();
  game = newGame();
  history = [];
  celebrated = false;
  hideVeil();
  refresh();
  save();
  announce('New game');
}

function move(direction) {
  if (showcase) return start();
  if (!veil.hidden) return undefined;
  const result = slide(game, direction);
  if (!result.moved) return nudge();
  history = [...history.slice(1 - HISTORY), game];
  game = addTile(result.game);
  refresh(result);
  save();
  announce(`${direction}. ${result.gained ? `Plus ${result.gained}. ` : ''}Score ${game.score}`);
  return judge();
}

/** A refused move answers with a little shake instead of silence. */
function nudge() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  board.animate(
    [
      { transform: 'none' },
      { transform: 'translateX(-5px)' },
      { transform: 'translateX(5px)' },
      { transform: 'none' },
    ],
    160,
  );
}

function judge() {
  if (!celebrated && highest(game) >= GOAL) {
    celebrated = true;
    showVeil('2048. Wonderful!', 'Keep going');
  } else if (isStuck(game)) showVeil(`No moves left. ${game.score} points`, 'Play again');
}

function undo() {
  if (!history.length) return;
  game = history.pop();
  hideVeil();
  refresh();
  save();
  announce(`Undone. Score ${game.score}`);
}

function showVeil(verdict, action) {
  $('.verdict').textContent = verdict;
  $('.resume').textContent = action;
  veil.classList.remove('inviting');
  veil.hidden = false;
  announce(verdict);
  // A restored lost game must not take the focus from the parent page.
  if (document.hasFocus()) $('.resume').focus({ preventScroll: true });
}

function hideVeil() {
  veil.hidden = true;
  board.focus({ preventScroll: true });
}

function resume() {
  if (isStuck(game)) start();
  else hideVeil();
}

function announce(text) {
  $('.status').textContent = text;
}

function beginShowcase() {
  game = gameFrom(SHOWCASE, 0);
  view.show(game);
  $('.best').textContent = best;
  $('.verdict').textContent = 'Swipe to play';
  veil.classList.add('inviting');
  veil.hidden = false;
  showcase = setInterval(playShowcase, SHOWCASE_STEP);
}

function playShowcase() {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const options = ['down', 'left', 'right', 'up']
    .map((direction) => slide(game, direction))
    .filter(({ moved }) => moved);
  const richest = options.sort((a, b) => b.gained - a.gained)[0];
  game = richest && highest(game) < GOAL ? addTile(richest.game) : gameFrom(SHOWCASE, 0);
  view.show(game, richest);
}

function stopShowcase() {
  clearInterval(showcase);
  showcase = 0;
}

/** A swipe counts as soon as it is long enough, not on release: that makes the board feel immediate. */
function listenToSwipes() {
  let origin = null;
  addEventListener('pointerdown', (event) => {
    if (!event.target.closest('button')) origin = { x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  addEventListener('pointermove', (event) => {
    if (origin?.id !== event.pointerId) return;
    const dx = event.clientX - origin.x;
    const dy = event.clientY - origin.y;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
    origin = null;
    const [left, up, right, down] = DIRECTIONS;
    if (Math.abs(dx) > Math.abs(dy)) move(dx < 0 ? left : right);
    else move(dy < 0 ? up : down);
  });
  for (const type of ['pointerup', 'pointercancel']) {
    addEventListener(type, () => {
      if (origin && showcase && type === 'pointerup') start();
      origin = null;
    });
  }
}

function onKey(event) {
  if (event.code === 'KeyU' || ((event.ctrlKey || event.metaKey) && event.code === 'KeyZ')) undo();
  else if (event.ctrlKey || event.metaKey || !KEYS[event.code]) return;
  else move(KEYS[event.code]);
  event.preventDefault();
}

$('.new').addEventListener('click', start);
$('.undo').addEventListener('click', undo);
$('.resume').addEventListener('click', resume);
addEventListener('keydown', onKey);
listenToSwipes();
watchLive();
if (restore()) {
  refresh();
  judge();
} else beginShowcase();
