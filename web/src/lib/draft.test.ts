import { expect, test } from 'vitest';
import { closedStorage, memoryStorage } from '../testing/fake-storages.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';

test('a draft is stored until it is dropped', () => {
  const { storage: box } = memoryStorage();
  keepDraft(box, 'submit', { title: 'Tiny Piano', tags: ['Free'] });
  expect(readDraft(box, 'submit')).toEqual({ title: 'Tiny Piano', tags: ['Free'] });
  dropDraft(box, 'submit');
  expect(readDraft(box, 'submit')).toBeUndefined();
});

test.each(['', '{', '[]', '"text"', 'null'])('ignores damaged content %j', (content) => {
  const { storage: box } = memoryStorage();
  box.setItem('submit', content);
  expect(readDraft(box, 'submit')).toBeUndefined();
});

test('works without storage', () => {
  const box = closedStorage();
  keepDraft(box, 'submit', {});
  dropDraft(box, 'submit');
  expect(readDraft(box, 'submit')).toBeUndefined();
});
