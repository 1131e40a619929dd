import { parseCents, roundUp, splitCents, tipCents } from './money.js';

const STORE_KEY = 'split-bill:table';
const TIPS = [0, 5, 10, 15, 20];
const CURRENCIES = [
  ['EUR', '€'],
  ['USD', '$'],
  ['GBP', '£'],
  ['CHF', 'Fr'],
  ['SEK', 'kr'],
];
const MOST_PEOPLE = 12;
const MOST_SHARES = 9;
const NAMES = ['Mia', 'Jonas', 'Lena', 'Omar', 'Yuki', 'Nora', 'Theo', 'Ines', 'Ravi', 'Emma', 'Luca', 'Zoe'];
const FACE_COLORS = ['#f4b942', '#7cc6a4', '#f08a6c', '#8fb7ea', '#c79be0', '#e9d36b'];
const SVG = 'http://www.w3.org/2000/svg';

const $ = (id) => document.getElementById(id);
const table = remembered() ?? {
  bill: '86.40',
  currency: 'EUR',
  tip: 10,
  round: false,
  people: [
    { name: 'Mia', shares: 1 },
    { name: 'Jonas', shares: 2 },
    { name: 'Lena', shares: 1 },
  ],
};

function money(cents) {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: table.currency,
    currencyDisplay: 'narrowSymbol',
  }).format(cents / 100);
}

function recalculate() {
  const bill = parseCents($('bill').value);
  $('bill').classList.toggle('bad', bill === null);
  $('bill').setAttribute('aria-invalid', bill === null);
  if (bill === null) {
    $('proof').textContent = 'The bill should be an amount such as 86.40';
    return;
  }
  const tip = tipCents(bill, table.tip);
  const exact = splitCents(
    bill + tip,
    table.people.map(({ shares }) => shares),
  );
  const parts = table.round ? roundUp(exact) : exact;
  const total = parts.reduce((a, b) => a + b, 0);
  const isPaid = table.people.some(({ shares }) => shares > 0);
  showParts(parts);
  $('sum-bill').textContent = money(bill);
  $('sum-tip').textContent = money(isPaid ? total - bill : tip);
  $('sum-total').textContent = money(isPaid ? total : bill + tip);
  $('proof').textContent = isPaid ? proof(parts, total) : 'Somebody needs at least one share';
  save();
}

function proof(parts, total) {
  const paying = parts.filter(Boolean);
  if (paying.length > 4) return `${paying.length} parts add up to exactly ${money(total)}`;
  return `${paying.map((cents) => (cents / 100).toFixed(2)).join(' + ')} = ${(total / 100).toFixed(2)}`;
}

function showParts(parts) {
  [...document.querySelectorAll('.owes')].forEach((node, i) => {
    const text = money(parts[i]);
    if (node.textContent === text) return;
    node.classList.toggle('changed', false);
    node.textContent = text;
    // Reading the layout between the two lets the stamp animation start over.
    void node.offsetWidth;
    node.classList.toggle('changed', true);
  });
}

function renderPeople() {
  $('people').replaceChildren(...table.people.map(personRow));
  $('add').disabled = table.people.length >= MOST_PEOPLE;
  recalculate();
}

function personRow(person, i) {
  const row = element('li', 'person');
  const name = element('input', 'name');
  name.value = person.name;
  name.maxLength = 14;
  name.autocomplete = 'off';
  name.setAttribute('aria-label', `Name of person ${i + 1}`);
  name.addEventListener('input', () => {
    person.name = name.value;
    save();
  });
  row.append(face(i), name, element('output', 'owes'), shareControls(person, i));
  return row;
}

function shareControls(person, i) {
  const box = element('div', 'shares');
  const count = element('span');
  const less = button('−', `Fewer shares for ${person.name}`, () => change(-1));
  const more = button('+', `More shares for ${person.name}`, () => change(1));
  const leave = button('remove', `Remove ${person.name}`, () => {
    table.people.splice(i, 1);
    renderPeople();
    $('add').focus();
  });
  leave.className = 'leave';
  leave.disabled = table.people.length < 2;
  const show = () => {
    count.textContent = `${person.shares} ${person.shares === 1 ? 'share' : 'shares'}`;
    less.disabled = person.shares === 0;
    more.disabled = person.shares === MOST_SHARES;
  };
  const change = (by) => {
    person.shares += by;
    show();
    recalculate();
  };
  show();
  box.append(less, count, more, leave);
  return box;
}

/** A small face, each with its own colour and mood. */
function face(i) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 34 34');
  svg.setAttribute('class', 'face');
  svg.setAttribute('aria-hidden', 'true');
  const smile = 3 + (i % 3) * 2;
  const shapes = [
    [
      'circle',
      {
        cx: 17,
        cy: 17,
        r: 16,
        fill: FACE_COLORS[i % FACE_COLORS.length],
        stroke: '#2b1a14',
        'stroke-width': 1.5,
      },
    ],
    ['circle', { cx: 12, cy: 14, r: 1.8, fill: '#2b1a14' }],
    ['circle', { cx: 22, cy: 14, r: 1.8, fill: '#2b1a14' }],
    [
      'path',
      {
        d: `M11 21q6 ${smile} 12 0`,
        fill: 'none',
        stroke: '#2b1a14',
        'stroke-width': 2,
        'stroke-linecap': 'round',
      },
    ],
  ];
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    svg.append(shape);
  }
  return svg;
}

function element(tag, className = '') {
  const node = document.createElement(tag);
  if (className) node.className = className;
  return node;
}

function button(text, label, onClick) {
  const node = element('button');
  node.type = 'button';
  node.textContent = text;
  node.setAttribute('aria-label', label);
  node.addEventListener('click', onClick);
  return node;
}

function renderTips() {
  $('tips').replaceChildren(
    ...TIPS.map((percent) => {
      const node = button(`${percent}%`, `Tip ${percent} percent`, () => {
        table.tip = percent;
        markTip();
        recalculate();
      });
      node.dataset.percent = percent;
      return node;
    }),
  );
  markTip();
}

function markTip() {
  for (const node of $('tips').children)
    node.setAttribute('aria-pressed', Number(node.dataset.percent) === table.tip);
}

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE_KEY));
    return kept?.people?.length ? kept : null;
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(STORE_KEY, JSON.stringify(table));
  } catch {
    /* private mode: the table is not remembered */
  }
}

$('currency').append(...CURRENCIES.map(([code, sign]) => new Option(sign, code)));
$('currency').value = table.currency;
$('currency').addEventListener('change', () => {
  table.currency = $('currency').value;
  recalculate();
});
$('bill').value = table.bill;
$('bill').addEventListener('input', () => {
  table.bill = $('bill').value;
  recalculate();
});
$('bill').addEventListener('focus', () => $('bill').select());
$('round').checked = table.round;
$('round').addEventListener('change', () => {
  table.round = $('round').checked;
  recalculate();
});
$('add').addEventListener('click', () => {
  const used = new Set(table.people.map(({ name }) => name));
  table.people.push({ name: NAMES.find((name) => !used.has(name)) ?? 'Guest', shares: 1 });
  renderPeople();
});

renderTips();
renderPeople();
