import { SIZE } from './game.js';

/** Face and edge colour by power of two; past the list the last pair stays. */
const COLOURS = [
  ['#fff6e6', '#e4d3bb'],
  ['#d3f7e6', '#9fdcc0'],
  ['#8ff0c8', '#52c596'],
  ['#9fd2ff', '#63a4e3'],
  ['#b9b6ff', '#867fe6'],
  ['#e5aaff', '#bb72dd'],
  ['#ff9fd0', '#dc649f'],
  ['#ff9a8d', '#da5f52'],
  ['#ffb661', '#dd8427'],
  ['#ffe05c', '#dcae19'],
  ['#fff8c9', '#f2c230'],
  ['#c8fff4', '#46d3b6'],
];
/** Digits to font size as a share of the tile. */
const TEXT_SCALE = [0, 0.46, 0.42, 0.34, 0.27, 0.22, 0.19];
const SLIDE_MS = 130;

export function createView(layer, wells) {
  const elements = new Map();
  wells.append(...Array.from({ length: SIZE * SIZE }, () => document.createElement('i')));

  function place(element, cell) {
    element.style.setProperty('--column', cell % SIZE);
    element.style.setProperty('--row', Math.floor(cell / SIZE));
  }

  function dress(element, value) {
    const [face, edge] = COLOURS[Math.min(Math.log2(value), COLOURS.length) - 1];
    element.style.setProperty('--face', face);
    element.style.setProperty('--edge', edge);
    element.style.setProperty('--scale', TEXT_SCALE[String(value).length] ?? TEXT_SCALE.at(-1));
    element.firstChild.textContent = value;
  }

  function createElement(id) {
    const element = Object.assign(document.createElement('div'), { className: 'tile born' });
    element.append(document.createElement('b'));
    layer.append(element);
    elements.set(id, element);
    return element;
  }

  function sendOff({ id, cell }) {
    const element = elements.get(id);
    if (!element) return;
    elements.delete(id);
    place(element, cell);
    setTimeout(() => element.remove(), SLIDE_MS);
  }

  /** `joined` are the ids of tiles that just doubled, `absorbed` the ones that vanish into them. */
  function show(game, { joined = [], absorbed = [] } = {}) {
    absorbed.forEach(sendOff);
    const present = new Set();
    game.cells.forEach((tile, cell) => {
      if (!tile) return;
      present.add(tile.id);
      const known = elements.get(tile.id);
      const element = known ?? createElement(tile.id);
      place(element, cell);
      dress(element, tile.value);
      if (known) element.className = joined.includes(tile.id) ? 'tile joined' : 'tile';
    });
    for (const [id, element] of elements) {
      if (present.has(id)) continue;
      element.remove();
      elements.delete(id);
    }
  }

  return { show };
}
