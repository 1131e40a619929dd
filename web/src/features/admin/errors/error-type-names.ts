import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ErrorType } from '@zapdeck/contract/instance/error-logs';

export const errorTypeNames: Readonly<Record<ErrorType, MessageDescriptor>> = {
  CLIENT_ERROR: msg`Error in the page`,
  API_ERROR: msg`Failed to load`,
  USER_ACTION_FAILED: msg`Failed action`,
};
