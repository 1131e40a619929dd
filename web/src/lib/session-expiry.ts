import { toast } from '../components/ui/toast.tsx';
import { CallError, isUnauthorized } from './call.ts';

const REDIRECT_DELAY_MS = 500;

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
  toast({
    title: 'Unauthorized',
    description: isSuspended ? 'Your account is suspended.' : 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  const here = `${location.pathname}${location.search}`;
  // The login says the rest of it.
  const query = isSuspended ? 'error=suspended' : `returnTo=${encodeURIComponent(here)}`;
  setTimeout(() => location.assign(`/api/login?${query}`), REDIRECT_DELAY_MS);
  // A page that comes back from the browser's cache must be able to leave again.
  addEventListener('pageshow', () => (leaving = false), { once: true });
  return true;
}
