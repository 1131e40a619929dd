import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';

/** Storage key of the last known user, shared by all tabs. It grants no access. */
export const SIGNED_IN_MARK = 'zapdeck.signed-in';

export function keepMark(user: CurrentUser | null): void {
  try {
    if (user) localStorage.setItem(SIGNED_IN_MARK, JSON.stringify(user));
    else localStorage.removeItem(SIGNED_IN_MARK);
  } catch {
    // Without storage, the last user is not known.
  }
}

/** Returns the last known user of this browser. */
export function markedUser(): CurrentUser | undefined {
  try {
    const user = JSON.parse(localStorage.getItem(SIGNED_IN_MARK) ?? 'null') as CurrentUser | null;
    return user?.id === undefined ? undefined : user;
  } catch {
    return undefined;
  }
}
