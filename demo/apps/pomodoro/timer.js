/**
 * The timer as plain data. A running timer stores the moment it will end and nothing else moves,
 * so sleeping tabs, reloads and slow ticks cannot make it drift.
 */

export const PHASES = {
  focus: { name: 'Focus', ended: 'Focus done. Time for a break.', min: 1, max: 90 },
  short: { name: 'Short break', ended: 'Break over. Back to it.', min: 1, max: 30 },
  long: { name: 'Long break', ended: 'Rested. Ready for more.', min: 1, max: 60 },
};
export const ROUNDS = 4;
export const MINUTE = 60_000;

const FRESH = {
  phase: 'focus',
  endsAt: null,
  remaining: 25 * MINUTE,
  finished: 0,
  minutes: { focus: 25, short: 5, long: 15 },
  flow: false,
};

/** Replaces invalid stored values by defaults. */
export function restoreTimer(saved) {
  const timer = structuredClone(FRESH);
  if (!saved || !PHASES[saved.phase]) return timer;
  timer.phase = saved.phase;
  for (const phase of Object.keys(PHASES))
    timer.minutes[phase] = clampMinutes(phase, Number(saved.minutes?.[phase]) || FRESH.minutes[phase]);
  timer.endsAt = Number.isFinite(saved.endsAt) ? saved.endsAt : null;
  timer.remaining = Number.isFinite(saved.remaining) ? saved.remaining : fullLength(timer);
  timer.finished = Number(saved.finished) || 0;
  timer.flow = Boolean(saved.flow);
  return timer;
}

export function clampMinutes(phase, minutes) {
  const { min, max } = PHASES[phase];
  return Math.min(max, Math.max(min, Math.round(minutes)));
}

export const fullLength = (timer) => timer.minutes[timer.phase] * MINUTE;
export const isRunning = (timer) => timer.endsAt !== null;
export const timeLeft = (timer, now) =>
  isRunning(timer) ? Math.max(0, timer.endsAt - now) : timer.remaining;

export function start(timer, now) {
  if (timer.remaining <= 0) timer.remaining = fullLength(timer);
  timer.endsAt = now + timer.remaining;
}

export function pause(timer, now) {
  timer.remaining = timeLeft(timer, now);
  timer.endsAt = null;
}

export function enter(timer, phase) {
  timer.phase = phase;
  timer.endsAt = null;
  timer.remaining = fullLength(timer);
}

export function setMinutes(timer, phase, minutes) {
  timer.minutes[phase] = clampMinutes(phase, minutes);
  if (phase === timer.phase && !isRunning(timer)) timer.remaining = fullLength(timer);
}

function phaseAfter(timer) {
  if (timer.phase !== 'focus') return 'focus';
  return timer.finished % ROUNDS === 0 ? 'long' : 'short';
}

/** Moves past every phase that has ended by `now`; returns the phases that did, in order. */
export function catchUp(timer, now) {
  const ended = [];
  while (isRunning(timer) && timer.endsAt <= now) {
    const endedAt = timer.endsAt;
    ended.push(timer.phase);
    if (timer.phase === 'focus') timer.finished += 1;
    enter(timer, phaseAfter(timer));
    if (timer.flow) start(timer, endedAt);
  }
  return ended;
}
