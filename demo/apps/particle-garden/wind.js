/** The air: thousands of motes carried by a slowly changing field, bent by fingers and gusts. */

const AREA_PER_MOTE = 330;
const MOST = 1300;
const REACH = 170;

/** Direction of the wind at a place and time: layered sines are smooth, endless and nearly free. */
export function windAngle(x, y, time) {
  return (
    Math.sin(x * 0.0042 + time * 0.13) * 1.5 +
    Math.cos(y * 0.0051 - time * 0.11) * 1.5 +
    Math.sin((x + y) * 0.0023 + time * 0.07) * 1.2
  );
}

export function createWind(size) {
  let motes = [];

  function fill() {
    const count = Math.min(MOST, Math.round((size.width * size.height) / AREA_PER_MOTE));
    motes = Array.from({ length: count }, (_, i) => born({ tint: i % 4 }, size));
  }

  function blow(time, elapsed, fingers, gust) {
    const pace = elapsed * 60;
    for (const mote of motes) {
      const angle = windAngle(mote.x, mote.y, time);
      mote.vx += Math.cos(angle) * 0.05 * pace + gust.x * pace;
      mote.vy += Math.sin(angle) * 0.05 * pace + gust.y * pace;
      fingers.forEach((finger) => swirl(mote, finger, pace));
      const drag = 0.95 ** pace;
      mote.vx *= drag;
      mote.vy *= drag;
      mote.fromX = mote.x;
      mote.fromY = mote.y;
      mote.x += mote.vx * pace;
      mote.y += mote.vy * pace;
      mote.life -= elapsed;
      if (mote.life < 0 || outside(mote, size)) born(mote, size);
    }
  }

  /** One path per colour: four strokes a frame instead of a thousand. */
  function draw(pen, colours) {
    pen.lineWidth = 1.6;
    pen.lineCap = 'round';
    colours.forEach((colour, tint) => {
      pen.strokeStyle = colour;
      pen.beginPath();
      for (const mote of motes) {
        if (mote.tint !== tint) continue;
        pen.moveTo(mote.fromX, mote.fromY);
        pen.lineTo(mote.x, mote.y);
      }
      pen.stroke();
    });
  }

  /** Removes motes on slow machines. */
  function thin() {
    motes.length = Math.max(200, Math.floor(motes.length * 0.94));
  }

  return { fill, blow, draw, thin };
}

function born(mote, size) {
  const x = Math.random() * size.width;
  const y = Math.random() * size.height;
  return Object.assign(mote, { x, y, fromX: x, fromY: y, vx: 0, vy: 0, life: 2 + Math.random() * 7 });
}

function outside({ x, y }, { width, height }) {
  return x < -20 || y < -20 || x > width + 20 || y > height + 20;
}

/** Near a finger the air is drawn in and carried round, and taken along with the finger's own movement. */
function swirl(mote, finger, pace) {
  const dx = finger.x - mote.x;
  const dy = finger.y - mote.y;
  const distance = Math.hypot(dx, dy);
  if (distance > REACH || distance < 1) return;
  const pull = (1 - distance / REACH) * 0.42 * pace;
  mote.vx += ((dx / distance) * 0.45 - dy / distance) * pull + finger.vx * pull * 0.1;
  mote.vy += ((dy / distance) * 0.45 + dx / distance) * pull + finger.vy * pull * 0.1;
}

export const randomTurn = () => Math.random() * Math.PI * 2;
