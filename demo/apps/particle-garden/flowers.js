import { randomTurn, windAngle } from './wind.js';

/** Flowers are seed heads: dots at the golden angle open from the heart, stay, and leave on the wind. */

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const OPENING = 1.5;
const STAY = 7;
const DRIFT = 5;
const MOST = 12;
const MOST_SEEDS = 340;

export function createFlowers() {
  let flowers = [];

  function plant(x, y, radius, petals) {
    const dots = Math.min(MOST_SEEDS, Math.round(radius * 3.4));
    const grain = (0.62 * radius) / Math.sqrt(dots);
    const lobes = 5 + Math.floor(Math.random() * 4);
    const turn = randomTurn();
    const shaped = Math.random() < 0.75;
    const seeds = Array.from({ length: dots }, (_, i) =>
      makeSeed(i / dots, i * GOLDEN_ANGLE + turn, radius, shaped ? lobes : 0, grain),
    );
    flowers.push({ x, y, petals, seeds, age: 0, spin: Math.random() < 0.5 ? -0.12 : 0.12 });
    // Removes the oldest flower early, to keep the frame rate.
    const open = flowers.filter(({ age }) => age < STAY);
    if (open.length > MOST) open[0].age = STAY;
  }

  function grow(time, elapsed, gust) {
    for (const flower of flowers) {
      flower.age += elapsed;
      if (gust.x) flower.age = Math.max(flower.age, STAY);
      flower.seeds.forEach((seed) => move(seed, flower, time, elapsed, gust));
    }
    flowers = flowers.filter(({ age }) => age < STAY + DRIFT);
  }

  function draw(pen) {
    for (const { petals, seeds, age } of flowers) {
      const leaving = Math.max(0, (age - STAY) / DRIFT);
      petals.forEach((colour, ring) => {
        pen.fillStyle = colour;
        pen.beginPath();
        for (const seed of seeds) if (seed.ring === ring) addDot(pen, seed, leaving);
        pen.fill();
      });
    }
  }

  return {
    plant,
    grow,
    draw,
    clear: () => {
      flowers = [];
    },
  };
}

function makeSeed(share, angle, radius, lobes, grain) {
  // The heart stays a disc; the petals show more and more towards the rim.
  const notch = lobes ? 0.2 * (1 - Math.cos(angle * lobes)) * share : 0;
  const reach = Math.sqrt(share) * radius * (1 - notch);
  return {
    angle,
    reach,
    share,
    ring: Math.min(3, Math.floor(share * 4.1)),
    size: grain * (0.75 + share * 0.5),
    x: 0,
    y: 0,
    vx: 0,
    vy: 0,
    grown: 0,
  };
}

function move(seed, flower, time, elapsed, gust) {
  if (flower.age < STAY + seed.share * 0.8 && !gust.x) {
    open(seed, flower);
    return;
  }
  const angle = windAngle(seed.x, seed.y, time) + seed.angle * 0.02;
  seed.vx = seed.vx * 0.97 + Math.cos(angle) * 3 + gust.x * 40;
  seed.vy = seed.vy * 0.97 + Math.sin(angle) * 3 - 0.5 + gust.y * 40;
  seed.x += seed.vx * elapsed;
  seed.y += seed.vy * elapsed;
}

function open(seed, flower) {
  const late = flower.age - seed.share * OPENING * 0.6;
  seed.grown = overshoot(Math.min(1, Math.max(0, late / (OPENING * 0.5))));
  const breath = 1 + 0.035 * Math.sin(flower.age * 1.8 - seed.share * 4);
  const angle = seed.angle + flower.spin * flower.age + (1 - seed.grown) * 1.2;
  seed.x = flower.x + Math.cos(angle) * seed.reach * seed.grown * breath;
  seed.y = flower.y + Math.sin(angle) * seed.reach * seed.grown * breath;
}

function overshoot(share) {
  const back = share - 1;
  return 1 + 2.4 * back ** 3 + 1.4 * back ** 2;
}

function addDot(pen, { x, y, size, grown }, leaving) {
  const radius = size * Math.max(0, grown) * (1 - leaving);
  pen.moveTo(x + radius, y);
  pen.arc(x, y, radius, 0, Math.PI * 2);
}
