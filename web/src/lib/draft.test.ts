import { expect, test } from 'vitest';
import { dropDraft, keepDraft, readDraft } from './draft.ts';

function memory(): Storage {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage;
}

const broken = {
  getItem: () => {
    throw new Error('denied');
  },
  setItem: () => {
    throw new Error('full');
  },
  removeItem: () => {
    throw new Error('denied');
  },
} as unknown as Storage;

test('a draft comes back as it was kept, until it is dropped', () => {
  const box = memory();
  keepDraft(box, 'submit', { title: 'Tiny Piano', tags: ['Free'] });
  expect(readDraft(box, 'submit')).toEqual({ title: 'Tiny Piano', tags: ['Free'] });
  dropDraft(box, 'submit');
  expect(readDraft(box, 'submit')).toBeUndefined();
});

test.each(['', '{', '[]', '"text"', 'null'])('damaged content %j is no draft', (content) => {
  const box = memory();
  box.setItem('submit', content);
  expect(readDraft(box, 'submit')).toBeUndefined();
});

test('a browser that keeps nothing does not break the form', () => {
  keepDraft(broken, 'submit', {});
  dropDraft(broken, 'submit');
  expect(readDraft(broken, 'submit')).toBeUndefined();
});
