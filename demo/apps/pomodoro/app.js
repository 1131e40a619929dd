import { watchLive } from './live.js';
import {
  PHASES,
  ROUNDS,
  catchUp,
  clampMinutes,
  enter,
  fullLength,
  isRunning,
  pause,
  restoreTimer,
  setMinutes,
  start,
  timeLeft,
} from './timer.js';
import { allowSound, chime } from './chime.js';

const STORAGE_KEY = 'pomodoro:timer';
const TICKS = 60;
const PROMPT = 'Turn me to set';
const SVG = 'http://www.w3.org/2000/svg';

const $ = (selector) => document.querySelector(selector);
const dial = $('.dial');
const sheet = $('.sheet');
const timer = restoreTimer(read());
let wake = 0;

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(timer));
  } catch {
    /* lives until the page closes */
  }
}

/** Redraws just after the shown second changes: four times less work than a fixed quarter-second tick. */
function tick() {
  clearTimeout(wake);
  const ended = catchUp(timer, Date.now());
  if (ended.length) finish(ended.at(-1));
  draw();
  if (!isRunning(timer)) return;
  wake = setTimeout(tick, (timeLeft(timer, Date.now()) % 1000) + 15);
}

function finish(phase) {
  save();
  chime(phase);
  $('.status').textContent = PHASES[phase].ended;
}

function change(action) {
  action();
  save();
  tick();
}

function draw() {
  const left = timeLeft(timer, Date.now());
  const clock = formatClock(left);
  document.body.dataset.phase = timer.phase;
  document.title = isRunning(timer) ? `${clock} ${PHASES[timer.phase].name}` : 'Focus Tomato';
  $('.clock').textContent = clock;
  $('.message').textContent = message(left);
  $('.message').classList.toggle('prompt', $('.message').textContent === PROMPT);
  $('.start').textContent = startLabel(left);
  dial.setAttribute('aria-label', `${PHASES[timer.phase].name}, ${clock} left`);
  drawArc(left / fullLength(timer));
  drawPips();
  document.querySelectorAll('.phases button').forEach(drawPhaseButton);
}

function formatClock(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

function startLabel(left) {
  if (isRunning(timer)) return 'Pause';
  return left < fullLength(timer) ? 'Resume' : 'Start';
}

function message(left) {
  if (isRunning(timer))
    return `Until ${new Date(timer.endsAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
  if (left < fullLength(timer)) return 'Paused';
  return timer.phase === 'focus' ? PROMPT : 'You earned this one';
}

function drawArc(share) {
  $('.elapsed').style.strokeDasharray = `${share} 1`;
  $('.hand').setAttribute('transform', `rotate(${share * 360})`);
}

function drawPips() {
  const ripe = timer.finished % ROUNDS || (timer.finished && timer.phase === 'long' ? ROUNDS : 0);
  const pips = $('.pips');
  pips.setAttribute('aria-label', `${ripe} of ${ROUNDS} focus rounds before the long break`);
  [...pips.children].forEach((pip, i) => pip.classList.toggle('ripe', i < ripe));
}

function drawPhaseButton(button) {
  const current = button.dataset.phase === timer.phase;
  button.setAttribute('aria-checked', current);
  button.tabIndex = current ? 0 : -1;
}

function buildDial() {
  for (let i = 0; i < TICKS; i += 1) {
    const major = i % 5 === 0;
    const tickMark = document.createElementNS(SVG, 'path');
    tickMark.setAttribute('d', major ? 'M0-116V-106' : 'M0-114V-108');
    tickMark.setAttribute('transform', `rotate(${(i / TICKS) * 360})`);
    tickMark.setAttribute('class', major ? 'tick major' : 'tick');
    $('.ticks').append(tickMark);
  }
  $('.pips').append(...Array.from({ length: ROUNDS }, () => document.createElement('i')));
}

/** Turning the stopped dial sets the minutes like a kitchen timer: one turn is an hour at most. */
function listenToDial() {
  const turn = (event) => {
    const box = dial.getBoundingClientRect();
    const angle = Math.atan2(
      event.clientX - box.left - box.width / 2,
      box.top + box.height / 2 - event.clientY,
    );
    const share = (angle / (Math.PI * 2) + 1) % 1;
    change(() => setMinutes(timer, timer.phase, clampMinutes(timer.phase, share * 60 || 60)));
    drawArc(timer.minutes[timer.phase] / 60);
    drawSteppers();
  };
  dial.addEventListener('pointerdown', (event) => {
    if (isRunning(timer) || event.button > 0) return;
    dial.setPointerCapture(event.pointerId);
    dial.classList.add('turning');
  });
  dial.addEventListener('pointermove', (event) => {
    if (dial.classList.contains('turning')) turn(event);
  });
  for (const type of ['pointerup', 'pointercancel']) {
    dial.addEventListener(type, () => {
      dial.classList.remove('turning');
      draw();
    });
  }
}

function buildSteppers() {
  for (const [phase, { name }] of Object.entries(PHASES)) {
    const row = Object.assign(document.createElement('div'), { className: 'stepper' });
    const label = Object.assign(document.createElement('span'), { textContent: name });
    const value = document.createElement('output');
    value.dataset.phase = phase;
    row.append(label, stepButton(phase, -1, '\u2212'), value, stepButton(phase, 1, '+'));
    $('.steppers').append(row);
  }
  drawSteppers();
}

function stepButton(phase, step, sign) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: sign });
  button.setAttribute('aria-label', `${PHASES[phase].name}: one minute ${step < 0 ? 'less' : 'more'}`);
  button.addEventListener('click', () => {
    change(() => setMinutes(timer, phase, timer.minutes[phase] + step));
    drawSteppers();
  });
  return button;
}

function drawSteppers() {
  document.querySelectorAll('.stepper output').forEach((output) => {
    output.textContent = timer.minutes[output.dataset.phase];
  });
}

function toggleSheet(open = sheet.hidden) {
  sheet.hidden = !open;
  $('.tune').setAttribute('aria-expanded', open);
  (open ? $('.stepper button') : $('.tune')).focus({ preventScroll: true });
}

function toggleTimer() {
  allowSound();
  change(() => (isRunning(timer) ? pause(timer, Date.now()) : start(timer, Date.now())));
}

function stepPhase(step) {
  const order = Object.keys(PHASES);
  change(() => enter(timer, order[(order.indexOf(timer.phase) + step + order.length) % order.length]));
  $(`.phases [data-phase="${timer.phase}"]`).focus();
}

function onKey(event) {
  const onButton = event.target.closest('button, input');
  if (event.key === 'Escape' && !sheet.hidden) toggleSheet(false);
  else if (event.key === ' ' && !onButton) toggleTimer();
  else if (event.target.closest('.phases') && event.key === 'ArrowRight') stepPhase(1);
  else if (event.target.closest('.phases') && event.key === 'ArrowLeft') stepPhase(-1);
  else return;
  event.preventDefault();
}

buildDial();
buildSteppers();
listenToDial();
$('.flow').checked = timer.flow;
$('.flow').addEventListener('change', (event) =>
  change(() => {
    timer.flow = event.target.checked;
  }),
);
$('.start').addEventListener('click', toggleTimer);
$('.reset').addEventListener('click', () => change(() => enter(timer, timer.phase)));
$('.tune').addEventListener('click', () => toggleSheet());
$('.done').addEventListener('click', () => toggleSheet(false));
document
  .querySelectorAll('.phases button')
  .forEach((button) =>
    button.addEventListener('click', () => change(() => enter(timer, button.dataset.phase))),
  );
addEventListener('keydown', onKey);
watchLive();
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) tick();
});
tick();
