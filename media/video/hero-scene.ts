import { type DemoCard, demoCards, drawBolt, drawCard } from './demo-cards.ts';

type Pen = CanvasRenderingContext2D;

export const HERO = { width: 540, height: 960, seconds: 8, framesPerSecond: 24 };

/** Outcome of each of the four cards. */
const fates = ['LIKE', 'ZAP', 'PASS', 'LIKE'] as const;
type Fate = (typeof fates)[number];

const NIGHT = '#100b20';
/** Share of its turn after which a card leaves. */
const LEAVES_AT = 0.62;

const mix = (from: number, to: number, part: number) => from + (to - from) * part;
const clamp = (value: number) => Math.min(1, Math.max(0, value));
/** Overshoots slightly and settles. */
const spring = (part: number) => 1 - Math.cos(part * Math.PI * 1.5) * Math.exp(-part * 5);
const accelerate = (part: number) => part * part * part;

function drawGround(pen: Pen, time: number): void {
  const { width, height } = HERO;
  pen.fillStyle = NIGHT;
  pen.fillRect(0, 0, width, height);
  const glows = [
    { x: 0.8, y: 0.16, size: 0.8, colour: '123 63 242', swing: 0.05, phase: 0 },
    { x: 0.1, y: 0.42, size: 0.75, colour: '52 48 200', swing: 0.07, phase: 0.35 },
    { x: 0.6, y: 0.62, size: 0.6, colour: '190 50 160', swing: 0.06, phase: 0.7 },
  ];
  for (const { x, y, size, colour, swing, phase } of glows) {
    const turn = (time + phase) * Math.PI * 2;
    const [middleX, middleY] = [(x + Math.cos(turn) * swing) * width, (y + Math.sin(turn) * swing) * height];
    const glow = pen.createRadialGradient(middleX, middleY, 0, middleX, middleY, size * width);
    glow.addColorStop(0, `rgb(${colour} / 0.62)`);
    glow.addColorStop(1, `rgb(${colour} / 0)`);
    pen.fillStyle = glow;
    pen.fillRect(0, 0, width, height);
  }
}

/** Draws background cards. Each crosses the picture a whole number of times, so that the loop is seamless. */
function drawDrift(pen: Pen, time: number): void {
  const drifting = [
    { card: 2, x: 0.12, start: 0.1, scale: 0.34, turn: -0.3 },
    { card: 3, x: 0.88, start: 0.45, scale: 0.4, turn: 0.35 },
    { card: 1, x: 0.2, start: 0.62, scale: 0.3, turn: 0.2 },
    { card: 0, x: 0.8, start: 0.93, scale: 0.3, turn: -0.22 },
  ];
  for (const { card, x, start, scale, turn } of drifting) {
    const way = (time + start) % 1;
    const shown = demoCards[card];
    if (!shown) continue;
    pen.save();
    pen.globalAlpha = 0.4 * Math.sin(way * Math.PI);
    pen.filter = 'blur(5px)';
    pen.translate(x * HERO.width, mix(1.05, -0.15, way) * HERO.height);
    pen.rotate(turn + (way - 0.5) * 0.3);
    pen.scale(scale, scale);
    drawCard(pen, shown, 0.4);
    pen.restore();
  }
}

function drawStamp(pen: Pen, fate: Fate, strength: number): void {
  if (strength <= 0) return;
  pen.save();
  pen.globalAlpha = Math.min(1, strength * 1.4);
  const size = mix(1.35, 1, spring(clamp(strength)));
  if (fate === 'ZAP') {
    pen.shadowColor = 'rgb(255 203 5 / 0.7)';
    pen.shadowBlur = 44;
    pen.scale(size, size);
    drawBolt(pen, 300);
  } else {
    const colour = fate === 'LIKE' ? '#3fd08a' : '#ff6a5e';
    pen.translate(fate === 'LIKE' ? -58 : 58, -142);
    pen.rotate(fate === 'LIKE' ? -0.22 : 0.22);
    pen.scale(size, size);
    pen.font = '800 46px Display';
    pen.textAlign = 'center';
    const half = pen.measureText(fate).width / 2 + 18;
    pen.lineWidth = 7;
    pen.strokeStyle = colour;
    pen.fillStyle = 'rgb(10 6 24 / 0.55)';
    pen.beginPath();
    pen.roundRect(-half, -40, half * 2, 62, 14);
    pen.fill();
    pen.stroke();
    pen.fillStyle = colour;
    pen.fillText(fate, 0, 8);
  }
  pen.restore();
}

