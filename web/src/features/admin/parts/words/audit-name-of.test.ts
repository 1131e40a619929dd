import { expect, test } from 'vitest';
import { doerOf } from './audit-name-of.ts';

const ada = { id: '7a3e21c4-0000-7000-8000-000000000000', firstName: 'Ada', email: null };

test('what nobody did was done by Zapdeck where it acts by itself, and at the command line where it does not', () => {
  expect(doerOf({ actor: null, action: 'app.held' })).toBe('Zapdeck');
  expect(doerOf({ actor: null, action: 'user.promoted' })).toBe('The command line');
  expect(doerOf({ actor: ada, action: 'app.held' })).toBe('Ada');
  expect(doerOf({ actor: { ...ada, firstName: null }, action: 'app.edited' })).toBe('Account 7a3e21c4');
});
