// Seconds per phase. `open` is how far the flower is open when a phase ends.

const inhale = (seconds) => ({ name: 'Breathe in', seconds, open: 1 });
const hold = (seconds) => ({ name: 'Hold', seconds, open: 1 });
const exhale = (seconds) => ({ name: 'Breathe out', seconds, open: 0 });
const rest = (seconds) => ({ name: 'Rest', seconds, open: 0 });

export const PATTERNS = [
  { name: 'Coherent', about: '5.5 in, 5.5 out. Even and steady.', phases: [inhale(5.5), exhale(5.5)] },
  {
    name: 'Box',
    about: 'Four equal sides. For a clear head.',
    phases: [inhale(4), hold(4), exhale(4), rest(4)],
  },
  {
    name: '4-7-8',
    about: 'A long way out. For the end of the day.',
    phases: [inhale(4), hold(7), exhale(8)],
  },
];

export function cycleSeconds({ phases }) {
  return phases.reduce((sum, phase) => sum + phase.seconds, 0);
}

/** Where in the pattern a moment falls: the phase, seconds left in it, and how open the flower is. */
export function momentAt(pattern, seconds) {
  const { phases } = pattern;
  let left = seconds % cycleSeconds(pattern);
  let index = 0;
  while (left >= phases[index].seconds) {
    left -= phases[index].seconds;
    index += 1;
  }
  const phase = phases[index];
  const from = phases.at(index - 1).open;
  const eased = (1 - Math.cos(Math.PI * (left / phase.seconds))) / 2;
  return { phase, index, remaining: phase.seconds - left, open: from + (phase.open - from) * eased };
}
