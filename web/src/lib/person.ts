import { t } from '@lingui/core/macro';
import type { Submitter } from '@zapdeck/contract/apps/apps';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';

type Named = Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>;
type Pictured = Pick<CurrentUser, 'profileImageUrl' | 'profileImage' | 'picture'>;

/** Returns the initials of a user. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  const letter = (text: string | null) => Array.from(text?.trim() ?? '')[0] ?? '';
  return (firstName?.trim() ? letter(firstName) + letter(lastName) : letter(email) || 'U').toUpperCase();
}

/** Returns the address of the user's picture, if there is one. */
export function pictureOf(user: Pictured): string | undefined {
  return user.profileImageUrl || user.profileImage || user.picture || undefined;
}

function emailPrefix(email: string | null): string | undefined {
  return email?.split('@')[0] || undefined;
}

/** Returns the name of the signed-in user, or the part of the email before the @. */
export function nameOf(user: Pick<Named, 'firstName' | 'email'>): string {
  return user.firstName?.trim() || emailPrefix(user.email) || t`Guest`;
}

/** Returns the name of the user who submitted an app. */
export function submitterName(submitter: Pick<Submitter, 'firstName' | 'email'> | null): string {
  return submitter?.firstName?.trim() || emailPrefix(submitter?.email ?? null) || t`Anonymous`;
}
