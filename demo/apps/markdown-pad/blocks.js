import { element, renderInline } from './inline.js';

/** Block Markdown to DOM nodes: each reader takes lines from the front and returns one node. */

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^\s{0,3}([-*_])(\s*\1){2,}\s*$/;
const QUOTE = /^\s{0,3}>\s?/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const TASK = /^\[([ xX])\]\s+/;
const MAX_DEPTH = 12;

const startsBlock = (line) => [FENCE, HEADING, RULE, QUOTE, ITEM].some((pattern) => pattern.test(line));
const isBlank = (line) => line.trim() === '';

export function render(source) {
  return renderLines(source.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), 0);
}

function renderLines(input, depth) {
  const lines = [...input];
  const nodes = [];
  while (lines.length) {
    if (isBlank(lines[0])) lines.shift();
    else nodes.push(readBlock(lines, depth));
  }
  return nodes;
}

function readBlock(lines, depth) {
  const [line] = lines;
  if (depth >= MAX_DEPTH) return readParagraph(lines);
  if (FENCE.test(line)) return readCode(lines);
  if (HEADING.test(line)) return readHeading(lines);
  if (RULE.test(line)) return readRule(lines);
  if (QUOTE.test(line)) return readQuote(lines, depth);
  if (ITEM.test(line)) return readList(lines, depth);
  return readParagraph(lines);
}

function readCode(lines) {
  const fence = lines.shift().match(FENCE)[1];
  const code = [];
  while (lines.length) {
    const line = lines.shift();
    if (line.trim().startsWith(fence) && line.trim().replaceAll(fence[0], '') === '') break;
    code.push(line);
  }
  return element('pre', [element('code', [document.createTextNode(code.join('\n'))])]);
}

function readHeading(lines) {
  const [, marks, text] = lines.shift().match(HEADING);
  return element(`h${marks.length}`, renderInline(text));
}

function readRule(lines) {
  lines.shift();
  return element('hr');
}

function readQuote(lines, depth) {
  const inner = [];
  while (lines.length && QUOTE.test(lines[0])) inner.push(lines.shift().replace(QUOTE, ''));
  return element('blockquote', renderLines(inner, depth + 1));
}

/** An item owns every following line that is indented past its marker. */
function readList(lines, depth) {
  const [, indent, marker] = lines[0].match(ITEM);
  const ordered = /\d/.test(marker);
  const list = element(ordered ? 'ol' : 'ul');
  if (ordered) list.start = Number.parseInt(marker, 10);
  while (lines.length) {
    const item = lines[0].match(ITEM);
    if (!item || item[1].length !== indent.length || /\d/.test(item[2]) !== ordered || RULE.test(lines[0]))
      break;
    lines.shift();
    list.append(readItem(item[3], indent.length, lines, depth));
    if (lines.length > 1 && isBlank(lines[0]) && ITEM.test(lines[1])) lines.shift();
  }
  return list;
}

function readItem(text, indent, lines, depth) {
  const inner = [];
  while (
    lines.length &&
    (isBlank(lines[0])
      ? /^\s+\S/.test(lines[1] ?? '') && leading(lines[1]) > indent
      : leading(lines[0]) > indent)
  )
    inner.push(lines.shift());
  const margin = Math.min(...inner.filter((line) => !isBlank(line)).map(leading));
  const task = text.match(TASK);
  const item = element('li', renderInline(text.replace(TASK, '')));
  if (task) {
    item.className = 'task';
    const box = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      disabled: true,
      checked: task[1] !== ' ',
    });
    box.setAttribute('aria-label', task[1] === ' ' ? 'To do' : 'Done');
    item.prepend(box);
  }
  item.append(
    ...renderLines(
      inner.map((line) => line.slice(margin)),
      depth + 1,
    ),
  );
  return item;
}

const leading = (line) => line.length - line.trimStart().length;

/** Always takes at least one line, so the reader cannot stand still. */
function readParagraph(lines) {
  const text = [lines.shift()];
  while (lines.length && !isBlank(lines[0]) && !startsBlock(lines[0])) text.push(lines.shift());
  return element('p', renderInline(text.join('\n').trim()));
}
