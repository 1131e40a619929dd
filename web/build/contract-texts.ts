import { parseSync, traverse, types } from '@babel/core';
import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/** Returns true for a source file of the contract, by its path below `web`. */
export const isOfContract = (path: string): boolean => path.startsWith('../contract/');

/** Finds the texts that the contract marks with `message` and `messages`. */
export const contractTexts: ExtractorType = {
  match: (filename) => /\/contract\/src\/[^/.]+\.ts$/.test(filename),
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
        const [first] = call.get('arguments');
        if (call.get('callee').isIdentifier({ name: 'message' }) && first?.isStringLiteral())
          found(first.node);
        if (!call.get('callee').isIdentifier({ name: 'messages' })) return;
        first?.traverse({
          StringLiteral(text) {
            if (text.key !== 'key') found(text.node);
          },
        });
      },
    });
  },
};
