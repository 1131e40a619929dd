import { flippedBy, houseOf, puzzleNumber, resultText, SIDE } from './puzzle.js';
import { share } from './share.js';

const number = puzzleNumber(new Date());
const KEY = `five-lights-${number}`;
const byId = (id) => document.getElementById(id);
const moves = { ArrowUp: -SIDE, ArrowDown: SIDE, ArrowLeft: -1, ArrowRight: 1 };

function kept() {
  try {
    const state = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(state?.lit) && state.lit.length === SIDE * SIDE ? state : undefined;
  } catch {
    return undefined;
  }
}

let { lit, taps } = kept() ?? { lit: houseOf(number), taps: 0 };
const panes = [];
for (let row = 0; row < SIDE; row += 1) {
  const line = document.createElement('div');
  line.setAttribute('role', 'row');
  for (let column = 0; column < SIDE; column += 1) {
    const pane = document.createElement('button');
    pane.type = 'button';
    pane.tabIndex = panes.length === 0 ? 0 : -1;
    const place = panes.push(pane) - 1;
    pane.addEventListener('click', () => flip(place));
    pane.addEventListener('keydown', (event) => move(event, place));
    const cell = document.createElement('div');
    cell.setAttribute('role', 'gridcell');
    cell.append(pane);
    line.append(cell);
  }
  byId('windows').append(line);
}

function show() {
  const isDone = lit.every(Boolean);
  for (const [place, pane] of panes.entries()) {
    pane.classList.toggle('lit', lit[place]);
    pane.setAttribute('aria-pressed', String(lit[place]));
    pane.setAttribute('aria-label', `Row ${Math.floor(place / SIDE) + 1}, window ${(place % SIDE) + 1}`);
  }
  document.body.classList.toggle('done', isDone);
  byId('share').hidden = !isDone;
  const dark = lit.filter((one) => !one).length;
  byId('status').textContent = isDone
    ? `Everybody is home. ${taps} ${taps === 1 ? 'tap' : 'taps'}.`
    : `${dark} dark, ${taps} ${taps === 1 ? 'tap' : 'taps'}. Five can do it.`;
  try {
    localStorage.setItem(KEY, JSON.stringify({ lit, taps }));
  } catch {}
}

function flip(place) {
  if (lit.every(Boolean)) return;
  for (const flipped of flippedBy(place)) lit[flipped] = !lit[flipped];
  taps += 1;
  show();
}

function move(event, place) {
  const next = panes[place + (moves[event.key] ?? Number.NaN)];
  const isOverEdge =
    moves[event.key] === -1 ? place % SIDE === 0 : moves[event.key] === 1 && place % SIDE === SIDE - 1;
  if (!next || isOverEdge) return;
  event.preventDefault();
  panes[place].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

byId('day').textContent = `House no. ${number}`;
byId('again').addEventListener('click', () => {
  [lit, taps] = [houseOf(number), 0];
  byId('note').textContent = '';
  show();
});
byId('share').addEventListener('click', () => {
  void share(resultText(number, taps), (text) => (byId('note').textContent = text));
});
show();
