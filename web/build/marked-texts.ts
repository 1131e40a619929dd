import { type NodePath, parseSync, traverse, types } from '@babel/core';
import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/** Functions of contract and server that mark a text, with the place of the text among their arguments. */
const MARKS = new Map([
  ['message', 0],
  ['filled', 0],
  ['say', 0],
  ['sayMarkup', 0],
  ['sayIn', 1],
]);

/** Returns true for a source file of the contract, by its path below `web`. */
export const isOfContract = (path: string): boolean => path.startsWith('../contract/');

/** Returns true for a source file of the web app, by its path below `web`. */
export const isOfWeb = (path: string): boolean => path.startsWith('src/');

function nameOf(callee: NodePath): string {
  if (callee.isIdentifier()) return callee.node.name;
  const property = callee.isMemberExpression() ? callee.node.property : undefined;
  return property?.type === 'Identifier' ? property.name : '';
}

/** Finds the texts that contract and server mark. Throws if a mark has no literal text. */
export const markedTexts: ExtractorType = {
  match: (filename) =>
    /\/(contract|server)\/src\/.+\.ts$/.test(filename) &&
    !/\/server\/src\/(languages|start|testing)\/|\.(test|fixture)\.ts$/.test(filename),
  extract(filename, code, onFound) {
    const program = parseSync(code, {
      filename,
      configFile: false,
      babelrc: false,
      parserOpts: { plugins: ['typescript'] },
    });
    if (!program) return;
    const found = (node: types.StringLiteral) =>
      onFound({
        id: generateMessageId(node.value),
        message: node.value,
        origin: [filename, node.loc?.start.line ?? 0],
      });
    traverse(program, {
      CallExpression(call) {
        const name = nameOf(call.get('callee'));
        const place = MARKS.get(name);
        const text = call.get('arguments')[place ?? 0];
        if (place !== undefined) {
          if (!text?.isStringLiteral())
            throw new Error(`${filename}:${call.node.loc?.start.line}: ${name} needs a literal text.`);
          found(text.node);
        }
        if (name !== 'messages') return;
        text?.traverse({
          StringLiteral(one) {
            if (one.key !== 'key') found(one.node);
          },
        });
      },
    });
  },
};
