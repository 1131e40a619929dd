import type { ErrorType } from '@zapdeck/contract/error-logs';

/** What each type of error is called. */
export const errorTypeNames: Readonly<Record<ErrorType, string>> = {
  CLIENT_ERROR: 'Error in the page',
  API_ERROR: 'Failed read',
  USER_ACTION_FAILED: 'Failed action',
};
