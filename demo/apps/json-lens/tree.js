// The tree is a flat list of rows: folding inserts or removes the rows that
// follow, so a huge document costs only what is open.

const BATCH = 200;
const SVG = 'http://www.w3.org/2000/svg';

export class Tree {
  constructor(host, onSelect) {
    this.host = host;
    this.onSelect = onSelect;
    host.addEventListener('click', (event) => this.#clicked(event));
    host.addEventListener('keydown', (event) => this.#keyed(event));
  }

  show(root) {
    this.host.replaceChildren();
    if (!root) return;
    const row = this.#row({ node: root, path: '$', label: null, depth: 0, order: 0 });
    this.host.append(row);
    this.expand(row);
    for (const child of [...this.host.children].slice(1, 12)) {
      if (child.entry?.node.children?.length <= 6) this.expand(child);
    }
    this.select(row);
  }

  select(row) {
    const old = this.host.querySelector('[aria-selected="true"]');
    old?.setAttribute('aria-selected', 'false');
    if (old) old.tabIndex = -1;
    row.setAttribute('aria-selected', 'true');
    row.tabIndex = 0;
    this.onSelect(row.entry);
  }

  expand(row) {
    if (row.getAttribute('aria-expanded') !== 'false') return;
    row.setAttribute('aria-expanded', 'true');
    this.#addChildren(row, row, 0);
  }

  collapse(row) {
    if (row.getAttribute('aria-expanded') !== 'true') return;
    row.setAttribute('aria-expanded', 'false');
    while (row.nextElementSibling && this.#depthOf(row.nextElementSibling) > row.entry.depth) {
      row.nextElementSibling.remove();
    }
  }

  #depthOf(element) {
    return element.entry?.depth ?? Number(element.dataset.depth);
  }

  #addChildren(parent, after, from) {
    const { node, path, depth } = parent.entry;
    const rows = node.children.slice(from, from + BATCH).map((child, i) =>
      this.#row({
        node: child.node,
        path: path + step(child.key),
        label: child.key,
        depth: depth + 1,
        order: i,
      }),
    );
    const left = node.children.length - from - rows.length;
    if (left > 0) rows.push(this.#moreButton(parent, from + BATCH, left));
    after.after(...rows);
  }

  #moreButton(parent, from, left) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'more';
    button.dataset.depth = parent.entry.depth + 1;
    button.textContent = `Show more (${left} left)`;
    button.addEventListener('click', () => {
      this.#addChildren(parent, button, from);
      button.remove();
    });
    return button;
  }

  #row(entry) {
    const row = document.createElement('div');
    const { node, label, depth, order } = entry;
    row.className = 'row';
    row.entry = entry;
    row.tabIndex = -1;
    row.setAttribute('role', 'treeitem');
    row.setAttribute('aria-level', depth + 1);
    row.setAttribute('aria-selected', 'false');
    row.style.setProperty('--depth', depth);
    row.style.setProperty('--order', order);
    if (node.children?.length) {
      row.setAttribute('aria-expanded', 'false');
      row.append(chevron());
    } else {
      row.append(span('twist'));
    }
    if (label !== null) row.append(span(typeof label === 'number' ? 'key index' : 'key', String(label)));
    row.append(...describe(node));
    return row;
  }

  #clicked(event) {
    const row = event.target.closest('.row');
    if (!row) return;
    this.select(row);
    row.focus({ preventScroll: true });
    if (row.getAttribute('aria-expanded') === 'true') this.collapse(row);
    else this.expand(row);
  }

  #keyed(event) {
    const row = event.target.closest('.row');
    if (!row) return;
    const rows = [...this.host.querySelectorAll('.row')];
    const at = rows.indexOf(row);
    const isOpen = row.getAttribute('aria-expanded') === 'true';
    const moves = {
      ArrowDown: () => rows[at + 1],
      ArrowUp: () => rows[at - 1],
      Home: () => rows[0],
      End: () => rows.at(-1),
      ArrowRight: () => (isOpen ? rows[at + 1] : this.expand(row)),
      ArrowLeft: () => (isOpen ? this.collapse(row) : parentOf(rows, at)),
      Enter: () => row.click(),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    const target = moves[event.key]();
    if (!target) return;
    this.select(target);
    target.focus();
  }
}

function parentOf(rows, at) {
  const { depth } = rows[at].entry;
  return rows
    .slice(0, at)
    .reverse()
    .find((row) => row.entry.depth < depth);
}

function step(key) {
  if (typeof key === 'number') return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function describe(node) {
  if (node.children) {
    const size = node.children.length;
    const noun = node.type === 'object' ? 'key' : 'item';
    const brackets = node.type === 'object' ? '{ }' : '[ ]';
    return [span('count', `${brackets}  ${size} ${noun}${size === 1 ? '' : 's'}`)];
  }
  const value = span(`value ${node.type}`, node.raw);
  if (!/^#[\da-f]{6}$/i.test(node.value ?? '')) return [value];
  const swatch = span('swatch');
  swatch.style.background = node.value;
  return [swatch, value];
}

function span(className, content = '') {
  const node = document.createElement('span');
  node.className = className;
  node.textContent = content;
  return node;
}

function chevron() {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('class', 'twist');
  svg.setAttribute('viewBox', '0 0 12 12');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', 'M3.5 1.5 9 6l-5.5 4.5z');
  path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
}
