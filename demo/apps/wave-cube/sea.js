// Heights of the sea: an endless swell plus the rings of dropped stones.

const SWELL_HEIGHT = 1.1;
const RING_SPEED = 5.2;
const RING_WIDTH = 1.9;
const RING_SECONDS = 3.2;
const RING_HEIGHT = 1.5;

export const SWELLS = {
  Rings: (x, z, t) => Math.sin(Math.hypot(x, z) * 0.85 - t * 1.9),
  Rollers: (x, z, t) => Math.sin(x * 0.62 + z * 0.3 - t * 1.7) * 0.8 + Math.sin(z * 0.9 + t) * 0.25,
  Chop: (x, z, t) =>
    (Math.sin(x * 0.8 + t * 1.5) + Math.sin(z * 0.75 - t * 1.2) + Math.sin((x + z) * 0.5 + t)) * 0.45,
};

export class Sea {
  constructor() {
    this.swell = SWELLS.Rings;
    this.stones = [];
  }

  drop(x, z, now) {
    this.stones.push({ x, z, at: now });
  }

  settle(now) {
    this.stones = this.stones.filter(({ at }) => now - at < RING_SECONDS);
  }

  /** With reduced motion, `swellTime` stands still. */
  heightAt(x, z, swellTime, now) {
    let height = this.swell(x, z, swellTime) * SWELL_HEIGHT;
    for (const stone of this.stones) {
      const age = now - stone.at;
      const offset = Math.hypot(x - stone.x, z - stone.z) - age * RING_SPEED;
      const fade = 1 - age / RING_SECONDS;
      height += RING_HEIGHT * fade * fade * Math.exp(-((offset / RING_WIDTH) ** 2)) * Math.cos(offset * 1.5);
    }
    return height;
  }
}
