import { JsonProblem, countNodes, parseJson, writeJson } from './parse.js';
import { Tree } from './tree.js';

const STORE_KEY = 'json-lens:text';
const MOST_STORED = 200_000;
const TYPING_PAUSE_MS = 180;
const TOUR_STEP_MS = 1300;

const SAMPLE = {
  mission: 'Voyager 1',
  launched: '1977-09-05',
  active: true,
  speed_km_s: 16.9,
  crew: null,
  palette: ['#ffb454', '#7df3d1'],
  golden_record: {
    greetings: 55,
    images: 115,
    'first track': 'Brandenburg Concerto No. 2',
  },
  visited: [
    { planet: 'Jupiter', year: 1979, moons: ['Io', 'Europa', 'Ganymede', 'Callisto'] },
    { planet: 'Saturn', year: 1980, moons: ['Titan', 'Mimas', 'Enceladus'] },
  ],
};

const $ = (id) => document.getElementById(id);
const source = $('source');
const problem = $('problem');
const tree = new Tree($('tree'), ({ path }) => {
  $('path').textContent = path;
});
let root = null;
let readTimer = 0;

function read() {
  problem.hidden = true;
  root = null;
  if (!source.value.trim()) {
    summarise('Paste JSON into the text to see its tree.');
  } else {
    try {
      root = parseJson(source.value);
      const lines = source.value.split('\n').length;
      summarise(
        `${countNodes(root)} values, ${source.value.length.toLocaleString('en')} characters, ${lines} lines`,
      );
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error;
      showProblem(error);
    }
  }
  for (const id of ['format', 'minify']) $(id).disabled = !root;
  tree.show(root);
}

function summarise(message) {
  $('summary').textContent = message;
  if (!root) $('path').textContent = '$';
}

function showProblem({ message, line, column, at }) {
  const jump = document.createElement('button');
  jump.type = 'button';
  jump.textContent = 'Show me';
  jump.addEventListener('click', () => jumpTo(at, line));
  problem.replaceChildren(`Line ${line}, column ${column}: ${message}.`, jump);
  problem.hidden = false;
  summarise('The tree returns once the text is valid.');
}

function jumpTo(at, line) {
  setView('text');
  source.focus();
  source.setSelectionRange(at, at + 1);
  source.scrollTop = (line - 4) * parseFloat(getComputedStyle(source).lineHeight);
}

function rewrite(indent) {
  if (!root) return;
  source.value = writeJson(root, indent);
  save();
  read();
}

function setView(view) {
  document.body.dataset.view = view;
  for (const button of document.querySelectorAll('.switch button')) {
    button.setAttribute('aria-pressed', button.dataset.view === view);
  }
}

async function copyPath() {
  let copied = true;
  try {
    await navigator.clipboard.writeText($('path').textContent);
  } catch {
    // Frames may not be allowed to write the clipboard: leave the path selected instead.
    copied = false;
    getSelection().selectAllChildren($('path'));
  }
  $('copy').textContent = copied ? 'Copied' : 'Selected';
  setTimeout(() => {
    $('copy').textContent = 'Copy';
  }, 1400);
}

function save() {
  if (source.value.length > MOST_STORED) return;
  try {
    localStorage.setItem(STORE_KEY, source.value);
  } catch {
    /* private mode: the text simply is not remembered */
  }
}

function remembered() {
  try {
    return localStorage.getItem(STORE_KEY);
  } catch {
    return null;
  }
}

/** Walks the selection through the sample until someone takes over. */
function startTour() {
  const timer = setInterval(() => {
    if (document.hidden) return;
    const rows = [...document.querySelectorAll('.row')];
    const at = rows.findIndex((row) => row.getAttribute('aria-selected') === 'true');
    tree.select(rows[(at + 1) % rows.length]);
  }, TOUR_STEP_MS);
  const stop = () => clearInterval(timer);
  addEventListener('pointerdown', stop, { once: true, capture: true });
  addEventListener('keydown', stop, { once: true, capture: true });
}

source.addEventListener('input', () => {
  clearTimeout(readTimer);
  readTimer = setTimeout(() => {
    save();
    read();
  }, TYPING_PAUSE_MS);
});
source.addEventListener('paste', () => {
  // On a phone the text hides the tree: after a paste, show what came of it.
  setTimeout(() => {
    read();
    if (root) setView('tree');
  });
});
$('format').addEventListener('click', () => rewrite('  '));
$('minify').addEventListener('click', () => rewrite(''));
$('clear').addEventListener('click', () => {
  source.value = '';
  save();
  read();
  setView('text');
  source.focus();
});
$('copy').addEventListener('click', copyPath);
for (const button of document.querySelectorAll('.switch button')) {
  button.addEventListener('click', () => setView(button.dataset.view));
}

const kept = remembered();
source.value = kept || JSON.stringify(SAMPLE, null, 2);
setView('tree');
read();
if (!kept && !matchMedia('(prefers-reduced-motion: reduce)').matches) startTour();
