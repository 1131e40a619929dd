import { watchLive } from './live.js';
import { Track } from './track.js';
import { pickWords } from './words.js';

const ROUND_MS = 30_000;
const WORD_COUNT = 220;
const STORE_KEY = 'type-sprint:best';
const CHARS_PER_WORD = 5;
const MOST_MISSES_SHOWN = 5;
const JOG_WPM = 14;
const FIRST_RIVAL_WPM = 30;

const $ = (id) => document.getElementById(id);
const typed = $('typed');
const track = new Track($('track'));
const motion = matchMedia('(prefers-reduced-motion: reduce)');
let best = rememberedBest();
let round = null;

function newRound() {
  round = {
    words: pickWords(WORD_COUNT),
    at: 0,
    startedAt: 0,
    keys: 0,
    entryLength: 0,
    goodKeys: 0,
    goodChars: 0,
    missed: [],
    over: false,
  };
  $('words').replaceChildren(
    ...round.words.map((word) => {
      const span = document.createElement('span');
      span.className = 'word';
      span.textContent = word;
      return span;
    }),
  );
  typed.value = '';
  typed.disabled = false;
  $('result').hidden = true;
  $('sheet').classList.remove('running');
  $('words').style.transform = '';
  paintWord();
  showNumbers(performance.now());
}

function wordSpan(at = round.at) {
  return $('words').children[at];
}

/** Draws the current word letter by letter, with the caret before the next one. */
function paintWord() {
  const word = round.words[round.at];
  const entry = typed.value;
  const letters = [...word].map((letter, i) => {
    const node = document.createElement('i');
    node.textContent = letter;
    if (i < entry.length) node.className = entry[i] === letter ? 'right' : 'wrong';
    if (i === entry.length) node.className = 'caret';
    return node;
  });
  for (const extra of entry.slice(word.length)) {
    const node = document.createElement('i');
    node.className = 'wrong';
    node.textContent = extra;
    letters.push(node);
  }
  if (entry.length >= word.length) {
    const end = document.createElement('i');
    end.className = 'caret';
    letters.push(end);
  }
  wordSpan().replaceChildren(...letters);
}

function keyed() {
  if (round.over) return;
  const text = typed.value;
  if (!round.startedAt && text.trim()) begin();
  // Phone keyboards may add several letters, or a word and its space, at once.
  const [entry, ...rest] = text.split(/\s/);
  countKeys(entry);
  if (rest.length && entry) finishWord(entry, rest.join(''));
  else typed.value = entry;
  round.entryLength = typed.value.length;
  paintWord();
}

function countKeys(entry) {
  const word = round.words[round.at];
  for (let i = round.entryLength; i < entry.length; i += 1) {
    round.keys += 1;
    if (entry[i] === word[i]) round.goodKeys += 1;
  }
}

function finishWord(entry, rest) {
  const word = round.words[round.at];
  const isRight = entry === word;
  const span = wordSpan();
  span.textContent = word;
  span.classList.add(isRight ? 'done' : 'missed');
  round.keys += 1;
  if (isRight) {
    round.goodKeys += 1;
    round.goodChars += word.length + 1;
  } else {
    round.missed.push(word);
  }
  round.at += 1;
  typed.value = rest;
  followLine();
}

/** Keeps the line being typed second from the top. */
function followLine() {
  const first = wordSpan(0).offsetTop;
  const lineHeight = wordSpan().offsetHeight;
  const scrolled = Math.max(0, wordSpan().offsetTop - first - lineHeight);
  $('words').style.transform = `translateY(${-scrolled}px)`;
}

function begin() {
  round.startedAt = performance.now();
  $('sheet').classList.add('running');
}

function pendingChars() {
  const word = round.words[round.at];
  return word.startsWith(typed.value) ? typed.value.length : 0;
}

function charsDone() {
  return round.goodChars + pendingChars();
}

