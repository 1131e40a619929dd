import type { OwnAppEvent } from '@zapdeck/contract/apps/own-app';
import { expect, test } from 'vitest';
import { eventWords } from './history-section.tsx';

const event = (values: Partial<OwnAppEvent>): OwnAppEvent => ({
  id: '018f0000-0000-7000-8000-000000000000',
  action: 'app.edited',
  by: 'maker',
  status: null,
  reason: null,
  frameStatus: null,
  changed: [],
  createdAt: '2026-01-31T12:00:00.000Z',
  ...values,
});

test.each<[Partial<OwnAppEvent>, string]>([
  [{ action: 'app.submitted' }, 'Submitted'],
  [{ action: 'app.reviewed', by: 'moderator', status: 'approved' }, 'Approved'],
  [{ action: 'app.edited', by: 'moderator', status: 'rejected', changed: ['status'] }, 'Rejected'],
  [{ action: 'app.review_undone', status: 'pending' }, 'The decision was undone: pending again'],
  [{ action: 'app.review_undone' }, 'The decision was undone'],
  [{ action: 'app.checked', frameStatus: 'unreachable' }, 'The check couldn’t reach the page'],
  [{ action: 'app.held', by: 'zapdeck', status: 'pending' }, 'Paused until a moderator reviews it'],
  [{ action: 'app.held', changed: ['status', 'reporters'] }, 'Paused: several people reported it'],
  [{ action: 'app.withdrawn', status: 'rejected' }, 'Withdrawn from the deck'],
  [{ action: 'app.changed', changed: ['title', 'tags', 'url'] }, 'You changed: title, tags, and URL'],
  [{ by: 'moderator', changed: ['timeSpent'] }, 'A moderator changed: time spent'],
  [{ action: 'app.picture', by: 'moderator', changed: ['isPictureAllowed'] }, 'A moderator changed: picture'],
  [{ action: 'app.looked_at', changed: ['anything'] }, 'Looked at'],
])('describes %o as “%s”', (values, text) => {
  expect(eventWords(event(values)).text).toBe(text);
});

test('returns the reason with the event', () => {
  expect(eventWords(event({ status: 'rejected', reason: 'Not yet' }))).toEqual({
    text: 'Rejected',
    reason: 'Not yet',
    tone: 'bad',
  });
});
