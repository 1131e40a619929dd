import { expect, test } from 'vitest';
import { nextStanding } from './verification.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-03-04T12:00:00Z');
const ago = (hours: number, ms = 0) => new Date(now.getTime() - hours * HOUR_MS - ms);

const verified = { verifiedAt: ago(500), provedAt: ago(100), missingSince: null };
const lost = { verifiedAt: null, missingSince: null };

test.each([
  ['missed for the first time', { ...verified }, 'missing', { missingSince: now }],
  ['missed just before twelve hours', { ...verified, missingSince: ago(12, -1) }, 'missing', {}],
  ['missed after twelve hours', { ...verified, missingSince: ago(12) }, 'missing', lost],
  ['found on another host after twelve hours', { ...verified, missingSince: ago(12) }, 'other_host', lost],
  [
    'found within twelve hours',
    { ...verified, missingSince: ago(11) },
    'found',
    { provedAt: now, missingSince: null },
  ],
  ['unreachable just before seven days', { ...verified, provedAt: ago(7 * 24, -1) }, 'unreachable', {}],
  ['unreachable for seven days', { ...verified, provedAt: ago(7 * 24) }, 'unreachable', { verifiedAt: null }],
  ['unreachable after a first miss', { ...verified, missingSince: ago(20) }, 'unreachable', {}],
  ['found again', { ...verified, ...lost }, 'found', { verifiedAt: now, provedAt: now }],
  ['missed without a mark', { ...verified, ...lost, missingSince: ago(20) }, 'missing', lost],
] as const)('nextStanding for a token that is %s', (_what, before, finding, changes) => {
  expect(nextStanding(before, finding, now)).toEqual({ ...before, ...changes });
});
