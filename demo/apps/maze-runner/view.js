// Draws the garden. The hedges of a level are painted once on a canvas of their
// own; each frame only lays the trail, the flag and the runner over them.

import { DIRECTIONS, isOpen } from './maze.js';

const EYE = '#3b120a';
const PETALS = ['#ef5b3c', '#ffc145', '#f48fb1', '#7a4fd0', '#ffffff'];

export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.hedges = document.createElement('canvas');
    this.petals = [];
    this.style = getComputedStyle(canvas);
  }

  #color(name) {
    return this.style.getPropertyValue(`--${name}`);
  }

  fit(maze) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    // The outer hedge is wider than the grid, hence the extra third of a cell.
    this.cell = Math.floor(Math.min(width / (maze.columns + 0.35), height / (maze.rows + 0.4)));
    this.left = Math.floor((width - this.cell * maze.columns) / 2);
    this.top = Math.floor((height - this.cell * maze.rows) / 2);
    for (const canvas of [this.canvas, this.hedges]) {
      canvas.width = width * ratio;
      canvas.height = height * ratio;
    }
    this.ratio = ratio;
    this.#paintGarden(maze);
  }

  draw({ runner, facing, trail, hint, goal, now, calm }) {
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.hedges, 0, 0);
    context.scale(this.ratio, this.ratio);
    this.#drawTrail(trail, runner);
    if (hint.length) this.#drawHint(hint, calm ? 0 : now);
    this.#drawFlag(goal, calm ? 0 : now);
    this.#drawRunner(runner, facing, calm ? 0 : now);
    this.#drawPetals();
  }

  burst(at) {
    const [x, y] = this.#middle(at);
    this.petals = Array.from({ length: 60 }, (_, i) => {
      const angle = Math.random() * Math.PI * 2;
      const speed = 1 + Math.random() * 4.5;
      return {
        x,
        y,
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed - 2,
        spin: Math.random() * 6,
        size: 3 + Math.random() * 4,
        life: 1,
        color: PETALS[i % PETALS.length],
      };
    });
  }

  #middle({ x, y }) {
    return [this.left + (x + 0.5) * this.cell, this.top + (y + 0.5) * this.cell];
  }

  #paintGarden(maze) {
    const context = this.hedges.getContext('2d');
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.#paintLawn(context, maze);
    const thick = Math.max(4, this.cell * 0.24);
    const walls = this.#wallPath(maze);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const [color, width, shift] of [
      [this.#color('shade'), thick, thick * 0.55],
      [this.#color('hedge-side'), thick, thick * 0.18],
      [this.#color('hedge'), thick, 0],
      [this.#color('hedge-top'), thick * 0.4, -thick * 0.12],
    ]) {
      context.save();
      context.translate(0, shift);
      context.strokeStyle = color;
      context.lineWidth = width;
      context.stroke(walls);
      context.restore();
    }
  }

  #paintLawn(context, { columns, rows }) {
    context.fillStyle = this.#color('lawn');
    context.fillRect(this.left, this.top, columns * this.cell, rows * this.cell);
    context.fillStyle = this.#color('stripe');
    for (let x = 0; x < columns; x += 2) {
      context.fillRect(this.left + x * this.cell, this.top, this.cell, rows * this.cell);
    }
  }

  #wallPath(maze) {
    const path = new Path2D();
    const line = (x1, y1, x2, y2) => {
      path.moveTo(this.left + x1 * this.cell, this.top + y1 * this.cell);
      path.lineTo(this.left + x2 * this.cell, this.top + y2 * this.cell);
    };
    for (let y = 0; y < maze.rows; y += 1) {
      for (let x = 0; x < maze.columns; x += 1) {
        if (!isOpen(maze, { x, y }, DIRECTIONS.up)) line(x, y, x + 1, y);
        if (!isOpen(maze, { x, y }, DIRECTIONS.left)) line(x, y, x, y + 1);
      }
    }
    line(maze.columns, 0, maze.columns, maze.rows);
    line(0, maze.rows, maze.columns, maze.rows);
    return path;
  }

  #drawTrail(trail, runner) {
    const { context } = this;
    context.strokeStyle = this.#color('trail');
    context.lineWidth = Math.max(3, this.cell * 0.2);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.globalAlpha = 0.75;
    context.beginPath();
    for (const cell of trail) context.lineTo(...this.#middle(cell));
    context.lineTo(...this.#middle(runner));
    context.stroke();
    context.globalAlpha = 1;
  }

  #drawHint(way, now) {
    const { context } = this;
    context.fillStyle = this.#color('dots');
    way.forEach((cell, i) => {
      const beat = 1 + 0.25 * Math.sin(now / 140 - i * 0.7);
      const [x, y] = this.#middle(cell);
      context.beginPath();
      context.arc(x, y, this.cell * 0.11 * beat, 0, 7);
      context.fill();
    });
  }

  #drawFlag(goal, now) {
    const { context, cell } = this;
    const [x, y] = this.#middle(goal);
    const wave = Math.sin(now / 260) * cell * 0.06;
    context.fillStyle = this.#color('shade');
    context.beginPath();
    context.ellipse(x, y + cell * 0.3, cell * 0.2, cell * 0.07, 0, 0, 7);
    context.fill();
    context.strokeStyle = this.#color('pole');
    context.lineWidth = Math.max(2, cell * 0.07);
    context.beginPath();
    context.moveTo(x - cell * 0.12, y + cell * 0.3);
    context.lineTo(x - cell * 0.12, y - cell * 0.34);
    context.stroke();
    context.fillStyle = this.#color('dots');
    context.beginPath();
    context.moveTo(x - cell * 0.12, y - cell * 0.34);
    context.quadraticCurveTo(x + cell * 0.08, y - cell * 0.34 + wave, x + cell * 0.3, y - cell * 0.18);
    context.quadraticCurveTo(x + cell * 0.08, y - cell * 0.08 + wave, x - cell * 0.12, y - cell * 0.02);
    context.fill();
  }

  #drawRunner(runner, facing, now) {
    const { context, cell } = this;
    const [x, y] = this.#middle(runner);
    const radius = cell * 0.27;
    context.fillStyle = this.#color('shade');
    context.beginPath();
    context.ellipse(x, y + radius * 0.85, radius * 0.95, radius * 0.4, 0, 0, 7);
    context.fill();
    const bob = Math.abs(Math.sin(now / 320)) * cell * 0.05;
    context.fillStyle = this.#color('fox');
    context.beginPath();
    context.arc(x, y - bob, radius, 0, 7);
    context.fill();
    for (const side of [-1, 1]) this.#drawEye(x, y - bob, radius, side, facing);
  }

  #drawEye(x, y, radius, side, { dx, dy }) {
    const { context } = this;
    const eyeX = x + side * radius * 0.36 + dx * radius * 0.22;
    const eyeY = y - radius * 0.12 + dy * radius * 0.2;
    context.fillStyle = '#fff';
    context.beginPath();
    context.arc(eyeX, eyeY, radius * 0.3, 0, 7);
    context.fill();
    context.fillStyle = EYE;
    context.beginPath();
    context.arc(eyeX + dx * radius * 0.12, eyeY + dy * radius * 0.12, radius * 0.16, 0, 7);
    context.fill();
  }

  #drawPetals() {
    const { context } = this;
    this.petals = this.petals.filter((petal) => petal.life > 0);
    for (const petal of this.petals) {
      petal.x += petal.vx;
      petal.y += petal.vy;
      petal.vy += 0.11;
      petal.life -= 0.016;
      context.globalAlpha = Math.max(0, petal.life);
      context.fillStyle = petal.color;
      context.beginPath();
      context.ellipse(petal.x, petal.y, petal.size, petal.size * 0.55, petal.spin + petal.life * 4, 0, 7);
      context.fill();
    }
    context.globalAlpha = 1;
  }
}
