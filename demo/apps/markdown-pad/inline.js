/** Inline Markdown to DOM nodes. Text only ever becomes text nodes, so input cannot become markup. */

const SAFE_LINK = /^https?:\/\//i;

/**
 * Tried in order at each position; `build` receives the match and returns a node.
 * Spans are bounded so that a page full of unclosed stars stays quick to type in.
 */
const RULES = [
  { pattern: /^\\([\\`*_~[\]()#+\-.!>])/, build: ([, character]) => document.createTextNode(character) },
  {
    pattern: /^(`+)(.+?)\1(?!`)/s,
    build: ([, , code]) => element('code', [document.createTextNode(code.trim())]),
  },
  { pattern: /^\*\*(\S|\S.{0,1000}?\S)\*\*/s, build: ([, inner]) => element('strong', renderInline(inner)) },
  {
    pattern: /^__(\S|\S.{0,1000}?\S)__(?!\w)/s,
    build: ([, inner]) => element('strong', renderInline(inner)),
    wordStart: true,
  },
  { pattern: /^~~(\S|\S.{0,1000}?\S)~~/s, build: ([, inner]) => element('del', renderInline(inner)) },
  {
    pattern: /^\*([^\s*]|[^\s*].{0,1000}?[^\s*])\*(?!\*)/s,
    build: ([, inner]) => element('em', renderInline(inner)),
  },
  {
    pattern: /^_([^\s_]|[^\s_].{0,1000}?[^\s_])_(?!\w)/s,
    build: ([, inner]) => element('em', renderInline(inner)),
    wordStart: true,
  },
  {
    pattern: /^\[([^\]\n]+)\]\(([^)\s]+)\)/,
    build: ([, label, address]) => link(address, renderInline(label)),
  },
  {
    pattern: /^<?(https?:\/\/[^\s<>)]*[^\s<>).,;:!?'"])>?/i,
    build: ([, address]) => link(address, [document.createTextNode(address)]),
    wordStart: true,
  },
  { pattern: /^( {2,}|\\)\n/, build: () => document.createElement('br') },
];
/** Characters that can begin a rule; everything up to the next one is plain text. */
const PLAIN = /^[^\\`*_~[<h ]+|^./s;

export function element(name, children = []) {
  const node = document.createElement(name);
  node.append(...children);
  return node;
}

/** Any scheme but http and https (javascript:, data:, …) leaves just the words of the link. */
function link(address, children) {
  if (!SAFE_LINK.test(address)) return element('span', children);
  return Object.assign(element('a', children), {
    href: address,
    target: '_blank',
    rel: 'noopener noreferrer',
  });
}

export function renderInline(text) {
  const nodes = [];
  let plain = '';
  let rest = text;
  while (rest) {
    const found = firstMatch(rest, plain);
    if (found) {
      if (plain) nodes.push(document.createTextNode(plain));
      plain = '';
      nodes.push(found.rule.build(found.match));
      rest = rest.slice(found.match[0].length);
    } else {
      const [run] = rest.match(PLAIN);
      plain += run;
      rest = rest.slice(run.length);
    }
  }
  if (plain) nodes.push(document.createTextNode(plain));
  return nodes;
}

function firstMatch(rest, before) {
  const insideWord = /\w$/.test(before);
  for (const rule of RULES) {
    if (rule.wordStart && insideWord) continue;
    const match = rest.match(rule.pattern);
    if (match) return { rule, match };
  }
  return null;
}
