import { expect, test } from 'vitest';
import { fillPage } from './live-page.ts';

const fill = (template: string, values: Record<string, string>) =>
  fillPage(template, new Map(Object.entries(values).map(([name, value]) => [`%${name}%`, value])));

test('fills in values, and keeps unknown placeholders', () => {
  expect(fill('<p>%NAME% and %OTHER%, 100 %</p>', { NAME: 'Toybox' })).toBe(
    '<p>Toybox and %OTHER%, 100 %</p>',
  );
});

test('shows the standard text if there is no value', () => {
  const template = '<h1>%HEADING{Welcome to %NAME%}%</h1>';
  expect(fill(template, { NAME: 'Toybox', HEADING: '' })).toBe('<h1>Welcome to Toybox</h1>');
  expect(fill(template, { NAME: 'Toybox', HEADING: 'Play' })).toBe('<h1>Play</h1>');
});

test('does not fill in placeholders of values', () => {
  expect(fill('%NAME% %HEADING{x}%', { NAME: '%SECRET%', HEADING: '%NAME%', SECRET: 'no' })).toBe(
    '%SECRET% %NAME%',
  );
});

test('removes elements whose value is empty', () => {
  const template =
    '<a data-shown-if="TERMS" href="%TERMS%">Terms</a><a data-shown-if="IMPRINT" href="%IMPRINT%">Imprint</a><img data-shown-if="LOGO" src="%LOGO%"/><p>%NAME%</p>';
  expect(fill(template, { TERMS: '', IMPRINT: '/imprint', LOGO: '', NAME: 'x' })).toBe(
    '<a data-shown-if="IMPRINT" href="/imprint">Imprint</a><p>x</p>',
  );
});
