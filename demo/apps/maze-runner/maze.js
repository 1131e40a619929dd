// Mazes are grids of cells; `open` holds, per cell, the bit mask of directions
// in which no hedge stands.

export const DIRECTIONS = {
  up: { bit: 1, dx: 0, dy: -1, back: 4 },
  right: { bit: 2, dx: 1, dy: 0, back: 8 },
  down: { bit: 4, dx: 0, dy: 1, back: 1 },
  left: { bit: 8, dx: -1, dy: 0, back: 2 },
};

const ALL = Object.values(DIRECTIONS);
// A few extra gaps make loops: a maze with one single way feels like a corridor.
const GAPS_PER_CELL = 0.035;

export function createMaze(columns, rows, random = Math.random) {
  const maze = { columns, rows, open: new Uint8Array(columns * rows) };
  carve(maze, random);
  openGaps(maze, random);
  return maze;
}

export function cellAt(maze, x, y) {
  return y * maze.columns + x;
}

export function isOpen(maze, { x, y }, direction) {
  return Boolean(maze.open[cellAt(maze, x, y)] & direction.bit);
}

export function exits(maze, cell) {
  return ALL.filter((direction) => isOpen(maze, cell, direction));
}

export function moved({ x, y }, { dx, dy }) {
  return { x: x + dx, y: y + dy };
}

/** Shortest way between two cells, both included (breadth first). */
export function findWay(maze, from, to) {
  const cameFrom = new Map([[cellAt(maze, from.x, from.y), null]]);
  const queue = [from];
  for (const cell of queue) {
    if (cell.x === to.x && cell.y === to.y) return unwind(maze, cameFrom, cell);
    for (const direction of exits(maze, cell)) {
      const next = moved(cell, direction);
      const id = cellAt(maze, next.x, next.y);
      if (cameFrom.has(id)) continue;
      cameFrom.set(id, cell);
      queue.push(next);
    }
  }
  return [];
}

function unwind(maze, cameFrom, end) {
  const way = [];
  for (let cell = end; cell; cell = cameFrom.get(cellAt(maze, cell.x, cell.y))) way.unshift(cell);
  return way;
}

function carve(maze, random) {
  const seen = new Set([0]);
  const stack = [{ x: 0, y: 0 }];
  while (stack.length) {
    const cell = stack.at(-1);
    const choices = ALL.filter((direction) => {
      const next = moved(cell, direction);
      return isInside(maze, next) && !seen.has(cellAt(maze, next.x, next.y));
    });
    if (!choices.length) {
      stack.pop();
      continue;
    }
    const direction = choices[Math.floor(random() * choices.length)];
    const next = moved(cell, direction);
    connect(maze, cell, direction);
    seen.add(cellAt(maze, next.x, next.y));
    stack.push(next);
  }
}

function openGaps(maze, random) {
  const gaps = Math.floor(maze.columns * maze.rows * GAPS_PER_CELL);
  for (let i = 0; i < gaps; i += 1) {
    const cell = { x: Math.floor(random() * maze.columns), y: Math.floor(random() * maze.rows) };
    const direction = ALL[Math.floor(random() * ALL.length)];
    if (isInside(maze, moved(cell, direction))) connect(maze, cell, direction);
  }
}

function connect(maze, cell, direction) {
  const next = moved(cell, direction);
  maze.open[cellAt(maze, cell.x, cell.y)] |= direction.bit;
  maze.open[cellAt(maze, next.x, next.y)] |= direction.back;
}

function isInside({ columns, rows }, { x, y }) {
  return x >= 0 && y >= 0 && x < columns && y < rows;
}
