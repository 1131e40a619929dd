import { expect, test } from 'vitest';
import { lackingInScripts } from './browser-support/in-scripts.ts';
import { lackingInStyles } from './browser-support/in-styles.ts';

const EVERYWHERE = ['chrome 123', 'edge 123', 'firefox 128', 'safari 17.5'];

test.each([
  ['URL.parse(address)', 'URL.parse', ['chrome 123', 'safari 17.5']],
  ['new CloseWatcher()', 'CloseWatcher', EVERYWHERE],
  ['Promise.try(act)', 'Promise.try', EVERYWHERE],
  ['list.values().toArray()', '.toArray', ['firefox 128', 'safari 17.5']],
  ['parent.moveBefore(child, null)', '.moveBefore', EVERYWHERE],
])('lackingInScripts reports %s for browsers that lack it', (code, name, browsers) => {
  expect(lackingInScripts([code]).get(name)).toEqual(expect.arrayContaining(browsers));
});

test.each([
  ['URL.canParse(address); seen.union(others); new Set(); list.toSorted()'],
  // A method of the program itself.
  ['const store = { toArray: () => [] }; store.toArray()'],
])('lackingInScripts does not report %s', (code) => {
  expect([...lackingInScripts([code])]).toEqual([]);
});

test.each([
  ['html { text-size-adjust: 100% }', 'text-size-adjust', ['safari_ios 17.5']],
  ['p { user-select: none }', 'user-select', ['safari 17.5', 'safari_ios 17.5']],
  ['i { text-decoration: underline wavy }', 'text-decoration: wavy', ['safari 17.5', 'safari_ios 17.5']],
  ['b { text-align: match-parent }', 'text-align: match-parent', ['chrome 123']],
  ['@layer a { b { color: contrast-color(red) } }', 'color: contrast-color()', EVERYWHERE],
  ['@view-transition { navigation: auto }', '@view-transition', ['firefox 128', 'safari 17.5']],
  ['details::details-content { top: 0 }', '::details-content', ['chrome 123', 'firefox 128']],
])('lackingInStyles reports %s for browsers that lack it', (css, name, browsers) => {
  expect(lackingInStyles(css).get(name)).toEqual(expect.arrayContaining(browsers));
});

test.each([
  ['p { -webkit-user-select: none; user-select: none }'],
  ['b { text-align: -webkit-match-parent; text-align: match-parent }'],
  ['a:has(> b) { color: light-dark(oklch(0.1 0 0), color-mix(in oklch, red, blue)) }'],
  // Decoration: only the last line may be shorter.
  ['p { text-wrap: pretty }'],
])('lackingInStyles does not report %s', (css) => {
  expect([...lackingInStyles(css)]).toEqual([]);
});
