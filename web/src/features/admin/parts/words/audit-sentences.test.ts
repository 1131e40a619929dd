import { AuditAction } from '@zapdeck/contract/instance/audit-log';
import { expect, test } from 'vitest';
import { sentenceOf } from './audit-sentences.ts';

/** Returns the sentence as the screen shows it. */
const shown = (
  action: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) => {
  const { text, name = '' } = sentenceOf({ action, before, after });
  return text.replace('{actor}', 'Ada').replace('{target}', 'Piano').replace('{name}', name);
};

test.each([
  ['app.reviewed', { status: 'pending' }, { status: 'approved' }, 'Ada approved Piano.'],
  ['app.held', null, { openReports: 3, reporters: 2 }, 'Ada held Piano back: 3 reports by 2 members.'],
  ['app.held', null, { cause: 'Its maker was suspended' }, 'Ada held Piano back: Its maker was suspended.'],
  [
    'app.reports_closed',
    { openReports: 1 },
    { reports: 'dismissed' },
    'Ada closed 1 report of Piano as dismissed.',
  ],
  ['app.deleted', { title: 'Old Piano' }, null, 'Ada deleted Old Piano.'],
  ['apps.uploaded', null, { count: 2, fileName: 'a.csv' }, 'Ada uploaded 2 apps with the file a.csv.'],
  ['apps.decided', null, { decision: 'rejected', decided: 1 }, 'Ada rejected 1 app that matched a filter.'],
  ['user.suspended', null, { appsTakenOut: 2 }, 'Ada suspended Piano. 2 apps left the deck.'],
  ['votes.taken_back', null, { accounts: 8 }, 'Ada took back the votes of 8 accounts.'],
  ['votes.taken_back', null, null, 'Ada took back the votes of Piano.'],
  ['host.saved', null, { host: 'a.test', rule: 'trusted' }, 'Ada trusted a.test.'],
  [
    'host.saved',
    { rule: 'trusted' },
    { host: 'a.test', rule: 'blocked' },
    'Ada blocked a.test (trusted before).',
  ],
  ['host.saved', { note: 'x' }, { host: 'a.test', note: 'y' }, 'Ada changed the rule for a.test.'],
  ['canned_reason.deleted', { label: 'Spam' }, null, 'Ada deleted the reason Spam.'],
  ['list.downloaded', null, { list: 'users', rows: 5 }, 'Ada downloaded 5 rows of the list “Users”.'],
  ['app.submitted', null, null, 'Ada submitted Piano.'],
  ['user.promoted', null, null, 'Ada made Piano an admin.'],
  ['user.promoted', { role: 'member' }, { role: 'moderator' }, 'Ada made Piano a moderator.'],
  ['user.demoted', null, null, 'Ada removed the admin role of Piano.'],
  ['user.demoted', { role: 'moderator' }, { role: 'member' }, 'Ada removed the moderator role of Piano.'],
  ['user.edited', { role: 'admin' }, { role: 'moderator' }, 'Ada made Piano a moderator.'],
  ['user.edited', { isAdmin: false }, { isAdmin: true }, 'Ada edited Piano.'],
])('describes %s', (action, before, after, text) => {
  expect(shown(action, before, after)).toBe(text);
});

test('describes every action, even without values', () => {
  for (const action of AuditAction.options) expect(shown(action, null, null)).toMatch(/^Ada .+\.$/);
});
