import { expect, test } from 'vitest';
import { frameCases } from './frame-cases.fixture.ts';
import { frameVerdict } from './frame-verdict.ts';

function linesOf(headers: (typeof frameCases)[number]['headers']): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  for (const [name, value] of headers) (lines[name.toLowerCase()] ??= []).push(value);
  return lines;
}

test('there are cases enough, with both ends and no name twice', () => {
  expect(frameCases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(frameCases.map(({ name }) => name)).size).toBe(frameCases.length);
  expect(new Set(frameCases.map(({ isFramed }) => isFramed)).size).toBe(2);
});

test.each(frameCases)(
  '$name: framed $isFramed',
  ({ headers, status, scheme, embedder, isFramed, stricter }) => {
    const url = `${scheme}://page.example.com/`;
    const verdict = frameVerdict({ url, status, headers: linesOf(headers) }, embedder);
    expect(verdict.status).toBe(isFramed && stricter === undefined ? 'ok' : 'refused');
    expect(verdict.reason === null).toBe(verdict.status === 'ok');
  },
);
