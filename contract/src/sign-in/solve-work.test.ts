import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solveWork } from './solve-work.ts';

/** Returns a challenge with the counter as its solution. */
function challengeFor(counter: number, salt: string, nonce: string) {
  const bytes = Buffer.concat([Buffer.from(salt + nonce, 'hex'), Buffer.alloc(4)]);
  bytes.writeUInt32BE(counter, bytes.length - 4);
  const derivedKey = hash('sha256', bytes, 'hex');
  const fixed = { algorithm: 'SHA-256', cost: 1, expiresAt: 0, keyLength: 32 } as const;
  const parameters = { ...fixed, salt, nonce, keyPrefix: derivedKey.slice(0, 32) };
  return { challenge: { parameters, signature: '' }, derivedKey };
}

test.each([
  [0, '00'],
  [1, 'ff'],
  [255, '80'],
  [65_536, '7f'],
  [70_001, 'c3'],
])('finds the counter %i and its SHA-256', (counter, byte) => {
  const { challenge, derivedKey } = challengeFor(counter, byte.repeat(16), '1e'.repeat(16));
  expect(solveWork(challenge)).toEqual({ challenge, solution: { counter, derivedKey } });
});
