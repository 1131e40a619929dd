type Pen = CanvasRenderingContext2D;

/** Cards are drawn in a box of this size, centred at 0, 0. */
export const CARD = { width: 300, height: 410, radius: 34 };

const FULL_TURN = Math.PI * 2;

function roundBox(pen: Pen, x: number, y: number, width: number, height: number, radius: number): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
}

function piano(pen: Pen, time: number): void {
  const played = Math.floor(time * 16) % 7;
  for (let key = 0; key < 7; key += 1) {
    pen.fillStyle = key === played ? '#ffb4a2' : '#ffffff';
    roundBox(pen, -131 + key * 37.5, -70, 34, 190, 9);
    pen.fill();
  }
  pen.fillStyle = '#3b1330';
  for (const key of [0, 1, 3, 4, 5]) {
    roundBox(pen, -106 + key * 37.5, -70, 22, 118, 7);
    pen.fill();
  }
}

function timer(pen: Pen, time: number): void {
  pen.lineWidth = 20;
  pen.lineCap = 'round';
  pen.strokeStyle = 'rgb(255 255 255 / 0.25)';
  pen.beginPath();
  pen.arc(0, 0, 96, 0, FULL_TURN);
  pen.stroke();
  pen.strokeStyle = '#ffffff';
  pen.beginPath();
  pen.arc(0, 0, 96, -FULL_TURN / 4, -FULL_TURN / 4 + FULL_TURN * (0.15 + time * 0.75));
  pen.stroke();
  pen.fillStyle = '#ffffff';
  pen.textAlign = 'center';
  pen.font = '800 58px Display';
  pen.fillText('17:42', 0, 20);
}

const MAZE_WALLS = [
  [0, 1, 3, 1],
  [4, 0, 4, 2],
  [1, 2, 1, 4],
  [2, 3, 5, 3],
  [2, 4, 2, 5],
  [3, 4, 4, 4],
] as const;
const MAZE_WAY = [
  [0.5, 0.5],
  [3.5, 0.5],
  [3.5, 2.5],
  [2.5, 2.5],
  [1.5, 2.5],
  [1.5, 4.5],
] as const;

function maze(pen: Pen, time: number): void {
  const step = 46;
  pen.save();
  pen.translate(-115, -115);
  pen.lineWidth = 9;
  pen.lineCap = 'round';
  pen.strokeStyle = '#ffffff';
  roundBox(pen, 0, 0, step * 5, step * 5, 12);
  pen.stroke();
  for (const [x1, y1, x2, y2] of MAZE_WALLS) {
    pen.beginPath();
    pen.moveTo(x1 * step, y1 * step);
    pen.lineTo(x2 * step, y2 * step);
    pen.stroke();
  }
  const way = Math.min(time * (MAZE_WAY.length - 1), MAZE_WAY.length - 1.001);
  const [from, to] = [MAZE_WAY[Math.floor(way)] ?? MAZE_WAY[0], MAZE_WAY[Math.floor(way) + 1] ?? MAZE_WAY[0]];
  const part = way % 1;
  pen.fillStyle = '#ff7d6e';
  pen.beginPath();
  pen.arc(
    (from[0] + (to[0] - from[0]) * part) * step,
    (from[1] + (to[1] - from[1]) * part) * step,
    14,
    0,
    FULL_TURN,
  );
  pen.fill();
  pen.restore();
}

function waves(pen: Pen, time: number): void {
  pen.lineCap = 'round';
  pen.lineWidth = 15;
  for (let bar = 0; bar < 9; bar += 1) {
    const swing = 0.5 + 0.5 * Math.sin(time * FULL_TURN * 3 + bar * 1.1);
    const reach = 24 + 88 * swing * (1 - Math.abs(bar - 4) / 7);
    pen.strokeStyle = bar === 4 ? '#6a1660' : '#ffffff';
    pen.beginPath();
    pen.moveTo(-116 + bar * 29, -reach);
    pen.lineTo(-116 + bar * 29, reach);
    pen.stroke();
  }
}

export interface DemoCard {
  title: string;
  from: string;
  to: string;
  art: (pen: Pen, time: number) => void;
}

export const demoCards: readonly DemoCard[] = [
  { title: 'Tiny Piano', from: '#f0607a', to: '#9a1f72', art: piano },
  { title: 'Focus Tomato', from: '#8a6cff', to: '#3a2aa8', art: timer },
  { title: 'Maze Runner', from: '#19b8a6', to: '#0b5f86', art: maze },
  { title: 'Wave Lab', from: '#ff9447', to: '#c22a5e', art: waves },
];

/** Draws a card with its shadow and animation at `time` (0 to 1). */
export function drawCard(pen: Pen, card: DemoCard, time: number): void {
  const { width, height, radius } = CARD;
  const ground = pen.createLinearGradient(-width / 2, -height / 2, width / 2, height / 2);
  ground.addColorStop(0, card.from);
  ground.addColorStop(1, card.to);
  pen.save();
  pen.shadowColor = 'rgb(6 2 20 / 0.55)';
  pen.shadowBlur = 46;
  pen.shadowOffsetY = 22;
  pen.fillStyle = ground;
  roundBox(pen, -width / 2, -height / 2, width, height, radius);
  pen.fill();
  pen.restore();
  pen.save();
  pen.translate(0, -26);
  card.art(pen, time);
  pen.restore();
  pen.fillStyle = '#ffffff';
  pen.textAlign = 'left';
  pen.font = '800 30px Display';
  pen.fillText(card.title, -width / 2 + 26, height / 2 - 32);
}

const BOLT = [
  [17.5, 0],
  [0, 24.5],
  [10.2, 24.5],
  [7, 42],
  [26, 16],
  [15.2, 16],
] as const;

/** Draws the bolt, 42 units high, centred at 0, 0. */
export function drawBolt(pen: Pen, height: number): void {
  pen.save();
  pen.scale(height / 42, height / 42);
  pen.translate(-13, -21);
  pen.fillStyle = '#ffcb05';
  pen.beginPath();
  for (const [x, y] of BOLT) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
  pen.restore();
}
