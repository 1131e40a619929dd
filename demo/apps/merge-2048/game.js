/** The rules, free of any drawing. A cell holds null or a tile {id, value}; cells run row by row. */

export const SIZE = 4;
export const GOAL = 2048;
export const DIRECTIONS = ['left', 'up', 'right', 'down'];
const FOUR_CHANCE = 0.1;

let lastId = 0;
export const makeTile = (value) => ({ id: (lastId += 1), value });

export function newGame() {
  const game = { cells: Array(SIZE * SIZE).fill(null), score: 0 };
  return addTile(addTile(game));
}

export function gameFrom(values, score) {
  return { cells: values.map((value) => (value ? makeTile(value) : null)), score };
}

export function addTile(game) {
  const free = game.cells.flatMap((tile, i) => (tile ? [] : [i]));
  if (!free.length) return game;
  const cells = [...game.cells];
  cells[free[Math.floor(Math.random() * free.length)]] = makeTile(Math.random() < FOUR_CHANCE ? 4 : 2);
  return { ...game, cells };
}

/** The four lines of cell indexes, each starting at the wall the tiles fall towards. */
function linesTowards(direction) {
  return Array.from({ length: SIZE }, (_, line) => {
    const cells = Array.from({ length: SIZE }, (__, step) => {
      const horizontal = direction === 'left' || direction === 'right';
      return horizontal ? line * SIZE + step : step * SIZE + line;
    });
    return direction === 'right' || direction === 'down' ? cells.reverse() : cells;
  });
}

/**
 * Slides every tile. `absorbed` pairs each tile that disappears with the cell where it meets its twin,
 * so that it can be seen travelling there.
 */
export function slide(game, direction) {
  const cells = Array(SIZE * SIZE).fill(null);
  const absorbed = [];
  const joined = [];
  let gained = 0;

  for (const line of linesTowards(direction)) {
    let next = 0;
    let waiting = null;
    for (const from of line) {
      const tile = game.cells[from];
      if (!tile) continue;
      if (waiting?.value === tile.value) {
        const cell = line[next - 1];
        cells[cell] = { id: waiting.id, value: tile.value * 2 };
        absorbed.push({ id: tile.id, cell });
        joined.push(waiting.id);
        gained += tile.value * 2;
        waiting = null;
      } else {
        cells[line[next]] = tile;
        next += 1;
        waiting = tile;
      }
    }
  }
  const moved = cells.some(
    (tile, i) => tile?.id !== game.cells[i]?.id || tile?.value !== game.cells[i]?.value,
  );
  return { game: { cells, score: game.score + gained }, moved, absorbed, joined, gained };
}

export const isStuck = (game) => DIRECTIONS.every((direction) => !slide(game, direction).moved);
export const highest = (game) => Math.max(...game.cells.map((tile) => tile?.value ?? 0));
