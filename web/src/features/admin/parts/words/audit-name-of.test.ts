import { expect, test } from 'vitest';
import { doerOf } from './audit-name-of.ts';

const ada = { id: '01940000-0000-7000-8000-00007a3e21c4', firstName: 'Ada', email: null };

test('names Zapdeck or the command line if an entry has no actor', () => {
  expect(doerOf({ actor: null, action: 'app.held' })).toBe('Zapdeck');
  expect(doerOf({ actor: null, action: 'user.promoted' })).toBe('The command line');
  expect(doerOf({ actor: ada, action: 'app.held' })).toBe('Ada');
  expect(doerOf({ actor: { ...ada, firstName: null }, action: 'app.edited' })).toBe('Account 7a3e21c4');
});