function wpmAt(now) {
  const minutes = Math.min(ROUND_MS, now - round.startedAt) / 60_000;
  // The first second would show absurd numbers.
  return round.startedAt ? Math.round(charsDone() / CHARS_PER_WORD / Math.max(minutes, 1 / 60)) : 0;
}

function accuracy() {
  return round.keys ? Math.round((round.goodKeys / round.keys) * 100) : 100;
}

function showNumbers(now) {
  const gone = round.startedAt ? now - round.startedAt : 0;
  $('seconds').textContent = Math.max(0, Math.ceil((ROUND_MS - gone) / 1000));
  $('wpm').textContent = wpmAt(now);
  $('accuracy').textContent = `${accuracy()}%`;
}

function finish(now) {
  const wpm = wpmAt(now);
  const isBest = wpm > best;
  round.over = true;
  typed.disabled = true;
  showNumbers(now);
  $('final-wpm').textContent = wpm;
  $('verdict').textContent = verdict(wpm, isBest);
  const misses = [...new Set(round.missed)].slice(0, MOST_MISSES_SHOWN);
  $('misses').textContent = misses.length ? `Worth another look: ${misses.join(', ')}` : '';
  $('result').hidden = false;
  if (isBest) rememberBest(wpm);
  $('again').focus();
}

function verdict(wpm, isBest) {
  const hits = `${accuracy()}% accurate`;
  if (isBest && best) return `${hits}. A new best, ${wpm - best} faster than before!`;
  if (isBest) return `${hits}. That is your best to beat.`;
  return `${hits}. Your best is ${best}.`;
}

let lastFrame = 0;
let lastNumbers = 0;
function frame(now) {
  const elapsed = Math.min(now - lastFrame, 60);
  lastFrame = now;
  const running = round.startedAt && !round.over;
  if (running && now - round.startedAt >= ROUND_MS) finish(now);
  if (running && now - lastNumbers > 200) {
    lastNumbers = now;
    showNumbers(now);
  }
  if (!motion.matches || running) drawTrack(now, elapsed, running);
  requestAnimationFrame(frame);
}

function drawTrack(now, elapsed, running) {
  // Until there is a best to race against, a steady pacer runs along.
  const rivalPace = best || FIRST_RIVAL_WPM;
  const rivalChars = running ? (rivalPace * CHARS_PER_WORD * (now - round.startedAt)) / 60_000 : 0;
  track.draw({
    now: motion.matches ? 0 : now,
    elapsed: motion.matches ? 0 : elapsed,
    pace: running ? wpmAt(now) : JOG_WPM,
    lead: running ? charsDone() - rivalChars : 0,
    rival: { name: best ? 'BEST' : 'PACER', pace: running ? rivalPace : JOG_WPM },
  });
}

function rememberedBest() {
  try {
    return Number(localStorage.getItem(STORE_KEY)) || 0;
  } catch {
    return 0;
  }
}

function rememberBest(wpm) {
  best = wpm;
  try {
    localStorage.setItem(STORE_KEY, wpm);
  } catch {
    /* private mode: the best lasts as long as the page */
  }
}

typed.addEventListener('input', keyed);
typed.addEventListener('keydown', (event) => {
  if (event.key === 'Tab' && round.startedAt) {
    event.preventDefault();
    newRound();
  }
});
$('again').addEventListener('click', () => {
  newRound();
  typed.focus({ preventScroll: true });
});
// On a desktop any key starts the race; no click needed.
addEventListener('keydown', (event) => {
  if (round.over || event.metaKey || event.ctrlKey || event.altKey || event.key.length !== 1) return;
  typed.focus({ preventScroll: true });
});
addEventListener('resize', () => {
  track.resize();
  followLine();
  drawTrack(performance.now(), 0, false);
});

// At rest nothing else would draw the track again.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  drawTrack(performance.now(), 0, round.startedAt && !round.over);
});

watchLive();
newRound();
drawTrack(0, 0, false);
requestAnimationFrame(frame);
