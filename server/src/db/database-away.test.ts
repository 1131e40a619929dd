import { expect, test } from 'vitest';
import { isDatabaseAway, leavesOutcomeOpen } from './database-away.ts';

const fault = (message: string, values: object) => Object.assign(new Error(message), values);

test.each([
  ['no room on the disk for a row', { code: '53100', severity: 'ERROR' }, true, false],
  [
    'no room on the disk for its log, in the middle of a commit',
    { code: '53100', severity: 'PANIC' },
    true,
    true,
  ],
  ['nobody knows where it is', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, true, false],
  ['its name is gone', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, true, false],
  ['no way leads there', { code: 'EHOSTUNREACH', syscall: 'connect' }, true, false],
  ['no way leads there any more', { code: 'EHOSTUNREACH', syscall: 'read' }, true, true],
  ['nobody listens', { code: 'ECONNREFUSED', syscall: 'connect' }, true, false],
  ['it hung up', { code: 'ECONNRESET', syscall: 'read' }, true, true],
  ['a mistake of ours', { code: '42601', severity: 'ERROR' }, false, false],
])('%s', (_what, values, isAway, isOpen) => {
  const error = fault('it went wrong', values);
  expect([isDatabaseAway(error), leavesOutcomeOpen(error)]).toEqual([isAway, isOpen]);
  const wrapped = fault('Failed query', { cause: error });
  expect([isDatabaseAway(wrapped), leavesOutcomeOpen(wrapped)]).toEqual([isAway, isOpen]);
});
