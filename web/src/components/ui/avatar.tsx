import type { CurrentUser } from '@zapdeck/contract/auth';
import { useState } from 'react';
import { initialsOf, pictureOf } from '../../lib/person.ts';

type Shown = Pick<
  CurrentUser,
  'firstName' | 'lastName' | 'email' | 'profileImageUrl' | 'profileImage' | 'picture'
>;

/** A person's picture, or their initials when there is none or it does not load. */
export function Avatar({ user, className = 'size-10 text-sm' }: { user: Shown; className?: string }) {
  const [failed, setFailed] = useState<string>();
  const picture = pictureOf(user);
  return (
    <span
      aria-hidden="true"
      className={`relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-pill bg-brand font-semibold text-white ${className}`}
    >
      {picture === undefined || picture === failed ? (
        initialsOf(user)
      ) : (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setFailed(picture)} />
      )}
    </span>
  );
}
