import type { ErrorType } from '@zapdeck/contract/instance/error-logs';
import { withoutSecrets } from '@zapdeck/contract/wire/secrets-in-text';
import type { ErrorInfo } from 'react';
import { CallError, call } from './call.ts';
import { ERROR_MESSAGE_LIMIT, ERROR_STACK_LIMIT, reportErrorCall } from './startup-calls.ts';

/** Maximum number of reports per page, for errors in a loop. */
const REPORTS_PER_PAGE = 20;
const USER_AGENT_LIMIT = 512;
const URL_LIMIT = 2_048;
const COMPONENTS_LIMIT = 4_000;

const reported = new Set<string>();

export interface ErrorData {
  [name: string]: string | number | boolean | null;
}

/** Returns the path without its query, which may contain private data. */
function pageAddress(): string {
  return `${location.origin}${location.pathname}`.slice(0, URL_LIMIT);
}

/** Returns the same text for equal errors. Messages of CallErrors contain different request ids. */
function sameAs(error: Error): string {
  return error instanceof CallError ? `${error.status} ${error.code}` : error.message;
}

/** Reports each error once per page. Never throws and never reports its own failure. */
export function reportError(errorType: ErrorType, error: unknown, data?: ErrorData): void {
  const fault = error instanceof Error ? error : new Error(String(error));
  const message = withoutSecrets(fault.message || fault.name);
  const errorMessage = message.slice(0, ERROR_MESSAGE_LIMIT).toWellFormed();
  const key = `${errorType} ${sameAs(fault)} ${data ? JSON.stringify(data) : ''}`;
  if (reported.has(key) || reported.size >= REPORTS_PER_PAGE) return;
  reported.add(key);
  const body = {
    errorType,
    errorMessage,
    stackTrace: fault.stack ? withoutSecrets(fault.stack).slice(0, ERROR_STACK_LIMIT).toWellFormed() : null,
    additionalData: data ?? null,
    url: pageAddress(),
    userAgent: navigator.userAgent.slice(0, USER_AGENT_LIMIT),
  };
  call(reportErrorCall, { body }).catch((refusal: unknown) => {
    console.warn('An error could not be reported', refusal);
  });
}

/** Reports an error of rendering with the component stack. */
export function reportBrokenPart(error: unknown, { componentStack }: ErrorInfo): void {
  reportError('CLIENT_ERROR', error, { componentStack: componentStack?.slice(0, COMPONENTS_LIMIT) ?? null });
}

/** Reports uncaught errors and unhandled rejections. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => reportError('CLIENT_ERROR', event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => reportError('CLIENT_ERROR', event.reason));
}
