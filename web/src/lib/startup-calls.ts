import type { currentUser } from '@zapdeck/contract/sign-in/auth';
import type { reportError } from '@zapdeck/contract/instance/error-logs';

/*
 * Calls of visitors' pages on load. Copies without schemas, so that the landing page does not load the validator.
 * startup-calls.test.ts compares them with the contract.
 */

export const currentUserCall = {
  method: 'GET',
  path: '/api/auth/user',
  access: 'session',
} as unknown as typeof currentUser;

export const reportErrorCall = {
  method: 'POST',
  path: '/api/error-logs',
  access: 'public',
  response: 'empty',
} as unknown as typeof reportError;

export const ERROR_MESSAGE_LIMIT = 2_000;
export const ERROR_STACK_LIMIT = 10_000;
