/**
 * Every instrument is a stack of partials [frequency ratio, level] under one envelope (seconds).
 * `sustain` is the level a held key settles at; 0 means the note dies away like a struck string.
 */
export const INSTRUMENTS = [
  {
    name: 'Piano',
    wave: 'triangle',
    partials: [
      [1, 0.5],
      [2, 0.22],
      [3.01, 0.09],
      [4.02, 0.05],
    ],
    attack: 0.003,
    decay: 1.5,
    sustain: 0,
    release: 0.28,
  },
  {
    name: 'Bells',
    wave: 'sine',
    partials: [
      [1, 0.4],
      [2.76, 0.16],
      [5.4, 0.08],
      [8.9, 0.03],
    ],
    attack: 0.002,
    decay: 2.4,
    sustain: 0,
    release: 1.6,
  },
  {
    name: 'Marimba',
    wave: 'sine',
    partials: [
      [0.5, 0.18],
      [1, 0.6],
      [3.93, 0.14],
    ],
    attack: 0.002,
    decay: 0.5,
    sustain: 0,
    release: 0.4,
  },
  {
    name: 'Organ',
    wave: 'sine',
    partials: [
      [0.5, 0.16],
      [1, 0.3],
      [2, 0.18],
      [3, 0.1],
      [4, 0.07],
    ],
    attack: 0.025,
    decay: 0.2,
    sustain: 0.9,
    release: 0.12,
  },
  {
    name: 'Synth',
    wave: 'sawtooth',
    partials: [
      [1, 0.16],
      [1.006, 0.16],
      [0.5, 0.1],
    ],
    attack: 0.02,
    decay: 0.7,
    sustain: 0.55,
    release: 0.35,
    cutoff: 5,
  },
];

const SILENCE_AFTER = 6;

let context = null;
let output = null;

/** Browsers allow sound only after a gesture, so nothing is created before the first key goes down. */
function wake() {
  if (!context) {
    context = new AudioContext({ latencyHint: 'interactive' });
    output = buildOutput(context);
  }
  if (context.state !== 'running') context.resume();
}

function buildOutput(ctx) {
  const mix = new GainNode(ctx, { gain: 0.55 });
  const limiter = new DynamicsCompressorNode(ctx, { threshold: -14, ratio: 8, attack: 0.002, release: 0.2 });
  const room = new ConvolverNode(ctx, { buffer: roomImpulse(ctx) });
  const wet = new GainNode(ctx, { gain: 0.22 });
  mix.connect(limiter);
  mix.connect(room).connect(wet).connect(limiter);
  limiter.connect(ctx.destination);
  return mix;
}

/** Decaying noise is a convincing small room and costs no download. */
function roomImpulse(ctx) {
  const length = Math.floor(ctx.sampleRate * 1.3);
  const buffer = ctx.createBuffer(2, length, ctx.sampleRate);
  for (let channel = 0; channel < 2; channel += 1) {
    const samples = buffer.getChannelData(channel);
    for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  }
  return buffer;
}

/** Starts a note and returns the function that lets it go. */
export function strike(midi, instrument) {
  wake();
  const now = context.currentTime;
  const frequency = 440 * 2 ** ((midi - 69) / 12);
  const envelope = shapedGain(now, instrument);
  // Release has its own gain: cutting a running envelope short makes some browsers click.
  const release = new GainNode(context, { gain: 1 });
  const oscillators = instrument.partials.map(([ratio, level]) =>
    startPartial(frequency * ratio, level, instrument.wave, envelope),
  );
  throughFilter(envelope, frequency, instrument.cutoff).connect(release).connect(output);

  let letGo = false;
  const stopAt = (time) => oscillators.forEach((oscillator) => oscillator.stop(time));
  if (!instrument.sustain) stopAt(now + SILENCE_AFTER);
  oscillators[0].onended = () => release.disconnect();

  return () => {
    if (letGo) return;
    letGo = true;
    const time = context.currentTime;
    release.gain.setTargetAtTime(0, time, instrument.release / 3);
    stopAt(Math.min(time + instrument.release * 3, instrument.sustain ? Infinity : now + SILENCE_AFTER));
  };
}

function shapedGain(now, { attack, decay, sustain }) {
  const node = new GainNode(context, { gain: 0 });
  node.gain.setValueAtTime(0, now);
  node.gain.linearRampToValueAtTime(1, now + attack);
  node.gain.setTargetAtTime(sustain, now + attack, decay / 3);
  return node;
}

function startPartial(frequency, level, type, destination) {
  const oscillator = new OscillatorNode(context, { frequency, type });
  const gain = new GainNode(context, { gain: level });
  oscillator.connect(gain).connect(destination);
  oscillator.start();
  return oscillator;
}

function throughFilter(source, frequency, cutoff) {
  if (!cutoff) return source;
  const filter = new BiquadFilterNode(context, { type: 'lowpass', frequency: frequency * cutoff, Q: 2 });
  return source.connect(filter);
}
