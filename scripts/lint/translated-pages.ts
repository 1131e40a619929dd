import type { Context, Node, Rule, Visitor } from './rule.ts';

type JsxElement = Parameters<NonNullable<Visitor['JSXElement']>>[0];
type JsxFragment = Parameters<NonNullable<Visitor['JSXFragment']>>[0];
type Declarator = Parameters<NonNullable<Visitor['VariableDeclarator']>>[0];
type Scope = ReturnType<Context['sourceCode']['getScope']>;
type Named = Node & { name: string };

/** The type of props that hold elements and no text: `web/src/lib/elements.ts`. */
const ELEMENTS = 'Elements';

/** Returns what a function returns, without what the functions inside it return. */
function returnedBy(node: Node | null | undefined): Node[] {
  switch (node?.type) {
    case undefined:
      return [];
    case 'BlockStatement':
      return node.body.flatMap(returnedBy);
    case 'IfStatement':
      return [...returnedBy(node.consequent), ...returnedBy(node.alternate)];
    case 'SwitchStatement':
      return node.cases.flatMap(({ consequent }) => consequent.flatMap(returnedBy));
    case 'ReturnStatement':
      return node.argument ? [node.argument] : [];
    default:
      return [];
  }
}

function isBlank(node: Node): boolean {
  if (node.type === 'JSXText') return node.value.trim() === '';
  if (node.type !== 'JSXExpressionContainer') return false;
  const { expression } = node;
  if (expression.type === 'Literal') return typeof expression.value === 'string' && !expression.value.trim();
  return expression.type === 'JSXEmptyExpression';
}

const isHostElement = (node: Node) =>
  node.type === 'JSXElement' &&
  node.openingElement.name.type === 'JSXIdentifier' &&
  /^[a-z]/.test(node.openingElement.name.name);

/** A message with elements inside, as the whole content of an element of the page. */
const isMessageAlone = (node: JsxElement | JsxFragment) =>
  node.type === 'JSXElement' &&
  node.openingElement.name.type === 'JSXIdentifier' &&
  node.openingElement.name.name === 'Trans' &&
  node.parent.type === 'JSXElement' &&
  isHostElement(node.parent) &&
  node.parent.children.every((child) => child === node || isBlank(child));

const isFixed = (node: Node) =>
  isHostElement(node) ||
  node.type === 'JSXText' ||
  (node.type === 'JSXExpressionContainer' && node.expression.type === 'Literal');

/** Returns a predicate: this node of JSX may become a text node of the page. */
function createTextJudge({ sourceCode }: Context): (node: Node) => boolean {
  function variableOf(node: Named): Scope['variables'][number] | undefined {
    let scope: Scope | null = sourceCode.getScope(node);
    while (scope && !scope.set.has(node.name)) scope = scope.upper;
    return scope?.set.get(node.name);
  }

  /** Follows a name to the value it was declared with; props are judged by their type. */
  function followName(node: Named, judge: (value: Node) => boolean): boolean {
    const definition = variableOf(node)?.defs[0];
    if (definition?.type === 'FunctionName') return judge(definition.node);
    if (definition?.type === 'Variable') {
      const { init } = definition.node as Declarator;
      return !init || judge(init);
    }
    return !new RegExp(`\\b${node.name}\\??: [^;}]*\\b${ELEMENTS}\\b`).test(sourceCode.text);
  }

  function mayReturnText(node: Node | undefined): boolean {
    switch (node?.type) {
      case 'ArrowFunctionExpression':
        return node.body.type === 'BlockStatement' ? returnedBy(node.body).some(isText) : isText(node.body);
      case 'FunctionDeclaration':
        return returnedBy(node.body).some(isText);
      default:
        return true;
    }
  }

  function isText(node: Node): boolean {
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return false;
      case 'JSXExpressionContainer':
        return isText(node.expression);
      case 'Literal':
        return typeof node.value === 'string' || typeof node.value === 'number';
      case 'Identifier':
        return node.name !== 'undefined' && followName(node, isText);
      case 'ConditionalExpression':
        return isText(node.consequent) || isText(node.alternate);
      case 'LogicalExpression':
        return (node.operator !== '&&' && isText(node.left)) || isText(node.right);
      case 'CallExpression':
        if (node.callee.type === 'Identifier') return followName(node.callee, mayReturnText);
        return !sourceCode.getText(node.callee).endsWith('.map') || mayReturnText(node.arguments[0]);
      default:
        return true;
    }
  }
  return isText;
}

/**
 * Text stands alone in its element, unless all content of that element is fixed.
 *
 * Translators of browsers replace text nodes. React then cannot remove a text node, insert before it or change it. But it
 * sets the whole content of an element whose only child is one string.
 */
export const textAlone: Rule = {
  create(context) {
    const isText = createTextJudge(context);
    function checkChildren(parent: JsxElement | JsxFragment): void {
      const children = parent.children.filter((child) => !isBlank(child));
      if (children.length < 2 && parent.type === 'JSXElement') return;
      // A component or the parent of a fragment may take its content away.
      if ((isHostElement(parent) || isMessageAlone(parent)) && children.every(isFixed)) return;
      for (const node of children.filter(isText))
        context.report({
          node,
          message:
            'Put this text into an element of its own, as one string: a translated page breaks otherwise.',
        });
    }
    return { JSXElement: checkChildren, JSXFragment: checkChildren };
  },
};

/** Without a value, an option has its text as value, in the words of the translator. */
export const optionValue: Rule = {
  create: (context) => ({
    JSXOpeningElement(node) {
      const isOption = node.name.type === 'JSXIdentifier' && node.name.name === 'option';
      const hasValue = node.attributes.some(
        (attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === 'value',
      );
      if (isOption && !hasValue) context.report({ node, message: 'Give this option a value.' });
    },
  }),
};
