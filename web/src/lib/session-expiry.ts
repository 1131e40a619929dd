import { t } from '@lingui/core/macro';
import { toast } from './toasts.ts';
import { CallError, isUnauthorized } from './call.ts';
import { returnToOf } from './return-to.ts';

const REDIRECT_DELAY_MS = 500;
/** Longer, because there is a reason to read. */
const SUSPENDED_DELAY_MS = 6_000;

let leaving = false;

/** If the error means that the session has ended, shows a message, opens the login and returns true. */
export function handleExpiredSession(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  if (leaving) return true;
  leaving = true;
  const isSuspended = error instanceof CallError && error.code === 'session_suspended';
  const delayMs = isSuspended ? SUSPENDED_DELAY_MS : REDIRECT_DELAY_MS;
  toast({
    title: t`Unauthorized`,
    description: isSuspended
      ? (error.fields['account'] ?? error.serverMessage ?? '')
      : t`You are logged out. Logging in again...`,
    variant: 'destructive',
    durationMs: SUSPENDED_DELAY_MS,
    stays: true,
  });
  // If another tab ended the session first, this address already contains the screen to return to.
  const here = returnToOf(location.search) ?? `${location.pathname}${location.search}`;
  const query = isSuspended ? 'error=suspended' : `returnTo=${encodeURIComponent(here)}`;
  setTimeout(() => location.assign(`/api/login?${query}`), delayMs);
  // A page restored from the back/forward cache must be able to leave again.
  addEventListener('pageshow', () => (leaving = false), { once: true });
  return true;
}