interface Place {
  x: number;
  y: number;
  turn: number;
  scale: number;
  alpha: number;
}

/** Returns the place of a card at a depth below the top. */
function placeAt(depth: number): Place {
  return {
    x: Math.sin(depth * 1.7) * 26,
    y: -depth * 30,
    turn: depth === 0 ? -0.04 : Math.sin(depth * 2.3) * 0.11,
    scale: 1 - depth * 0.09,
    alpha: depth > 2 ? clamp(3.4 - depth) : 1,
  };
}

function between(from: Place, to: Place, part: number): Place {
  return {
    x: mix(from.x, to.x, part),
    y: mix(from.y, to.y, part),
    turn: mix(from.turn, to.turn, part),
    scale: mix(from.scale, to.scale, part),
    alpha: mix(from.alpha, to.alpha, clamp(part)),
  };
}

function thrown(fate: Fate, part: number): Place {
  const lean = clamp(part / 0.35);
  const fly = accelerate(clamp((part - 0.3) / 0.7));
  const top = placeAt(0);
  if (fate === 'ZAP') {
    return { x: 0, y: top.y - fly * 620, turn: top.turn, scale: 1 - lean * 0.04 - fly * 0.3, alpha: 1 - fly };
  }
  const side = fate === 'LIKE' ? 1 : -1;
  return {
    x: side * (lean * 46 + fly * 560),
    y: top.y - fly * 60,
    turn: top.turn + side * (lean * 0.09 + fly * 0.5),
    scale: 1,
    alpha: 1 - accelerate(fly),
  };
}

function drawPlaced(pen: Pen, card: DemoCard, place: Place, inside: number, stamp: () => void): void {
  pen.save();
  pen.translate(HERO.width / 2 + place.x, HERO.height * 0.27 + place.y);
  pen.rotate(place.turn);
  pen.scale(place.scale * 0.8, place.scale * 0.8);
  pen.globalAlpha = place.alpha;
  drawCard(pen, card, inside);
  stamp();
  pen.restore();
}

/** Draws the frame at `time` (0 to 1) of a seamless loop. */
export function drawHero(pen: Pen, time: number): void {
  const turns = time * fates.length;
  const index = Math.floor(turns) % fates.length;
  const turn = turns % 1;
  const fate = fates[index] ?? 'LIKE';
  const leaving = clamp((turn - LEAVES_AT) / (1 - LEAVES_AT));
  const rise = spring(clamp((leaving - 0.25) / 0.75));
  drawGround(pen, time);
  drawDrift(pen, time);
  for (let depth = 3; depth >= 0; depth -= 1) {
    const card = demoCards[(index + depth) % demoCards.length];
    if (!card) continue;
    const place =
      depth === 0
        ? thrown(fate, leaving)
        : between(placeAt(depth), placeAt(depth - 1), leaving > 0.25 ? rise : 0);
    const inside = depth === 0 ? turn : 0;
    drawPlaced(pen, card, place, inside, () => {
      if (depth === 0) drawStamp(pen, fate, clamp((turn - LEAVES_AT + 0.16) / 0.16));
    });
  }
  if (fate === 'ZAP' && leaving > 0) {
    pen.fillStyle = `rgb(255 236 150 / ${0.35 * clamp(1 - leaving * 3)})`;
    pen.fillRect(0, 0, HERO.width, HERO.height);
  }
}
