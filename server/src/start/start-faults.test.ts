import { expect, test } from 'vitest';
import { markDatabaseError } from '../db/database-away.ts';
import { readConfig } from './read-config.ts';
import { explainCommandFault, explainStartFault } from './start-faults.ts';

test.each([
  ['a query', Object.assign(new Error('could not extend file'), { code: '53100' })],
  [
    'a query of a job',
    new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '53100' }) }),
  ],
  [
    'the embedded server',
    new Error('PostgreSQL did not start. The end of its log:\nFATAL: No space left on device'),
  ],
  ['a system call', Object.assign(new Error('write'), { code: 'ENOSPC', path: '/x' })],
])('explains a full disk reported by %s', (_what, error) => {
  expect(explainStartFault(error, readConfig({}))).toMatch(/^The disk of /);
  // The disk of an external server is not explained.
  const foreign = readConfig({ DATABASE_URL: 'postgres://db.example.org/zapdeck' });
  expect(explainStartFault(error, foreign) ?? '').not.toMatch(/^The disk of /);
});

test('explains a HOST that this machine does not have', () => {
  const error = Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL', syscall: 'listen', port: 3000 });
  expect(explainStartFault(error, readConfig({ HOST: '192.0.2.1' }))).toMatch(
    /^HOST is 192\.0\.2\.1, which is not an address of this machine/,
  );
});

test('returns undefined for bugs', () => {
  const config = readConfig({});
  expect(explainStartFault(new TypeError('x is not a function'), config)).toBeUndefined();
  expect(
    explainStartFault(
      Object.assign(new Error('spawn'), { code: 'EACCES', path: '/x', syscall: 'spawn /x' }),
      config,
    ),
  ).toBeUndefined();
  expect(explainStartFault('nothing', config)).toBeUndefined();
});

test('explains errors of the database as such', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://db.example.org/zapdeck' });
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(explainCommandFault(refused, config)).toBeUndefined();
  expect(explainCommandFault(markDatabaseError(refused), config)).toMatch(
    /^The database of DATABASE_URL cannot/,
  );
});
