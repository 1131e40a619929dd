export const SIDE = 5;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS;

/** Returns the number of today's puzzle, in local time. */
export function puzzleNumber(now) {
  const here = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS;
  return Math.max(1, here - FIRST_DAY + 1);
}

/** What a switch flips: its window and those beside it. */
export function flippedBy(place) {
  const [row, column] = [Math.floor(place / SIDE), place % SIDE];
  return [
    place,
    ...(row > 0 ? [place - SIDE] : []),
    ...(row < SIDE - 1 ? [place + SIDE] : []),
    ...(column > 0 ? [place - 1] : []),
    ...(column < SIDE - 1 ? [place + 1] : []),
  ];
}

/** Returns deterministic numbers from 0 to 1. */
function dice(seed) {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the house of a day. It is lit, then five switches are pressed, so five taps solve it. */
export function houseOf(number) {
  const roll = dice(number);
  const lit = Array.from({ length: SIDE * SIDE }, () => true);
  const pressed = new Set();
  while (pressed.size < SIDE) pressed.add(Math.floor(roll() * lit.length));
  for (const place of pressed) for (const flipped of flippedBy(place)) lit[flipped] = !lit[flipped];
  return lit;
}

/** A result that gives nothing away. */
export function resultText(number, taps) {
  const stars = taps <= SIDE ? '💡💡💡💡💡' : taps <= SIDE * 2 ? '💡💡💡' : '💡';
  return `Five Lights ${number}: every window lit in ${taps} ${taps === 1 ? 'tap' : 'taps'} ${stars}`;
}
