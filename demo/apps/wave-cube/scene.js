// A small 3D painter: an orbiting camera with perspective, boxes drawn back to
// front, and only the faces that look at the camera.

import { stepOf } from './palettes.js';

const HALF = 7;
const SIZE = 0.46;
const DEPTH = 1.5;
const DISTANCE = 27;
const HEIGHT_RANGE = 1.3;
const SHADOW_DEPTH = 4.2;

// Side faces: outward direction and its two corners, in steps of SIZE.
const SIDES = [
  { nx: 1, nz: 0, a: [1, -1], b: [1, 1] },
  { nx: 0, nz: 1, a: [1, 1], b: [-1, 1] },
  { nx: -1, nz: 0, a: [-1, 1], b: [-1, -1] },
  { nx: 0, nz: -1, a: [-1, -1], b: [1, -1] },
];
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

export class Scene {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.cells = [];
    for (let x = -HALF; x <= HALF; x += 1) {
      for (let z = -HALF; z <= HALF; z += 1) {
        // A round island: square corners would stick out while turning.
        if (Math.hypot(x, z) < HALF + 0.6) this.cells.push({ x, z, far: 0 });
      }
    }
    this.resize();
  }

  resize() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = this.width * ratio;
    this.canvas.height = this.height * ratio;
    this.ratio = ratio;
    // The controls take more of the height where they stand in two rows.
    const isNarrow = this.width < 480;
    const free = this.height - (isNarrow ? 185 : 120);
    // A frame without a height yet leaves no room at all, and no radius may be negative.
    this.scale = Math.max(1, Math.min(this.width * 1.66, free * (isNarrow ? 1.16 : 1.45)));
    this.middle = { x: this.width / 2, y: free / 2 };
  }

  look({ yaw, pitch }) {
    this.sinYaw = Math.sin(yaw);
    this.cosYaw = Math.cos(yaw);
    this.sinPitch = Math.sin(pitch);
    this.cosPitch = Math.cos(pitch);
    this.eye = {
      x: -this.sinYaw * this.cosPitch * DISTANCE,
      y: this.sinPitch * DISTANCE,
      z: -this.cosYaw * this.cosPitch * DISTANCE,
    };
  }

  draw(heightAt, shades) {
    const { context } = this;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    for (const cell of this.cells) cell.far = cell.x * this.sinYaw + cell.z * this.cosYaw;
    this.cells.sort((a, b) => b.far - a.far);
    this.#drawShadow();
    context.lineWidth = 1;
    context.lineJoin = 'round';
    for (const { x, z } of this.cells) this.#drawBox(x, heightAt(x, z), z, shades);
  }

  #drawShadow() {
    const { context } = this;
    const { x, y } = this.#project(0, -SHADOW_DEPTH, 0);
    const radius = ((HALF + 1) * this.scale) / DISTANCE;
    context.save();
    context.translate(x, y);
    context.scale(1, this.sinPitch);
    const shade = context.createRadialGradient(0, 0, radius * 0.4, 0, 0, radius * 1.15);
    shade.addColorStop(0, '#0003');
    shade.addColorStop(1, '#0000');
    context.fillStyle = shade;
    context.beginPath();
    context.arc(0, 0, radius * 1.15, 0, 7);
    context.fill();
    context.restore();
  }

  #drawBox(x, height, z, shades) {
    const step = stepOf((height + HEIGHT_RANGE) / (HEIGHT_RANGE * 2));
    const top = CORNERS.map(([cx, cz]) => this.#project(x + cx * SIZE, height, z + cz * SIZE));
    SIDES.forEach(({ nx, nz, a, b }, i) => {
      const facing = (this.eye.x - x - nx * SIZE) * nx + (this.eye.z - z - nz * SIZE) * nz;
      if (facing <= 0) return;
      const bottom = height - DEPTH;
      this.#fill(
        [
          this.#project(x + a[0] * SIZE, height, z + a[1] * SIZE),
          this.#project(x + b[0] * SIZE, height, z + b[1] * SIZE),
          this.#project(x + b[0] * SIZE, bottom, z + b[1] * SIZE),
          this.#project(x + a[0] * SIZE, bottom, z + a[1] * SIZE),
        ],
        shades[i + 1][step],
      );
    });
    this.#fill(top, shades[0][step]);
  }

  #fill(points, color) {
    const { context } = this;
    context.fillStyle = color;
    // The hairline in the same colour closes the seams between faces.
    context.strokeStyle = color;
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x, y);
    context.closePath();
    context.fill();
    context.stroke();
  }

  #project(x, y, z) {
    const across = x * this.cosYaw - z * this.sinYaw;
    const along = x * this.sinYaw + z * this.cosYaw;
    const up = y * this.cosPitch + along * this.sinPitch;
    const depth = DISTANCE + along * this.cosPitch - y * this.sinPitch;
    const k = this.scale / depth;
    return { x: this.middle.x + across * k, y: this.middle.y - up * k };
  }

  /** Where a touch meets the resting sea, or null beside it. */
  pick(screenX, screenY) {
    const across = (screenX - this.middle.x) / this.scale;
    const up = (this.middle.y - screenY) / this.scale;
    // With y = 0: up·depth = along·sinPitch and depth = DISTANCE + along·cosPitch.
    const along = (up * DISTANCE) / (this.sinPitch - up * this.cosPitch);
    const depth = DISTANCE + along * this.cosPitch;
    if (depth <= 0) return null;
    const side = across * depth;
    const x = side * this.cosYaw + along * this.sinYaw;
    const z = -side * this.sinYaw + along * this.cosYaw;
    return Math.hypot(x, z) < HALF + 2 ? { x, z } : null;
  }
}
