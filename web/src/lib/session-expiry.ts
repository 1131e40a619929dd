import { t } from '@lingui/core/macro';
import { toast } from '../components/ui/toast.tsx';
import { CallError, isUnauthorized } from './call.ts';
import { returnToOf } from './return-to.ts';

const REDIRECT_DELAY_MS = 500;
/** There is a reason to be read. */
const SUSPENDED_DELAY_MS = 6_000;

let leaving = false;

/**
 * Deals with a refusal that means the session is over: says so and goes to the login, which leads back here.
 * Returns whether it was such a refusal.
 */
export function handleExpiredSession(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  if (leaving) return true;
  leaving = true;
  const isSuspended = error instanceof CallError && error.code === 'session_suspended';
  const delayMs = isSuspended ? SUSPENDED_DELAY_MS : REDIRECT_DELAY_MS;
  toast({
    title: t`Unauthorized`,
    // The server says why, behind the word that marks the end of any session.
    description: isSuspended
      ? (error.serverMessage ?? '').replace(/^Unauthorized: y/, 'Y')
      : t`You are logged out. Logging in again...`,
    variant: 'destructive',
    durationMs: SUSPENDED_DELAY_MS,
    stays: true,
  });
  // Who was thrown out already, by what another tab learnt, stands at an address that knows where they were.
  const here = returnToOf(location.search) ?? `${location.pathname}${location.search}`;
  const query = isSuspended ? 'error=suspended' : `returnTo=${encodeURIComponent(here)}`;
  setTimeout(() => location.assign(`/api/login?${query}`), delayMs);
  // A page that comes back from the browser's cache must be able to leave again.
  addEventListener('pageshow', () => (leaving = false), { once: true });
  return true;
}
