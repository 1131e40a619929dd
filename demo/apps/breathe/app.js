import { Flower } from './flower.js';
import { PATTERNS, cycleSeconds, momentAt } from './patterns.js';

const MINUTES = [1, 2, 3, 5, 10];
const STORE_KEY = 'breathe:choice';
// The flower starts partly open.
const IDLE_HEAD_START = 2;
const NOTES = { 'Breathe in': 261.6, Hold: 329.6, 'Breathe out': 196, Rest: 164.8 };

const $ = (id) => document.getElementById(id);
const flower = new Flower($('flower'));
const motion = matchMedia('(prefers-reduced-motion: reduce)');
const choice = { pattern: 0, minutes: 1, sound: false, ...remembered() };
let session = null;
let audio = null;
let lock = null;

function pattern() {
  return PATTERNS[choice.pattern];
}

/** Whole cycles only, so that a session never ends within a breath. */
function sessionSeconds() {
  const cycle = cycleSeconds(pattern());
  return Math.max(1, Math.round((choice.minutes * 60) / cycle)) * cycle;
}

function begin() {
  session = { startedAt: performance.now(), length: sessionSeconds(), phase: -1 };
  document.body.classList.add('breathing');
  $('begin').textContent = 'Stop';
  $('phase').classList.remove('idle');
  keepAwake();
}

function end(message) {
  session = null;
  document.body.classList.remove('breathing');
  $('begin').textContent = 'Begin';
  $('phase').classList.add('idle');
  $('phase').textContent = message;
  $('count').textContent = '';
  lock?.release().catch(() => {});
  lock = null;
}

async function keepAwake() {
  try {
    lock = await navigator.wakeLock.request('screen');
  } catch {
    /* not supported or not allowed in a frame: the screen may dim */
  }
}

function guide(now) {
  const seconds = (now - session.startedAt) / 1000;
  if (seconds >= session.length) {
    end('Well done');
    return;
  }
  const { phase, index, remaining } = momentAt(pattern(), seconds);
  const count = String(Math.ceil(remaining));
  if (index !== session.phase) {
    session.phase = index;
    $('phase').textContent = phase.name;
    chime(phase);
  }
  if ($('count').textContent !== count) $('count').textContent = count;
}

/** One soft note per phase, swelling and fading with it. */
function chime({ name, seconds }) {
  if (!choice.sound || !audio) return;
  const start = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'sine';
  tone.frequency.value = NOTES[name];
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.12, start + Math.min(1.2, seconds / 3));
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

function wakeAudio() {
  if (!choice.sound) return;
  audio ??= new AudioContext();
  audio.resume();
}

function frame(now) {
  if (session) guide(now);
  const seconds = session ? (now - session.startedAt) / 1000 : now / 1000 + IDLE_HEAD_START;
  flower.draw({
    seconds: now / 1000,
    // Before a session, the flower already breathes in the chosen rhythm.
    open: shownOpenness(seconds),
    progress: session ? seconds / session.length : null,
    calm: motion.matches,
  });
  requestAnimationFrame(frame);
}

function shownOpenness(seconds) {
  if (motion.matches && !session) return 0.7;
  const { open } = momentAt(pattern(), seconds);
  return motion.matches ? 0.5 + open * 0.2 : open;
}

function showChoice() {
  for (const [i, button] of [...$('patterns').children].entries()) {
    button.setAttribute('aria-checked', i === choice.pattern);
    button.tabIndex = i === choice.pattern ? 0 : -1;
  }
  $('about').textContent = pattern().about;
  $('length').textContent = `${choice.minutes} min`;
  $('sound').textContent = choice.sound ? 'Sound on' : 'Sound off';
  $('sound').setAttribute('aria-pressed', choice.sound);
}

function change(update) {
  Object.assign(choice, update);
  showChoice();
  try {
    localStorage.setItem(STORE_KEY, JSON.stringify(choice));
  } catch {
    /* private mode: the choice lasts as long as the page */
  }
}

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE_KEY)) ?? {};
    return PATTERNS[kept.pattern] && MINUTES.includes(kept.minutes) ? kept : {};
  } catch {
    return {};
  }
}

function buildPatterns() {
  PATTERNS.forEach(({ name }, i) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.setAttribute('role', 'radio');
    button.addEventListener('click', () => change({ pattern: i }));
    $('patterns').append(button);
  });
  $('patterns').addEventListener('keydown', ({ key }) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (!by) return;
    change({ pattern: (choice.pattern + by + PATTERNS.length) % PATTERNS.length });
    $('patterns').children[choice.pattern].focus();
  });
}

$('begin').addEventListener('click', () => {
  wakeAudio();
  if (session) end('Ready when you are');
  else begin();
});
$('length').addEventListener('click', () => {
  if (session) end('Ready when you are');
  change({ minutes: MINUTES[(MINUTES.indexOf(choice.minutes) + 1) % MINUTES.length] });
});
$('sound').addEventListener('click', () => {
  change({ sound: !choice.sound });
  wakeAudio();
});
addEventListener('resize', () => flower.resize());

buildPatterns();
showChoice();
$('phase').classList.add('idle');
requestAnimationFrame(frame);
