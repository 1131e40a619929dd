import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { initialsOf, pictureOf } from '../../lib/person.ts';

type Shown = Pick<
  CurrentUser,
  'firstName' | 'lastName' | 'email' | 'isGuest' | 'profileImageUrl' | 'profileImage' | 'picture'
>;

function StandIn({ user }: { user: Shown }) {
  return user.isGuest ? <UserRound className="size-[55%]" strokeWidth={2.25} /> : initialsOf(user);
}

/** Picture of a user. Falls back to initials, or to an icon for a guest. */
export function Avatar({ user, className = 'size-10 text-sm' }: { user: Shown; className?: string }) {
  const [failed, setFailed] = useState<string>();
  const picture = pictureOf(user);
  return (
    <span
      aria-hidden="true"
      className={`relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-pill bg-brand font-semibold text-white ${className}`}
    >
      {picture === undefined || picture === failed ? (
        <StandIn user={user} />
      ) : (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setFailed(picture)} />
      )}
    </span>
  );
}
