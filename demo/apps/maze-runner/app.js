import { DIRECTIONS, createMaze, exits, findWay, isOpen, moved } from './maze.js';
import { watchLive } from './live.js';
import { View } from './view.js';

const STORE_KEY = 'maze-runner:level';
const STEP_MS = 75;
const FLICK_MS = 260;
const HINT_CELLS = 9;
const HINT_MS = 2600;
const NEXT_LEVEL_MS = 1500;
const KEYS = {
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  w: 'up',
  d: 'right',
  s: 'down',
  a: 'left',
};

const $ = (id) => document.getElementById(id);
const canvas = $('maze');
const view = new View(canvas);
const motion = matchMedia('(prefers-reduced-motion: reduce)');
let level = rememberedLevel();
let game = null;
let drag = null;

function startLevel() {
  const { clientWidth, clientHeight } = canvas;
  const columns = Math.min(6 + level, 24);
  // Rows follow the shape of the screen, so the garden always fills it.
  const rows = Math.max(5, Math.min(34, Math.round(columns * (clientHeight / clientWidth))));
  const start = { x: 0, y: 0 };
  game = {
    maze: createMaze(columns, rows),
    cell: start,
    goal: { x: columns - 1, y: rows - 1 },
    runner: { ...start },
    facing: { dx: 1, dy: 0 },
    trail: [start],
    queue: [],
    hint: [],
    hintUntil: 0,
    steps: 0,
    startedAt: 0,
    won: false,
  };
  $('level').textContent = level;
  $('steps').textContent = 0;
  $('time').textContent = '0:00';
  view.fit(game.maze);
}

function step(direction) {
  const from = game.queue.at(-1) ?? game.cell;
  if (game.won || !isOpen(game.maze, from, direction)) return false;
  game.startedAt ||= performance.now();
  game.queue.push(moved(from, direction));
  return true;
}

/** Runs on until a junction, a dead end or the flag. */
function run(direction) {
  let heading = direction;
  while (step(heading)) {
    const cell = game.queue.at(-1);
    if (cell.x === game.goal.x && cell.y === game.goal.y) return;
    const onward = exits(game.maze, cell).filter(({ bit }) => bit !== heading.back);
    if (onward.length !== 1) return;
    [heading] = onward;
  }
}

function arrive(cell) {
  game.cell = cell;
  game.steps += 1;
  const { trail } = game;
  const before = trail.at(-2);
  // Walking back rolls the trail up again: what is left is the way found so far.
  if (before && before.x === cell.x && before.y === cell.y) trail.pop();
  else trail.push(cell);
  $('steps').textContent = game.steps;
  if (cell.x === game.goal.x && cell.y === game.goal.y) win();
}

function win() {
  game.won = true;
  game.queue = [];
  if (!motion.matches) view.burst(game.goal);
  say(`Level ${level} done in ${game.steps} steps!`);
  level += 1;
  rememberLevel();
  setTimeout(() => {
    startLevel();
    say('The next garden is a bit bigger');
  }, NEXT_LEVEL_MS);
}

function showHint() {
  if (game.won) return;
  game.hint = findWay(game.maze, game.cell, game.goal).slice(1, HINT_CELLS + 1);
  game.hintUntil = performance.now() + HINT_MS;
  say('Follow the purple dots');
}

function advance(elapsed) {
  let reach = elapsed / STEP_MS;
  while (reach > 0 && game.queue.length) {
    const target = game.queue[0];
    const dx = target.x - game.runner.x;
    const dy = target.y - game.runner.y;
    const left = Math.abs(dx) + Math.abs(dy);
    if (left) game.facing = { dx: Math.sign(dx), dy: Math.sign(dy) };
    if (left <= reach) {
      game.runner = { ...target };
      game.queue.shift();
      reach -= left;
      arrive(target);
    } else {
      game.runner.x += Math.sign(dx) * reach;
      game.runner.y += Math.sign(dy) * reach;
      reach = 0;
    }
  }
}

let lastFrame = 0;
let lastDraw = 0;
function frame(now) {
  const elapsed = Math.min(now - lastFrame, 50);
  lastFrame = now;
  advance(elapsed);
  if (now > game.hintUntil) game.hint = [];
  const busy = game.queue.length || game.hint.length || view.petals.length || drag;
  // Standing still needs no more than a lazy flag: 20 frames a second.
  if (busy || now - lastDraw > 50) {
    lastDraw = now;
    view.draw({ ...game, now, calm: motion.matches });
    showTime(now);
  }
  requestAnimationFrame(frame);
}

function showTime(now) {
  if (!game.startedAt || game.won) return;
  const seconds = Math.floor((now - game.startedAt) / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if ($('time').textContent !== text) $('time').textContent = text;
}

function say(message, isPrompt = false) {
  $('message').textContent = message;
  $('message').classList.toggle('prompt', isPrompt);
}

function towards(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? DIRECTIONS.right : DIRECTIONS.left;
  return dy > 0 ? DIRECTIONS.down : DIRECTIONS.up;
}

canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId);
  drag = {
    x: event.clientX,
    y: event.clientY,
    startX: event.clientX,
    startY: event.clientY,
    at: event.timeStamp,
  };
});

canvas.addEventListener('pointermove', (event) => {
  if (!drag) return;
  // Each cell's length of finger travel is one step, so a maze can be traced.
  const stride = Math.max(view.cell * 0.7, 18);
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (Math.max(Math.abs(dx), Math.abs(dy)) < stride || event.timeStamp - drag.at < FLICK_MS) return;
  step(towards(dx, dy));
  drag.x = event.clientX;
  drag.y = event.clientY;
});

canvas.addEventListener('pointerup', (event) => {
  if (!drag) return;
  const dx = event.clientX - drag.startX;
  const dy = event.clientY - drag.startY;
  const isFlick = event.timeStamp - drag.at < FLICK_MS && Math.hypot(dx, dy) > 14;
  drag = null;
  if (isFlick) run(towards(dx, dy));
});

canvas.addEventListener('pointercancel', () => {
  drag = null;
});

addEventListener('keydown', (event) => {
  const direction = DIRECTIONS[KEYS[event.key]];
  if (!direction || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  if (event.shiftKey) run(direction);
  else step(direction);
});

function rememberedLevel() {
  try {
    return Math.max(1, Math.min(99, parseInt(localStorage.getItem(STORE_KEY), 10) || 1));
  } catch {
    return 1;
  }
}

function rememberLevel() {
  try {
    localStorage.setItem(STORE_KEY, level);
  } catch {
    /* private mode: the next visit starts at level 1 */
  }
}

let resizeTimer = 0;
addEventListener('resize', () => {
  clearTimeout(resizeTimer);
  // An untouched level is grown anew for the new shape; one under way is only rescaled.
  resizeTimer = setTimeout(() => (game.steps ? view.fit(game.maze) : startLevel()), 120);
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => view.fit(game.maze));

$('hint').addEventListener('click', showHint);
$('restart').addEventListener('click', () => {
  level = 1;
  rememberLevel();
  startLevel();
  say('Back to the first garden');
});

startLevel();
watchLive(() => {
  if (level === 1 && !game.steps) showHint();
  say('Flick or drag to run', true);
});
requestAnimationFrame(frame);
