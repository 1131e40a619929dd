import { expect, test } from 'vitest';
import { message, messageParts, messages } from './message.ts';

test('fills in the placeholders', () => {
  expect(message('At most {max} apps in {list}', { max: 20, list: 'the queue' })).toBe(
    'At most 20 apps in the queue',
  );
});

test('keeps a text without values, and an unknown placeholder', () => {
  expect(message('Use {braces}')).toBe('Use {braces}');
  expect(message('Use {braces} {times}', { times: 2 })).toBe('Use {braces} 2');
});

test('returns constants unchanged', () => {
  const titles = { best: 'Best', first: { title: 'New' } };
  expect(messages(titles)).toBe(titles);
});

test('finds the parts of a finished text', () => {
  expect(messageParts(message('At most {max} letters', { max: 7 }))).toEqual([
    'At most {max} letters',
    { max: 7 },
  ]);
  expect(messageParts('A text of the server')).toEqual(['A text of the server']);
});
