import { expect, test } from 'vitest';
import { signupFormWith, TERMS_NOT_ACCEPTED } from './signup.ts';

const valid = {
  email: 'ada@example.org',
  password: 'correct-horse-9',
  confirmPassword: 'correct-horse-9',
  firstName: 'Ada',
};
const errorsOf = (termsVersion: number | null, form: object) =>
  Object.fromEntries(
    (signupFormWith(termsVersion).safeParse(form).error?.issues ?? []).map(({ path, message }) => [
      path[0],
      message,
    ]),
  );

test('requires no consent without terms', () => {
  expect(errorsOf(null, valid)).toEqual({});
});

test.each([undefined, 1, 3])(
  'refuses consent to version %s when the version of the terms is 2',
  (termsVersion) => {
    expect(errorsOf(2, { ...valid, termsVersion })).toEqual({ termsVersion: TERMS_NOT_ACCEPTED });
    expect(errorsOf(2, { ...valid, termsVersion: 2 })).toEqual({});
  },
);

test('reports missing consent together with errors of other fields', () => {
  const errors = errorsOf(2, { ...valid, email: '', password: '', firstName: '' });
  expect(Object.keys(errors).toSorted()).toEqual(['email', 'firstName', 'password', 'termsVersion']);
});
