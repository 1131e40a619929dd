import { expect, test } from 'vitest';
import { addressToLookAt, completeAddress } from './app-address.ts';

test.each([
  ['example.org', 'https://example.org'],
  ['  tea.example.org/timer?x=1 ', 'https://tea.example.org/timer?x=1'],
  ['example.org:8080', 'https://example.org:8080'],
  ['münchen.example/#a', 'https://münchen.example/#a'],
  ['http://example.org', 'http://example.org'],
  ['mailto:me@example.org', 'mailto:me@example.org'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['tea timer', 'tea timer'],
  ['127.0.0.1', '127.0.0.1'],
  ['', ''],
])('completes %j to %j', (typed, completed) => {
  expect(completeAddress(typed)).toBe(completed);
});

test.each([
  ['', undefined],
  ['https://', undefined],
  ['https://exam', undefined],
  ['https://example.', undefined],
  ['ftp://example.org', undefined],
  ['example.org', 'https://example.org/'],
  ['https://Example.org/Tea', 'https://example.org/Tea'],
  ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000/'],
  ['http://localhost:4000', 'http://localhost:4000/'],
])('previews %j as %j', (typed, address) => {
  expect(addressToLookAt(typed)).toBe(address);
});
