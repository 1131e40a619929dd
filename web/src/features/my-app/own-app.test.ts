import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { expect, test } from 'vitest';
import { savedInWords } from './own-app.ts';

const app = (values: Partial<OwnApp> = {}) =>
  ({
    status: 'approved',
    waitingTitle: null,
    waitingDescription: null,
    waitingUrl: null,
    ...values,
  }) as OwnApp;

test('says which changes wait and which are public', () => {
  const edit = { title: 'New', category: 'Games' } as const;
  expect(savedInWords(app(), edit)).toBe('People see it now. Moderators see what you changed.');
  expect(savedInWords(app({ waitingTitle: 'New' }), edit)).toBe(
    'In review: title. People see the approved version until the review ends. Your other changes are public now.',
  );
  expect(savedInWords(app({ waitingTitle: 'New' }), { title: 'New' })).toBe(
    'In review: title. People see the approved version until the review ends.',
  );
  const waiting = { waitingTitle: 'New', waitingDescription: 'New', waitingUrl: 'https://new.example.org/' };
  expect(savedInWords(app(waiting), { title: 'New', description: 'New', url: 'u', updatedAt: 'now' })).toBe(
    'In review: title, description, and URL. People see the approved version until the review ends.',
  );
});

test('does not mention changes that were already waiting', () => {
  expect(savedInWords(app({ waitingUrl: 'https://new.example.org/' }), { tags: ['New'] })).toBe(
    'People see it now. Moderators see what you changed.',
  );
});

test('calls nothing public while an app is held', () => {
  const held = app({ status: 'pending', heldAt: '2026-11-25T00:00:00.000Z', waitingTitle: 'New' });
  expect(savedInWords(held, { title: 'New', category: 'Games' })).toBe(
    'In review: title. People see the approved version until the review ends. Your other changes are saved.',
  );
});

test('says that an edit is saved if the app is not approved', () => {
  expect(savedInWords(app({ status: 'pending' }), { title: 'New' })).toBe('Changes saved.');
});
