import type { Node, Rule, Visitor } from './rule.ts';

type CallExpression = Parameters<NonNullable<Visitor['CallExpression']>>[0];

/** Functions and elements whose texts are messages of the catalogue. */
const MESSAGE_CALLS = new Set(
  't msg plural select selectOrdinal message messages filled say sayMarkup sayIn'.split(' '),
);
const MESSAGE_ELEMENTS = new Set(['Trans', 'Plural', 'Select']);

/** Props and properties that hold no text for people. */
const CODE_NAMES =
  /(class(name)?|font)$|^(action|summary|style|key|d|viewBox|path|transform|filter|media|query|sizes|easing)$|^data-/i;
/** Props and properties that hold text for people, even if it is one word. */
const TEXT_NAMES =
  /^(aria-(label|description|roledescription)|alt|title|placeholder|label|text|description|hint|heading|legend)$/;

/** Variables and functions whose values are text for people, even if it is one word: `labels`, `fieldNames`, `noteOf`. */
const TEXT_TABLES = /(label|title|text|word|note|hint|heading|reason)s?$|names$/i;
const TEXT_FUNCTIONS = /(label|title|text|word|note|hint|heading|reason|name)s?Of$/i;

/** The name of the product is the same in every language. */
const hasWord = (text: string) => /\p{L}{2}/u.test(text.replaceAll('Zapdeck', ''));

/** Returns true for the call of the parent's constructor, which is an error's, and for a message to the console. */
const isForProgrammers = ({ callee }: CallExpression) =>
  callee.type === 'Super' ||
  (callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'console');

/** Returns true for a sentence or a name of several words: "No apps", "Saved.", "3 apps left". */
function isProse(text: string): boolean {
  const said = text.trim();
  if (/^\p{Lu}\p{Ll}*([’']\p{L}+)?[ ,:]+[\p{L}\d“"(%…-]/u.test(said)) return true;
  return /^\p{Lu}\p{Ll}.*[.!?…]$/u.test(said) || /\p{Ll}{2}[,:]? \p{Ll}{2}.*[.!?…]$/u.test(said);
}

function nameOf(node: Node): string {
  switch (node.type) {
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' ? node.name.name : '';
    case 'Property':
      if (node.key.type === 'Literal') return String(node.key.value);
      return node.key.type === 'Identifier' ? node.key.name : '';
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
      return node.id?.type === 'Identifier' ? node.id.name : '';
    case 'CallExpression':
      if (node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier')
        return node.callee.property.name;
      return node.callee.type === 'Identifier' ? node.callee.name : '';
    case 'TaggedTemplateExpression':
      return node.tag.type === 'Identifier' ? node.tag.name : '';
    case 'JSXElement':
      return node.openingElement.name.type === 'JSXIdentifier' ? node.openingElement.name.name : '';
    default:
      return '';
  }
}

/** Returns the name of the function that contains the node; empty if it has none. */
function functionAround(node: Node): string {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'FunctionDeclaration') return nameOf(at);
    if (at.type === 'ArrowFunctionExpression') return at.parent ? nameOf(at.parent) : '';
  }
  return '';
}

function isInMessage(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (MESSAGE_ELEMENTS.has(nameOf(at))) return true;
  return false;
}

/** Returns the texts in the markup of an `html` template: between tags, and in attributes that are read aloud. */
function textsOfMarkup(markup: string): string {
  const attributes = [...markup.matchAll(/\s(?:aria-label|alt|title|placeholder)="([^"]*)"/g)];
  const shown = markup.replace(/^[^<>]*>|<[^>]*>?|[\w-]+="[^"]*"/g, ' ');
  return [shown, ...attributes.map(([, text]) => text)].join(' ');
}

type Use = 'text' | 'code' | 'unknown';

/** Returns what the value of the node is used for, as far as the code around it tells. */
function useOf(node: Node): Use {
  let isBelowContainer = false;
  let isArgument = false;
  for (let inner = node, at = node.parent; at; inner = at, at = at.parent) {
    switch (at.type) {
      case 'TaggedTemplateExpression':
      case 'CallExpression':
        if (MESSAGE_CALLS.has(nameOf(at)) || CODE_NAMES.test(nameOf(at))) return 'code';
        if (at.type === 'CallExpression' && isForProgrammers(at)) return 'code';
        isArgument = true;
        break;
      case 'NewExpression':
        if (at.callee.type === 'Identifier' && at.callee.name.endsWith('Error')) return 'code';
        break;
      case 'BinaryExpression':
      case 'SwitchCase':
      case 'ImportDeclaration':
      case 'TSLiteralType':
      case 'MemberExpression':
        if (inner === node) return 'code';
        break;
      case 'Property':
        if (at.key === inner) return 'code';
        if (CODE_NAMES.test(nameOf(at))) return 'code';
        if (TEXT_NAMES.test(nameOf(at))) return 'text';
        break;
      case 'VariableDeclarator':
        if (CODE_NAMES.test(nameOf(at))) return 'code';
        if (!isArgument && TEXT_TABLES.test(nameOf(at)) && !/^[A-Z_]+$/.test(nameOf(at))) return 'text';
        break;
      case 'ReturnStatement':
        return !isArgument && TEXT_FUNCTIONS.test(functionAround(at)) ? 'text' : 'unknown';
      case 'JSXExpressionContainer':
        isBelowContainer = true;
        break;
      case 'JSXAttribute':
        if (TEXT_NAMES.test(nameOf(at))) return 'text';
        return CODE_NAMES.test(nameOf(at)) ? 'code' : 'unknown';
      case 'JSXElement':
        if (isInMessage(node)) return 'code';
        return isBelowContainer ? 'text' : 'unknown';
      case 'BlockStatement':
      case 'Program':
        return 'unknown';
    }
  }
  return 'unknown';
}

/** Texts for people are messages of the catalogue. What looks like a sentence is taken for one. */
export const literalText: Rule = {
  create(context) {
    const report = (node: Node) =>
      context.report({
        node,
        message:
          'Write this text as a message: t`…`, msg`…` or <Trans>; in the contract message(…), on the server say(…).',
      });
    function check(node: Node, text: string): void {
      if (!hasWord(text)) return;
      const use = useOf(node);
      if (use === 'text' ? /^\s*[\p{Lu}“]|\s/u.test(text) : use === 'unknown' && isProse(text)) report(node);
    }
    return {
      JSXText(node) {
        if (hasWord(node.value) && !isInMessage(node)) report(node);
      },
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateLiteral(node) {
        if (node.parent?.type === 'TaggedTemplateExpression' && nameOf(node.parent) === 'html') {
          const markup = node.quasis.map(({ value }) => value.cooked ?? '').join('0');
          if (hasWord(textsOfMarkup(markup))) report(node);
          return;
        }
        check(node, node.quasis.map(({ value }) => value.cooked ?? '').join('0'));
      },
    };
  },
};
