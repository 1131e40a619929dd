import { useUser } from './session.ts';

/** Returns true for admins, false for moderators. */
export function useIsAdmin(): boolean {
  return useUser().role === 'admin';
}
