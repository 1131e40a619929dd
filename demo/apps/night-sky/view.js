import { direction, horizontal, projector, siderealTime } from './astronomy.js';
import { CONSTELLATIONS, LINES, STARS } from './stars.js';

const TAU = Math.PI * 2;
const COLORS = {
  O: '#b9ccff',
  B: '#c6d6ff',
  A: '#e9efff',
  F: '#fdf8ec',
  G: '#fff1cf',
  K: '#ffd9a6',
  M: '#ffbd8c',
};
const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
const NAMED_TO = 1.7;
const NAMED_TO_CLOSE = 3;
const DUST = makeDust(1100);

export class SkyView {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.shown = [];
    this.resize();
  }

  resize() {
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = this.width * this.ratio;
    this.canvas.height = this.height * this.ratio;
  }

  draw({ look, place, ms, options, chosen, twinkle }) {
    const { context, width, height } = this;
    const sidereal = siderealTime(ms, place.longitude);
    this.project = projector(look, width, height);
    this.zoom = look.zoom;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.#drawBackdrop(look.azimuth);
    this.#drawDust(sidereal, place.latitude);
    this.#placeStars(sidereal, place.latitude);
    if (options.lines) this.#drawLines();
    this.#drawStars(twinkle);
    this.#drawGround();
    if (options.names) this.#drawNames();
    if (chosen) this.#drawRing(chosen);
    this.#drawCompass();
  }

  /** The star nearest to a touch, if it is close enough to have been meant. */
  starAt(x, y) {
    const reach = ({ at, star }) => Math.hypot(at.x - x, at.y - y) - (star.name ? 6 : 0);
    const near = this.shown.filter((entry) => entry.direction.z > 0 && reach(entry) < 30);
    near.sort((a, b) => reach(a) - reach(b));
    return near[0] ?? null;
  }

  #drawBackdrop(azimuth) {
    const { context, width, height } = this;
    const horizon = this.project(direction(azimuth, 0))?.y ?? height;
    const sky = context.createLinearGradient(
      0,
      Math.min(0, horizon - height),
      0,
      Math.max(horizon, height * 0.4),
    );
    sky.addColorStop(0, '#060a26');
    sky.addColorStop(0.6, '#151d60');
    sky.addColorStop(0.88, '#3d3c97');
    sky.addColorStop(1, '#8a5f9f');
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
  }

  /** Faint dots fixed to the sky, thicker along the Milky Way: mood, not data. */
  #drawDust(sidereal, latitude) {
    const { context } = this;
    for (const dust of DUST) {
      const at = this.project(horizontal(dust, sidereal, latitude));
      if (!at) continue;
      context.globalAlpha = dust.glow;
      context.fillStyle = '#cdd7ff';
      context.fillRect(at.x, at.y, dust.size, dust.size);
    }
    context.globalAlpha = 1;
  }

  #placeStars(sidereal, latitude) {
    this.places = new Map();
    this.shown = [];
    for (const star of STARS) {
      const towards = horizontal(star, sidereal, latitude);
      const at = this.project(towards);
      if (!at) continue;
      const entry = { star, at, direction: towards };
      this.places.set(star, entry);
      if (this.#isOnScreen(at)) this.shown.push(entry);
    }
  }

  #isOnScreen({ x, y }) {
    return x > -20 && y > -20 && x < this.width + 20 && y < this.height + 20;
  }

  #drawLines() {
    const { context } = this;
    context.strokeStyle = '#8fa0ff70';
    context.lineWidth = 1.2;
    context.beginPath();
    for (const [from, to] of LINES) {
      const a = this.places.get(from)?.at;
      const b = this.places.get(to)?.at;
      if (!a || !b) continue;
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
    }
    context.stroke();
  }

  #drawStars(twinkle) {
    const { context } = this;
    for (const { star, at } of this.shown) {
      const flicker = 1 + 0.14 * Math.sin(twinkle * 2.4 + star.ra);
      const radius = Math.max(0.9, (4.8 - star.magnitude) * 0.88) * Math.sqrt(this.zoom) * flicker;
      context.fillStyle = COLORS[star.kind];
      context.globalAlpha = 0.16;
      context.beginPath();
      context.arc(at.x, at.y, radius * 2.7, 0, TAU);
      context.fill();
      context.globalAlpha = 1;
      context.beginPath();
      context.arc(at.x, at.y, radius, 0, TAU);
      context.fill();
    }
  }

  #drawNames() {
    const { context } = this;
    const faintest = this.zoom > 1.5 ? NAMED_TO_CLOSE : NAMED_TO;
    this.taken = [];
    context.textAlign = 'left';
    context.font = '13px Optima, Candara, "Segoe UI", system-ui, sans-serif';
    context.fillStyle = '#d3dbff';
    // Brightest first: where two names would collide, the fainter one goes without.
    const named = this.shown
      .filter(({ star, direction: towards }) => star.name && star.magnitude <= faintest && towards.z > 0.02)
      .sort((a, b) => a.star.magnitude - b.star.magnitude);
    for (const { star, at } of named) this.#write(star.name, at.x + 9, at.y - 8, 0);
    this.#drawFigureNames();
  }

  #drawFigureNames() {
    const { context } = this;
    context.textAlign = 'center';
    context.font = 'italic 15px "Iowan Old Style", Palatino, Georgia, serif';
    context.fillStyle = '#9fb0ff';
    for (const [id, members] of groupByConstellation(this.shown)) {
      if (members.length < 4 || members.some((member) => member.direction.z < 0.05)) continue;
      const x = members.reduce((sum, { at }) => sum + at.x, 0) / members.length;
      const lowest = Math.max(...members.map(({ at }) => at.y));
      this.#write(CONSTELLATIONS[id], x, lowest + 26, 0.5);
    }
  }

  /** Writes a name unless it would run into one already written. */
  #write(text, x, y, anchor) {
    const wide = this.context.measureText(text).width;
    const left = x - wide * anchor;
    const box = { left: left - 4, right: left + wide + 4, top: y - 13, bottom: y + 5 };
    const collides = this.taken.some(
      (other) =>
        box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top,
    );
    if (collides) return;
    this.taken.push(box);
    this.context.fillText(text, x, y);
  }

  #drawRing(star) {
    const entry = this.places.get(star);
    if (!entry) return;
    const { context } = this;
    context.strokeStyle = '#ffd79a';
    context.lineWidth = 2;
    context.beginPath();
    context.arc(entry.at.x, entry.at.y, 17, 0, TAU);
    context.stroke();
  }

  /** Everything below the horizon, drawn as dark hills. */
  #drawGround() {
    const { context, width, height } = this;
    const ridge = [];
    for (let degree = 0; degree < 360; degree += 2) {
      const angle = (degree * Math.PI) / 180;
      const hill = 0.012 + 0.014 * Math.sin(angle * 5) + 0.009 * Math.sin(angle * 13 + 1);
      const at = this.project(direction(angle, hill));
      if (at && at.x > -width && at.x < width * 2) ridge.push(at);
    }
    if (!ridge.length) return;
    ridge.sort((a, b) => a.x - b.x);
    const ground = context.createLinearGradient(0, ridge[0].y, 0, height);
    ground.addColorStop(0, '#0d1430');
    ground.addColorStop(1, '#050817');
    context.fillStyle = ground;
    context.beginPath();
    context.moveTo(ridge[0].x, height + 2000);
    for (const { x, y } of ridge) context.lineTo(x, y);
    context.lineTo(ridge.at(-1).x, height + 2000);
    context.fill();
  }

  #drawCompass() {
    const { context } = this;
    context.textAlign = 'center';
    COMPASS.forEach((name, i) => {
      const at = this.project(direction((i * TAU) / 8, -0.045));
      if (!at || !this.#isOnScreen(at)) return;
      context.fillStyle = name.length === 1 ? '#ffd79a' : '#a9b4e6';
      context.font = `${name.length === 1 ? 700 : 500} 15px system-ui, sans-serif`;
      context.fillText(name, at.x, at.y + 8);
    });
  }
}

function groupByConstellation(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const id = entry.star.constellation;
    groups.set(id, [...(groups.get(id) ?? []), entry]);
  }
  return groups;
}

function makeDust(count) {
  // A tiny fixed sequence, so the backdrop is the same on every visit.
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  return Array.from({ length: count }, (_, i) => {
    const ra = random() * 360;
    const isMilky = i % 3 > 0;
    const spread = (random() + random() + random() - 1.5) * 14;
    // The galactic plane is tilted 62.9° to the equator and crosses it at RA 282.9°.
    const plane = Math.atan(Math.sin(((ra - 282.9) * Math.PI) / 180) * Math.tan((62.9 * Math.PI) / 180));
    const dec = isMilky ? (plane * 180) / Math.PI + spread : (Math.asin(random() * 2 - 1) * 180) / Math.PI;
    return { ra, dec, size: 0.7 + random(), glow: 0.2 + random() * 0.45 };
  });
}
