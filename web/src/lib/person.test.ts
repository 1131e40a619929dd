import { expect, test } from 'vitest';
import { initialsOf, nameOf, pictureOf, submitterName } from './person.ts';

test.each([
  [{ firstName: 'ada', lastName: 'lovelace', email: 'x@example.org' }, 'AL'],
  [{ firstName: 'ada', lastName: null, email: 'x@example.org' }, 'A'],
  [{ firstName: null, lastName: 'lovelace', email: 'x@example.org' }, 'X'],
  [{ firstName: '  ', lastName: null, email: null }, 'U'],
  [{ firstName: null, lastName: null, email: '' }, 'U'],
  [{ firstName: '𝒜da', lastName: null, email: null }, '𝒜'],
])('returns for %j the initials %s', (person, initials) => {
  expect(initialsOf(person)).toBe(initials);
});

test('pictureOf returns the first available picture', () => {
  expect(pictureOf({ profileImageUrl: null, profileImage: 'b', picture: 'c' })).toBe('b');
  expect(pictureOf({ profileImageUrl: null, profileImage: null, picture: null })).toBeUndefined();
});

test('nameOf and submitterName return the first name, or the start of the email', () => {
  expect(nameOf({ firstName: 'Ada', email: 'x@example.org' })).toBe('Ada');
  expect(nameOf({ firstName: null, email: 'x@example.org' })).toBe('x');
  expect(submitterName({ firstName: null, email: 'maker@example.org' })).toBe('maker');
  expect(submitterName({ firstName: null, email: null })).toBe('Anonymous');
  expect(submitterName(null)).toBe('Anonymous');
});
