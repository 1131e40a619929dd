import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const catalogue = readFileSync(join(import.meta.dirname, '../../../messages/en.po'), 'utf8');

/** Texts that the specification quotes with a straight apostrophe. */
const SPECIFIED = [
  "Don't have an account?",
  "Passwords don't match",
  "Thank you for reporting. We'll review this app.",
];

test('has curly apostrophes in all texts but the specified ones', () => {
  const texts = [...catalogue.matchAll(/^msgid "(.*)"$/gm)].map(([, text = '']) => text);
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => /\p{L}'\p{L}/u.test(text))).toEqual(SPECIFIED);
});
