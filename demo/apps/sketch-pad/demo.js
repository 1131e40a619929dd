import { addPoint, beginStroke } from './ink.js';

/** The flower that draws itself on an empty sheet. */
const PETALS = [
  { colour: '#1d3ec7', nib: 9, start: 0.12, reach: 1, bend: 0.25, lean: 0 },
  { colour: '#e2452f', nib: 9, start: 0.12, reach: 0.68, bend: 0.15, lean: Math.PI / 6 },
  { colour: '#f0a818', nib: 9, start: 0.3, reach: 0.78, bend: 0.1, lean: 0 },
  { colour: '#1f8a5b', nib: 8, start: 0.78, reach: 1.02, bend: 0.07, lean: Math.PI / 6 },
  { colour: '#a23bb5', nib: 6, start: 0.14, reach: 0.27, bend: 0.045, lean: 0 },
];
const SAMPLES = 56;

/** Calls `draw(stroke, from)` as the drawing grows; returns the function that stops it. */
export function drawInvitation(radius, instant, draw) {
  const strokes = PETALS.map(({ colour, nib }) => beginStroke(colour, nib, 'six'));
  let petal = 0;
  let sample = 0;
  let frame = 0;

  function step(count) {
    const stroke = strokes[petal];
    const from = stroke.points.length;
    for (let i = 0; i < count && sample <= SAMPLES; i += 1, sample += 1)
      addPoint(stroke, petalPoint(PETALS[petal], sample / SAMPLES, radius));
    draw(stroke, from);
    if (sample > SAMPLES) {
      petal += 1;
      sample = 0;
    }
  }

  function loop() {
    step(2);
    frame = petal < PETALS.length ? requestAnimationFrame(loop) : 0;
  }

  if (instant) while (petal < PETALS.length) step(SAMPLES + 1);
  else frame = requestAnimationFrame(loop);
  return () => cancelAnimationFrame(frame);
}

/** One side of a petal, from its root to its tip; the symmetry completes the flower. */
function petalPoint({ start, reach, bend, lean }, progress, radius) {
  const out = (start + (reach - start) * progress) * radius;
  const aside = Math.sin(progress ** 0.85 * Math.PI) * bend * radius;
  return {
    x: aside * Math.cos(lean) + out * Math.sin(lean),
    y: aside * Math.sin(lean) - out * Math.cos(lean),
    time: progress,
    pressure: 0.1 + 0.55 * Math.sin(progress * Math.PI),
    pen: true,
  };
}
