import { expect, test } from 'vitest';
import { findingInWords } from './verification-section.tsx';

const host = 'maker.example.com';
const verifiedAt = '2026-11-22T00:00:00.000Z';

test.each([
  [null, null, null],
  ['found', verifiedAt, null],
  ['missing', null, 'neither the tag nor the line'],
  ['missing', verifiedAt, 'you lose the check mark'],
  ['other_host', null, 'Change your app’s URL'],
  ['other_host', verifiedAt, 'you lose the check mark'],
  ['unreachable', null, 'couldn’t reach'],
  ['unreachable', verifiedAt, 'for seven days'],
] as const)('explains the result %s with a mark since %s', (finding, since, text) => {
  const words = findingInWords({ finding, host, verifiedAt: since });
  if (text === null) expect(words).toBeNull();
  else expect(words).toContain(text);
});
