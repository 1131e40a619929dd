import type { OwnApp } from '@zapdeck/contract/apps';
import { expect, test } from 'vitest';
import { savedInWords } from './waiting-words.ts';

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
    'Your new title is in review. People see the current one until then. Your other changes are public now.',
  );
  expect(savedInWords(app({ waitingTitle: 'New' }), { title: 'New' })).toBe(
    'Your new title is in review. People see the current one until then.',
  );
  const waiting = { waitingTitle: 'New', waitingDescription: 'New', waitingUrl: 'https://new.example.org/' };
  expect(savedInWords(app(waiting), { title: 'New', description: 'New', url: 'u', updatedAt: 'now' })).toBe(
    'Your new title, description, and URL are in review. People see the current ones until then.',
  );
});

test('does not mention changes that waited before', () => {
  expect(savedInWords(app({ waitingUrl: 'https://new.example.org/' }), { tags: ['New'] })).toBe(
    'People see it now. Moderators see what you changed.',
  );
});

test('calls nothing public for an app that is held back', () => {
  const held = app({ status: 'pending', heldAt: '2026-11-25T00:00:00.000Z', waitingTitle: 'New' });
  expect(savedInWords(held, { title: 'New', category: 'Games' })).toBe(
    'Your new title is in review. People see the current one until then. Your other changes are saved.',
  );
});

test('says that an edit is saved if the app is not approved', () => {
  expect(savedInWords(app({ status: 'pending' }), { title: 'New' })).toBe('Changes saved.');
});
