// The flower: rings of translucent petals that drift apart as it opens, over a
// slow field of pollen.

const TAU = Math.PI * 2;
const PETALS = 8;
const RINGS = [
  { reach: 1, size: 0.62, spin: 0.5, hue: 318 },
  { reach: 0.62, size: 0.5, spin: -0.8, hue: 345 },
  { reach: 0.3, size: 0.36, spin: 1.1, hue: 20 },
];
const POLLEN = Array.from({ length: 26 }, (_, i) => ({
  x: (i * 0.7549) % 1,
  y: (i * 0.5698) % 1,
  size: 1.5 + (i % 4),
  speed: 0.006 + (i % 5) * 0.003,
}));

/** The same colour (#rrggbbaa), seen through entirely. */
const clear = (color) => `${color.slice(0, 7)}00`;

export class Flower {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.style = getComputedStyle(canvas);
    this.resize();
  }

  resize() {
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = this.width * this.ratio;
    this.canvas.height = this.height * this.ratio;
  }

  #color(name) {
    return this.style.getPropertyValue(`--${name}`);
  }

  /** `open` 0–1, `progress` 0–1 or null, `calm` for no drifting. */
  draw({ seconds, open, progress, calm }) {
    const { context, width, height } = this;
    const time = calm ? 0 : seconds;
    const middle = height * (height <= 700 ? 0.36 : 0.43);
    const radius = Math.min(width * 0.42, height * 0.27);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#drawPollen(time);
    context.save();
    context.translate(width / 2, middle);
    this.#drawGlow(radius, open);
    for (const ring of RINGS) this.#drawRing(ring, radius, open, time);
    this.#drawHeart(radius, open);
    if (progress !== null) this.#drawProgress(radius * 1.12, progress);
    context.restore();
  }

  #drawPollen(time) {
    const { context, width, height } = this;
    context.fillStyle = this.#color('pollen');
    for (const { x, y, size, speed } of POLLEN) {
      const drift = (y - time * speed + 10) % 1;
      context.beginPath();
      context.arc((x + Math.sin(time * 0.2 + y * 9) * 0.02) * width, drift * height, size, 0, TAU);
      context.fill();
    }
  }

  #drawGlow(radius, open) {
    const { context } = this;
    const reach = radius * (0.9 + open * 0.7);
    const glow = context.createRadialGradient(0, 0, 0, 0, 0, reach);
    glow.addColorStop(0, this.#color('glow'));
    glow.addColorStop(1, clear(this.#color('glow')));
    context.fillStyle = glow;
    context.beginPath();
    context.arc(0, 0, reach, 0, TAU);
    context.fill();
  }

  #drawRing({ reach, size, spin, hue }, radius, open, time) {
    const { context } = this;
    const spread = radius * reach * (0.12 + open * 0.5);
    const petal = radius * size * (0.46 + open * 0.2);
    const turn = time * 0.05 * spin + open * 0.7 * spin;
    for (let i = 0; i < PETALS; i += 1) {
      context.save();
      context.rotate(turn + (i * TAU) / PETALS);
      const fill = context.createLinearGradient(0, -spread - petal * 1.3, 0, 0);
      fill.addColorStop(0, `hsl(${hue} 78% 66% / 0.42)`);
      fill.addColorStop(1, `hsl(${hue + 28} 88% 82% / 0.34)`);
      context.fillStyle = fill;
      context.strokeStyle = `hsl(${hue} 90% 96% / 0.5)`;
      context.beginPath();
      context.ellipse(0, -spread, petal * 0.74, petal * 1.15, 0, 0, TAU);
      context.fill();
      context.stroke();
      context.restore();
    }
  }

  /** A pale heart behind the words keeps them readable at every stage. */
  #drawHeart(radius, open) {
    const { context } = this;
    const reach = radius * (0.42 + open * 0.12);
    const heart = context.createRadialGradient(0, 0, reach * 0.3, 0, 0, reach);
    heart.addColorStop(0, this.#color('heart'));
    heart.addColorStop(0.72, this.#color('heart-rim'));
    heart.addColorStop(1, clear(this.#color('heart-rim')));
    context.fillStyle = heart;
    context.beginPath();
    context.arc(0, 0, reach, 0, TAU);
    context.fill();
  }

  #drawProgress(radius, progress) {
    const { context } = this;
    context.lineWidth = 3;
    context.lineCap = 'round';
    context.strokeStyle = this.#color('track');
    context.beginPath();
    context.arc(0, 0, radius, 0, TAU);
    context.stroke();
    context.strokeStyle = this.#color('ink');
    context.beginPath();
    context.arc(0, 0, radius, -TAU / 4, -TAU / 4 + TAU * progress);
    context.stroke();
  }
}
