import { expect, test } from 'vitest';
import { findingInWords } from './verification-words.ts';

const host = 'maker.example.com';
const verifiedAt = '2026-11-22T00:00:00.000Z';

test.each([
  [null, null, null],
  ['found', verifiedAt, null],
  ['missing', null, 'neither tag nor file'],
  ['missing', verifiedAt, 'the mark goes'],
  ['other_host', null, 'Change the address'],
  ['other_host', verifiedAt, 'the mark goes'],
  ['unreachable', null, 'could not be reached'],
  ['unreachable', verifiedAt, 'stays for seven days'],
] as const)('explains the finding %s with a mark since %s', (finding, since, text) => {
  const words = findingInWords({ finding, host, verifiedAt: since });
  if (text === null) expect(words).toBeNull();
  else expect(words).toContain(text);
});
