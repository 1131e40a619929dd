import { SAMPLES } from './samples.js';

const TIME_LIMIT_MS = 600;
const TYPING_PAUSE_MS = 60;
const FLAGS = [
  ['g', 'all'],
  ['i', 'any case'],
  ['m', 'lines'],
  ['s', 'dot all'],
  ['u', 'unicode'],
];

const $ = (id) => document.getElementById(id);
const pattern = $('pattern');
const text = $('text');
const marks = $('marks');
const status = $('status');
const list = $('matches');

const state = { flags: new Set('g'), sample: null };
let worker = null;
let limitTimer = 0;
let searchTimer = 0;
let searchId = 0;
let demoTimer = 0;

function startWorker() {
  try {
    worker = new Worker('worker.js');
  } catch {
    // A strictly sandboxed frame may not start workers; searching here could hang the page.
    showNothing('Searching needs a worker: open the bench in its own tab.', true);
    return false;
  }
  worker.onmessage = ({ data }) => {
    if (data.id !== searchId) return;
    clearTimeout(limitTimer);
    showMatches(data);
  };
  return true;
}

function stopWorker() {
  clearTimeout(limitTimer);
  worker?.terminate();
  worker = null;
}

function search() {
  searchId += 1;
  const source = pattern.value;
  const flags = [...state.flags].join('');
  const problem = syntaxProblem(source, flags);
  $('flag-text').textContent = flags;
  document.querySelector('.pattern-card').classList.toggle('bad', Boolean(problem));
  if (problem || !source) {
    showNothing(problem || 'Type a pattern to begin.', Boolean(problem));
    return;
  }
  if (!worker && !startWorker()) return;
  clearTimeout(limitTimer);
  limitTimer = setTimeout(giveUp, TIME_LIMIT_MS);
  worker.postMessage({ id: searchId, source, flags, text: text.value });
}

function searchSoon() {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(search, TYPING_PAUSE_MS);
}

function giveUp() {
  stopWorker();
  showNothing(`Stopped after ${TIME_LIMIT_MS} ms: this pattern backtracks without end.`, true);
}

function syntaxProblem(source, flags) {
  try {
    new RegExp(source, flags);
    return '';
  } catch (error) {
    return error.message.replace(/^Invalid regular expression: /, '');
  }
}

function showNothing(message, bad) {
  setStatus(message, bad);
  paintMarks([]);
  list.replaceChildren();
}

function setStatus(message, bad = false) {
  status.textContent = message;
  status.classList.toggle('bad', bad);
}

function showMatches({ matches, truncated, took }) {
  const count = `${matches.length}${truncated ? '+' : ''} ${matches.length === 1 ? 'match' : 'matches'}`;
  setStatus(`${count} in ${took < 0.1 ? 'under 0.1' : took.toFixed(1)} ms`);
  paintMarks(matches);
  list.replaceChildren(...(matches.length ? matches.map(matchCard) : [note('Nothing matches yet.')]));
}

function paintMarks(matches) {
  const nodes = [];
  let from = 0;
  for (const { index, value } of matches) {
    nodes.push(text.value.slice(from, index), element('mark', '', value));
    from = index + value.length;
  }
  // The last newline would be swallowed by <pre>; the space keeps both layers equally tall.
  nodes.push(`${text.value.slice(from)} `);
  marks.replaceChildren(...nodes);
  marks.scrollTop = text.scrollTop;
}

function matchCard({ index, value, groups }, i) {
  const card = element('li', 'match');
  const head = element('div');
  head.append(
    element('small', '', `${index}–${index + value.length}`),
    element('code', '', value || '(empty)'),
  );
  card.append(element('span', 'badge', String(i + 1)), head);
  if (groups.length) card.append(groupList(groups));
  card.addEventListener('pointerenter', () => highlight(i, true));
  card.addEventListener('pointerleave', () => highlight(i, false));
  return card;
}

function groupList(groups) {
  const dl = element('dl', 'groups');
  for (const { name, value } of groups) {
    const pair = element('div');
    pair.append(element('dt', '', name), element('dd', value === undefined ? 'unset' : '', value ?? 'unset'));
    dl.append(pair);
  }
  return dl;
}

function highlight(i, on) {
  marks.querySelectorAll('mark')[i]?.classList.toggle('current', on);
}

function note(message) {
  return element('li', 'note', message);
}

function element(tag, className = '', content = '') {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.textContent = content;
  return node;
}

function toggleButton(label, onPress) {
  const button = element('button');
  button.type = 'button';
  button.append(...label);
  button.addEventListener('click', onPress);
  return button;
}

function buildControls() {
  for (const [flag, meaning] of FLAGS) {
    const button = toggleButton([element('b', '', flag), meaning], () => {
      if (!state.flags.delete(flag)) state.flags.add(flag);
      refreshPressed();
      search();
    });
    button.dataset.flag = flag;
    $('flags').append(button);
  }
  for (const sample of SAMPLES) {
    const button = toggleButton([sample.name], () => loadSample(sample));
    button.dataset.sample = sample.name;
    $('samples').append(button);
  }
}

function refreshPressed() {
  for (const button of document.querySelectorAll('[data-flag]')) {
    button.setAttribute('aria-pressed', state.flags.has(button.dataset.flag));
  }
  for (const button of document.querySelectorAll('[data-sample]')) {
    button.setAttribute('aria-pressed', state.sample?.name === button.dataset.sample);
  }
}

function loadSample(sample) {
  state.sample = sample;
  state.flags = new Set(sample.flags);
  pattern.value = sample.source;
  text.value = sample.text;
  text.scrollTop = 0;
  refreshPressed();
  search();
}

/** Types the first sample's pattern, to show how matches appear. */
function playIntro() {
  const full = pattern.value;
  let shown = full.indexOf('-');
  const type = () => {
    shown += 1;
    pattern.value = full.slice(0, shown);
    // Half-typed groups are no mistake worth showing in red.
    if (!syntaxProblem(pattern.value, 'g')) search();
    if (shown < full.length) demoTimer = setTimeout(type, 75);
  };
  demoTimer = setTimeout(type, 900);
  pattern.value = full.slice(0, shown);
  search();
  const stop = () => {
    clearTimeout(demoTimer);
    if (shown < full.length && pattern.value === full.slice(0, shown)) pattern.value = full;
    search();
  };
  addEventListener('pointerdown', stop, { once: true, capture: true });
  addEventListener('keydown', stop, { once: true, capture: true });
}

buildControls();
pattern.addEventListener('input', searchSoon);
text.addEventListener('input', searchSoon);
text.addEventListener('scroll', () => {
  marks.scrollTop = text.scrollTop;
});
addEventListener('pagehide', stopWorker);
loadSample(SAMPLES[0]);
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) playIntro();
