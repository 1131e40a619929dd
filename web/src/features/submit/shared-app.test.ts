import { expect, test } from 'vitest';
import { sharedApp } from './submit-draft.ts';

const shared = (parts: Record<string, string>) => sharedApp(`?${new URLSearchParams(parts)}`);

test('copies each part into its field', () => {
  expect(shared({ url: 'https://tea.example.org/', title: 'Tea Timer', text: 'Steeps  well.' })).toEqual({
    url: 'https://tea.example.org/',
    title: 'Tea Timer',
    description: 'Steeps well.',
  });
});

test('finds an address in the text, and removes it from the description', () => {
  expect(shared({ text: 'Look at this: https://tea.example.org/a?b=c nice', title: 'Tea' })).toEqual({
    url: 'https://tea.example.org/a?b=c',
    title: 'Tea',
    description: 'Look at this: nice',
  });
  expect(shared({ text: 'https://tea.example.org/', url: '' })).toEqual({
    url: 'https://tea.example.org/',
    title: '',
    description: '',
  });
});

const ADDRESS = 'https://tea.example.org/a_(b)?c=d';

test.each([
  [`Try ${ADDRESS}.`, 'Try.'],
  [`Try ${ADDRESS}, it is nice!`, 'Try, it is nice!'],
  [`Nice (${ADDRESS}) tea`, 'Nice tea'],
  [`Nice (see ${ADDRESS}).`, 'Nice (see ).'],
  [`[Tea](${ADDRESS})`, '[Tea]'],
  [`Tea <${ADDRESS}>`, 'Tea'],
  [`Schau: „${ADDRESS}“!`, 'Schau:!'],
  [`Voir « ${ADDRESS} ».`, 'Voir.'],
  [`見て「${ADDRESS}」。いいね`, '見て。いいね'],
  [`看看${ADDRESS}，很好`, '看看，很好'],
  [`جرب ${ADDRESS}؟`, 'جرب؟'],
  [`*${ADDRESS}*`, ''],
  [`${ADDRESS}\u200b`, ''],
])('finds the address in %j', (text, description) => {
  const found = shared({ text });
  expect(found?.url).toBe(ADDRESS);
  expect(found?.description.replaceAll('\u200b', '')).toBe(description);
});

test('drops a repeated title, and cuts a long one', () => {
  const title = 'T'.repeat(70);
  expect(shared({ url: 'https://a.example', title: 'Tea', text: 'Tea https://a.example' })?.description).toBe(
    '',
  );
  expect(shared({ url: 'https://a.example', title })?.title).toHaveLength(50);
});

test('does not cut an emoji in half', () => {
  const title = `${'T'.repeat(49)}🎹`;
  expect(shared({ url: 'https://a.example', title })?.title).toBe('T'.repeat(49));
});

test.each([
  {},
  { text: 'no address' },
  { text: 'https://).' },
  { url: 'javascript:alert(1)' },
  { title: 'Tea' },
])('%j is not a shared app', (parts) => {
  expect(shared(parts as Record<string, string>)).toBeUndefined();
});
