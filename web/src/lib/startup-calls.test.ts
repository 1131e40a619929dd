import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { ERROR_MESSAGE_MAX, ERROR_STACK_MAX, reportError } from '@zapdeck/contract/instance/error-logs';
import { readInstance } from '@zapdeck/contract/instance/instance';
import { signInProviders } from '@zapdeck/contract/sign-in/providers';
import { expect, test } from 'vitest';
import { signInProvidersCall } from './sign-in-ways.ts';
import { currentUserCall, ERROR_MESSAGE_LIMIT, ERROR_STACK_LIMIT, reportErrorCall } from './startup-calls.ts';
import { readInstanceCall } from './terms-version.ts';

test('equal the routes of the contract', () => {
  expect(currentUser).toMatchObject(currentUserCall);
  expect(signInProviders).toMatchObject(signInProvidersCall);
  expect(readInstance).toMatchObject(readInstanceCall);
  expect(reportError).toMatchObject(reportErrorCall);
  expect([ERROR_MESSAGE_LIMIT, ERROR_STACK_LIMIT]).toEqual([ERROR_MESSAGE_MAX, ERROR_STACK_MAX]);
});
