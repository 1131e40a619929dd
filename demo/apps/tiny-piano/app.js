import { watchLive } from './live.js';
import { INSTRUMENTS, strike } from './sound.js';
import { createSparks } from './sparks.js';

const LOWEST = 60;
const NAMES = ['C', 'C sharp', 'D', 'D sharp', 'E', 'F', 'F sharp', 'G', 'G sharp', 'A', 'A sharp', 'B'];
/** Where each semitone sits across an octave's seven white keys; black keys are centred on a gap. */
const SLOTS = [0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6];
const BLACK = new Set([1, 3, 6, 8, 10]);
/** Physical key positions, so the piano has the same shape on every keyboard layout. */
const KEY_CODES = [
  'KeyZ',
  'KeyS',
  'KeyX',
  'KeyD',
  'KeyC',
  'KeyV',
  'KeyG',
  'KeyB',
  'KeyH',
  'KeyN',
  'KeyJ',
  'KeyM',
  'KeyQ',
  'Digit2',
  'KeyW',
  'Digit3',
  'KeyE',
  'KeyR',
  'Digit5',
  'KeyT',
  'Digit6',
  'KeyY',
  'Digit7',
  'KeyU',
];
/** Semitones above the lowest C that glow until the first key is played. */
const INVITATION = [0, 0, 7, 7, 9, 9, 7, null, 5, 5, 4, 4, 2, 2, 0, null, 12, 16, 19, 16, 12, null];
const INVITATION_STEP = 420;
const STORAGE_KEY = 'tiny-piano:instrument';

const keybed = document.querySelector('.keybed');
const chooser = document.querySelector('.instruments');
const sparks = createSparks(document.querySelector('.sparks'));
const keys = [];
/** Sounding notes by source: a pointer or a computer key. */
const held = new Map();
let instrument = INSTRUMENTS.find(({ name }) => name === readChoice()) ?? INSTRUMENTS[0];
let invitation = 0;

/** Storage is refused in some frames; the choice is then simply forgotten. */
function readChoice() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function rememberChoice(name) {
  try {
    localStorage.setItem(STORAGE_KEY, name);
  } catch {
    /* nothing to do */
  }
}

function buildKeys() {
  const octaves = [0, 1].map(() => Object.assign(document.createElement('div'), { className: 'octave' }));
  KEY_CODES.forEach((_, index) => {
    const key = makeKey(index);
    keys.push(key);
    octaves[Math.floor(index / 12)].append(key);
  });
  keybed.append(...octaves);
}

function makeKey(index) {
  const semitone = index % 12;
  const black = BLACK.has(semitone);
  const key = document.createElement('button');
  key.type = 'button';
  key.className = `key ${black ? 'black' : 'white'}`;
  key.dataset.index = index;
  key.setAttribute('aria-label', `${NAMES[semitone]} ${4 + Math.floor(index / 12)}`);
  key.style.setProperty('--slot', SLOTS[semitone]);
  key.style.setProperty('--hue', (semitone * 30 + 350) % 360);
  if (!black) key.textContent = NAMES[semitone];
  return key;
}

function press(source, index) {
  if (held.get(source)?.index === index) return;
  release(source);
  stopInvitation();
  held.set(source, { index, letGo: strike(LOWEST + index, instrument) });
  light(index);
}

function release(source) {
  const note = held.get(source);
  if (!note) return;
  held.delete(source);
  note.letGo();
  const stillDown = [...held.values()].some(({ index }) => index === note.index);
  if (!stillDown) keys[note.index].classList.remove('lit');
}

function light(index, strength = 1) {
  const key = keys[index];
  key.classList.add('lit');
  const box = key.getBoundingClientRect();
  const hue = Number(key.style.getPropertyValue('--hue'));
  sparks.burst(box.left + box.width / 2, box.top + box.height * 0.6, hue, strength);
}

function indexAt(event) {
  const key = document.elementFromPoint(event.clientX, event.clientY)?.closest('.key');
  return key ? Number(key.dataset.index) : null;
}

function listenToPointers() {
  keybed.addEventListener('pointerdown', (event) => {
    const index = indexAt(event);
    if (index === null || event.button > 0) return;
    // Touch captures the first key it lands on; letting go allows a finger to slide over the others.
    event.target.releasePointerCapture?.(event.pointerId);
    press(event.pointerId, index);
  });
  addEventListener('pointermove', (event) => {
    if (!held.has(event.pointerId)) return;
    const index = indexAt(event);
    if (index !== null) press(event.pointerId, index);
  });
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, (event) => release(event.pointerId));
  addEventListener('contextmenu', (event) => event.preventDefault());
}

function keyboardIndex(event) {
  const activates = event.code === 'Enter' || event.code === 'Space';
  const focused = event.target.closest?.('.key');
  if (activates && focused) return Number(focused.dataset.index);
  return KEY_CODES.indexOf(event.code);
}

function listenToKeyboard() {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.code === 'ArrowLeft' || event.code === 'ArrowRight') {
      stepInstrument(event.code === 'ArrowRight' ? 1 : -1);
      event.preventDefault();
      return;
    }
    const index = keyboardIndex(event);
    if (index < 0) return;
    event.preventDefault();
    if (!event.repeat) press(event.code, index);
  });
  addEventListener('keyup', (event) => release(event.code));
  addEventListener('blur', () => [...held.keys()].forEach(release));
}

/** Screen readers activate buttons without pointer or key events: give them a short note. */
function listenToAssistiveClicks() {
  keybed.addEventListener('click', (event) => {
    const key = event.target.closest('.key');
    if (!key || event.detail !== 0) return;
    press('assistive', Number(key.dataset.index));
    setTimeout(release, 350, 'assistive');
  });
}

function buildChooser() {
  for (const option of INSTRUMENTS) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      textContent: option.name,
    });
    button.setAttribute('role', 'radio');
    button.addEventListener('click', () => choose(option));
    chooser.append(button);
  }
  choose(instrument);
}

function choose(option) {
  instrument = option;
  rememberChoice(option.name);
  [...chooser.children].forEach((button, i) => {
    const chosen = INSTRUMENTS[i] === option;
    button.setAttribute('aria-checked', chosen);
    button.tabIndex = chosen ? 0 : -1;
  });
}

function stepInstrument(step) {
  const next = (INSTRUMENTS.indexOf(instrument) + step + INSTRUMENTS.length) % INSTRUMENTS.length;
  choose(INSTRUMENTS[next]);
  if (chooser.contains(document.activeElement)) chooser.children[next].focus();
}

function startInvitation(step = 0) {
  invitation = setTimeout(startInvitation, INVITATION_STEP, (step + 1) % INVITATION.length);
  const index = INVITATION[step];
  if (index === null || document.hidden) return;
  light(index, 0.4);
  setTimeout(() => keys[index].classList.remove('lit'), INVITATION_STEP * 0.6);
}

function stopInvitation() {
  if (!invitation) return;
  clearTimeout(invitation);
  invitation = 0;
  keys.forEach((key) => key.classList.remove('lit'));
}

buildKeys();
buildChooser();
listenToPointers();
listenToKeyboard();
listenToAssistiveClicks();
watchLive();
invitation = setTimeout(startInvitation, 300);
