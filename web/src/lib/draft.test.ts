import { expect, test } from 'vitest';
import { closedStorage, memoryStorage } from '../testing/fake-storages.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';

test('a draft comes back as it was kept, until it is dropped', () => {
  const { storage: box } = memoryStorage();
  keepDraft(box, 'submit', { title: 'Tiny Piano', tags: ['Free'] });
  expect(readDraft(box, 'submit')).toEqual({ title: 'Tiny Piano', tags: ['Free'] });
  dropDraft(box, 'submit');
  expect(readDraft(box, 'submit')).toBeUndefined();
});

test.each(['', '{', '[]', '"text"', 'null'])('damaged content %j is no draft', (content) => {
  const { storage: box } = memoryStorage();
  box.setItem('submit', content);
  expect(readDraft(box, 'submit')).toBeUndefined();
});

test('a browser that keeps nothing does not break the form', () => {
  const box = closedStorage();
  keepDraft(box, 'submit', {});
  dropDraft(box, 'submit');
  expect(readDraft(box, 'submit')).toBeUndefined();
});
