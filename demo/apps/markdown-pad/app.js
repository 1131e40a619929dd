import { element } from './inline.js';
import { render } from './blocks.js';
import { applyMark } from './marks.js';
import { SAMPLE } from './sample.js';

const STORAGE_KEY = 'markdown-pad:text';
const TYPING_MS = 22;
/** What is already on the page when the typing demonstration begins. */
const TYPED_BEFORE = SAMPLE.indexOf('- [x] `inline');
const SHORTCUTS = { b: 'bold', i: 'italic', k: 'link', e: 'code' };

const source = document.querySelector('.source');
const page = document.querySelector('.page');
const paper = document.querySelector('.paper');
const count = document.querySelector('.count');
const viewButtons = [...document.querySelectorAll('.views button')];
let typing = 0;

function read() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(STORAGE_KEY, source.value);
  } catch {
    /* kept only while the page is open */
  }
}

function refresh() {
  const nodes = render(source.value);
  if (!nodes.length) nodes.push(Object.assign(element('p', ['The page is yours.']), { className: 'empty' }));
  paper.replaceChildren(...nodes);
  const words = source.value.match(/\S+/g)?.length ?? 0;
  count.textContent = `${words} ${words === 1 ? 'word' : 'words'}`;
}

function edited() {
  refresh();
  save();
}

/** Keeps the two halves at the same place of the text, by proportion. */
function followScroll() {
  const room = source.scrollHeight - source.clientHeight;
  if (room > 0) page.scrollTop = (source.scrollTop / room) * (page.scrollHeight - page.clientHeight);
}

function chooseView(view) {
  document.body.dataset.view = view;
  viewButtons.forEach((button) => {
    const chosen = button.dataset.view === view;
    button.setAttribute('aria-checked', chosen);
    button.tabIndex = chosen ? 0 : -1;
  });
}

function stepView(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next =
    viewButtons[(viewButtons.indexOf(event.target) + step + viewButtons.length) % viewButtons.length];
  chooseView(next.dataset.view);
  next.focus();
}

function mark(name) {
  finishTyping();
  applyMark(source, name);
  edited();
}

/** On a first visit, the sample types itself until the first touch. */
function typeSample() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let typed = calm ? SAMPLE.length : TYPED_BEFORE;
  const next = () => {
    if (!document.hidden) typed = Math.min(SAMPLE.length, typed + 1);
    source.value = SAMPLE.slice(0, typed);
    refresh();
    const finished = typed === SAMPLE.length;
    showPlace(finished ? 0 : source.scrollHeight);
    typing = finished ? 0 : setTimeout(next, TYPING_MS);
  };
  next();
}

function showPlace(top) {
  source.scrollTop = top;
  page.scrollTop = top;
}

function finishTyping() {
  if (!typing) return;
  clearTimeout(typing);
  typing = 0;
  source.value = SAMPLE;
  refresh();
}

source.addEventListener('input', edited);
source.addEventListener('scroll', followScroll, { passive: true });
source.addEventListener('keydown', (event) => {
  const name = SHORTCUTS[event.key.toLowerCase()];
  if (!name || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  mark(name);
});
document.querySelectorAll('.marks button').forEach((button) => {
  // Keeps the selection in the text: a press on a mark must not move the focus.
  button.addEventListener('pointerdown', (event) => event.preventDefault());
  button.addEventListener('click', () => mark(button.dataset.mark));
});
viewButtons.forEach((button) => button.addEventListener('click', () => chooseView(button.dataset.view)));
document.querySelector('.views').addEventListener('keydown', stepView);
source.addEventListener('focus', finishTyping);
addEventListener('pointerdown', finishTyping);
addEventListener('wheel', finishTyping, { passive: true });

chooseView('both');
const stored = read();
if (stored === null) typeSample();
else {
  source.value = stored;
  refresh();
}
