// A JSON reader of our own instead of JSON.parse, for three reasons: every
// browser words errors differently and some give no position, big numbers keep
// all their digits, and repeated keys stay visible.

const DEEPEST = 400;
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS = { true: 'boolean', false: 'boolean', null: 'null' };

export class JsonProblem extends Error {
  constructor(message, source, at) {
    super(message);
    const before = source.slice(0, at).split('\n');
    this.at = at;
    this.line = before.length;
    this.column = before.at(-1).length + 1;
  }
}

/**
 * Reads JSON text into nodes: { type, raw } for a plain value, plus `value` for
 * a string, or { type: 'object' | 'array', children: [{ key, node }] }.
 */
export function parseJson(source) {
  let at = 0;

  const fail = (message, where = at) => {
    throw new JsonProblem(message, source, where);
  };
  const peek = () => (at < source.length ? `“${source[at]}”` : 'the end');

  function skipSpace() {
    SPACE.lastIndex = at;
    SPACE.exec(source);
    at = SPACE.lastIndex;
  }

  function readValue(depth) {
    if (depth > DEEPEST) fail(`Nested more than ${DEEPEST} levels deep`);
    const next = source[at];
    if (next === '{') return readBlock(depth, 'object', '}', readMember);
    if (next === '[') return readBlock(depth, 'array', ']', readItem);
    if (next === '"') return readString();
    return readNumber() ?? readWord() ?? fail(`Expected a value but found ${peek()}`);
  }

  function readBlock(depth, type, close, readChild) {
    const children = [];
    at += 1;
    skipSpace();
    while (source[at] !== close) {
      children.push(readChild(depth + 1, children.length));
      skipSpace();
      if (source[at] === close) break;
      if (source[at] !== ',') fail(`Expected “,” or “${close}” but found ${peek()}`);
      const comma = at;
      at += 1;
      skipSpace();
      if (source[at] === close) fail('This comma has nothing after it', comma);
    }
    at += 1;
    return { type, children };
  }

  function readMember(depth) {
    if (source[at] !== '"') fail(`Expected a "key" in double quotes but found ${peek()}`);
    const key = readString().value;
    skipSpace();
    if (source[at] !== ':') fail(`Expected “:” after the key but found ${peek()}`);
    at += 1;
    skipSpace();
    return { key, node: readValue(depth) };
  }

  function readItem(depth, index) {
    return { key: index, node: readValue(depth) };
  }

  function readString() {
    const start = at;
    let value = '';
    at += 1;
    while (source[at] !== '"') {
      if (at >= source.length) fail('This text is never closed', start);
      if (source[at] < ' ') fail('A line break or control character must be escaped in text');
      value += source[at] === '\\' ? readEscape() : source[at];
      at += 1;
    }
    at += 1;
    return { type: 'string', raw: source.slice(start, at), value };
  }

  function readEscape() {
    at += 1;
    const letter = source[at];
    if (letter in ESCAPES) return ESCAPES[letter];
    const hex = source.slice(at + 1, at + 5);
    if (letter !== 'u' || !/^[\da-fA-F]{4}$/.test(hex)) fail('Unknown escape after “\\”');
    at += 4;
    return String.fromCharCode(parseInt(hex, 16));
  }

  function readNumber() {
    NUMBER.lastIndex = at;
    const found = NUMBER.exec(source);
    if (!found) return null;
    at = NUMBER.lastIndex;
    if (/[\d.]/.test(source[at] ?? '')) fail('This number is not written the JSON way', found.index);
    return { type: 'number', raw: found[0] };
  }

  function readWord() {
    const word = Object.keys(WORDS).find((name) => source.startsWith(name, at));
    if (!word) return null;
    at += word.length;
    return { type: WORDS[word], raw: word };
  }

  skipSpace();
  const root = readValue(0);
  skipSpace();
  if (at < source.length) fail(`Expected the end but found ${peek()}`);
  return root;
}

/** Writes nodes back as text; `indent` of '' gives the smallest form. */
export function writeJson(node, indent, margin = '') {
  if (!node.children) return node.raw;
  const [open, close] = node.type === 'object' ? '{}' : '[]';
  if (!node.children.length) return open + close;
  const inner = margin + indent;
  const items = node.children.map(({ key, node: child }) => {
    const label = node.type === 'object' ? `${JSON.stringify(key)}:${indent && ' '}` : '';
    return label + writeJson(child, indent, inner);
  });
  if (!indent) return open + items.join(',') + close;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${margin}${close}`;
}

export function countNodes(node) {
  return (node.children ?? []).reduce((sum, child) => sum + countNodes(child.node), 1);
}
