import type { Node, Rule } from './rule.ts';

/** Tailwind utilities that name the left or the right side. */
const UTILITY =
  /(?<=^|[\s:])-?(?:(?:scroll-)?[mp][lr]-(?:[\d[(]|auto|px)|(?:left|right)-(?:[\d[(]|auto|full|px)|(?:text|float|clear)-(?:left|right)(?![\w-])|(?:rounded|border)-[lr](?![a-z])|rounded-[tb][lr](?![a-z]))[^\s]*/;

/** Classes name sides by start and end, which mirror in right-to-left languages. */
export const physicalSides: Rule = {
  create(context) {
    const check = (node: Node, text: string) => {
      const [found] = UTILITY.exec(text) ?? [];
      if (found === undefined) return;
      context.report({
        node,
        message: `Use start and end, which mirror in right-to-left languages, instead of ${found}: ms-, pe-, inset-s-, text-start, rounded-e-.`,
      });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement(node) {
        check(node, node.value.raw);
      },
    };
  },
};
