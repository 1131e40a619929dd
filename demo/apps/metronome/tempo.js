export const SLOWEST = 30;
export const FASTEST = 240;

const TERMS = [
  [45, 'Grave'],
  [60, 'Largo'],
  [76, 'Adagio'],
  [108, 'Andante'],
  [120, 'Moderato'],
  [156, 'Allegro'],
  [176, 'Vivace'],
  [200, 'Presto'],
  [Infinity, 'Prestissimo'],
];
const TAP_PAUSE_MS = 2000;
const TAPS_KEPT = 6;

export const clampTempo = (bpm) => Math.min(FASTEST, Math.max(SLOWEST, Math.round(bpm)));
export const termFor = (bpm) => TERMS.find(([limit]) => bpm < limit)[1];

/** Returns a function to call on every tap; it answers with a tempo from the second tap on. */
export function createTapper() {
  let taps = [];
  return (now) => {
    if (now - taps.at(-1) > TAP_PAUSE_MS) taps = [];
    taps = [...taps.slice(1 - TAPS_KEPT), now];
    if (taps.length < 2) return null;
    return clampTempo((60_000 * (taps.length - 1)) / (now - taps[0]));
  };
}

/** Default accents: 2 strong, 1 plain. */
export const SIGNATURES = {
  '2/4': [2, 1],
  '3/4': [2, 1, 1],
  '4/4': [2, 1, 1, 1],
  '5/4': [2, 1, 1, 2, 1],
  '6/8': [2, 1, 1, 2, 1, 1],
  '7/8': [2, 1, 2, 1, 2, 1, 1],
};
