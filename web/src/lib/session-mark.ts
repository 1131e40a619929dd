import type { CurrentUser } from '@zapdeck/contract/auth';

/** Where the browser keeps, for all its tabs, who was signed in here when it was last told: a guess, never a permission. */
export const SIGNED_IN_MARK = 'zapdeck.signed-in';

export function keepMark(user: CurrentUser | null): void {
  try {
    if (user) localStorage.setItem(SIGNED_IN_MARK, JSON.stringify(user));
    else localStorage.removeItem(SIGNED_IN_MARK);
  } catch {
    // Without storage the guess is 'nobody'.
  }
}

/** Who was signed in here when this browser was last told. */
export function markedUser(): CurrentUser | undefined {
  try {
    const user = JSON.parse(localStorage.getItem(SIGNED_IN_MARK) ?? 'null') as CurrentUser | null;
    return user?.id === undefined ? undefined : user;
  } catch {
    return undefined;
  }
}
