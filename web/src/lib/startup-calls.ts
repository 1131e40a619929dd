import type { currentUser } from '@zapdeck/contract/auth';
import type { reportError } from '@zapdeck/contract/error-logs';

/*
 * The calls that a visitor's pages make by themselves, written out without their schemas, so that the landing page
 * does not carry the validator. startup-calls.test.ts holds them equal to the contract.
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
