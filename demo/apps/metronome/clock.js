/**
 * The beat is kept by the audio hardware: a lazy timer looks a little ahead and books each click at
 * its exact time, so a busy page or a slow timer cannot make it stumble.
 */

const LOOK_EVERY_MS = 25;
const AHEAD = 0.12;
/** Hidden tabs wake timers once a second at best. */
const AHEAD_HIDDEN = 2.2;
const VOICES = { 2: { frequency: 1660, level: 0.9 }, 1: { frequency: 1110, level: 0.6 } };

/** `settings` is read live: {bpm, levels}, one level per beat of the bar (2 accent, 1 plain, 0 silent). */
export function createClock(settings) {
  let context = null;
  let timer = 0;
  let nextBeat = null;
  let booked = [];

  function start() {
    context ??= new AudioContext({ latencyHint: 'interactive' });
    context.resume();
    nextBeat = { time: context.currentTime + 0.08, count: 0 };
    booked = [];
    timer = setInterval(book, LOOK_EVERY_MS);
    book();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    booked.forEach(({ click }) => click?.stop());
    booked = [];
  }

  function book() {
    const horizon = context.currentTime + (document.hidden ? AHEAD_HIDDEN : AHEAD);
    while (nextBeat.time < horizon) {
      const level = settings.levels[nextBeat.count % settings.levels.length];
      booked.push({ ...nextBeat, click: level ? playClick(context, nextBeat.time, VOICES[level]) : null });
      nextBeat = { time: nextBeat.time + 60 / settings.bpm, count: nextBeat.count + 1 };
    }
    const heard = booked.findLastIndex(({ time }) => time < context.currentTime);
    if (heard > 1) booked.splice(0, heard - 1);
  }

  /** Beats since the start as a fraction, as heard right now; null before the first click. */
  function position() {
    if (!timer) return null;
    const now = context.currentTime - (context.outputLatency || 0);
    const heard = booked.findLast(({ time }) => time <= now);
    return heard ? heard.count + Math.min(1, ((now - heard.time) * settings.bpm) / 60) : null;
  }

  document.addEventListener('visibilitychange', () => {
    if (timer) book();
  });
  return { start, stop, position, isRunning: () => timer !== 0 };
}

/** A knock on wood: a falling tone that is gone within a twentieth of a second. */
function playClick(context, time, { frequency, level }) {
  const knock = new OscillatorNode(context, { type: 'triangle', frequency });
  const gain = new GainNode(context, { gain: 0 });
  knock.frequency.setValueAtTime(frequency, time);
  knock.frequency.exponentialRampToValueAtTime(frequency * 0.6, time + 0.05);
  gain.gain.setValueAtTime(level, time);
  gain.gain.exponentialRampToValueAtTime(0.001, time + 0.07);
  knock.connect(gain).connect(context.destination);
  knock.start(time);
  knock.stop(time + 0.08);
  return knock;
}
