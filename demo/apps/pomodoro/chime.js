const NOTES = { focus: [659.26, 783.99, 1046.5], short: [523.25, 659.26], long: [523.25, 587.33, 783.99] };

let context = null;

/** Called from a tap: the only moment a browser lets a page prepare sound. */
export function allowSound() {
  context ??= new AudioContext();
  context.resume();
}

export function chime(phase) {
  if (!context) return;
  NOTES[phase].forEach((frequency, i) => ring(frequency, context.currentTime + i * 0.28));
}

function ring(frequency, at) {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.3, at + 0.01);
  gain.gain.setTargetAtTime(0, at + 0.02, 0.4);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + 2.5);
}
