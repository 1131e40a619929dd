import type { CurrentUser } from '@zapdeck/contract/auth';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { totalOf } from '../../lib/paged-list.ts';
import { nameOf } from '../../lib/person.ts';
import { monthOf } from '../../lib/time-ago.ts';
import type { OwnAppsQuery } from './use-own-apps.ts';

/** The person: picture, name, email, since when, how many apps submitted. */
export function ProfileCard({ user, query }: { user: CurrentUser; query: OwnAppsQuery }) {
  const submitted = user.isGuest ? 0 : query.data && totalOf(query.data);
  return (
    <section className="card flex min-w-0 flex-col gap-6 p-5 md:p-7">
      <div className="flex items-center gap-4 max-[19.9em]:flex-col">
        <Avatar user={user} className="display size-20 text-2xl" />
        <div className="min-w-0">
          <p className="text-muted">{user.isGuest ? 'Welcome!' : 'Welcome back!'}</p>
          <h1 dir="auto" className="display truncate pb-1 text-title">
            {nameOf(user)}
          </h1>
          <div className="flex flex-wrap items-center gap-2">
            <p className={user.isGuest ? 'text-muted' : 'min-w-0 truncate text-muted'}>
              {user.email ?? 'You are browsing as a guest.'}
            </p>
            {user.isAdmin ? <Badge tone="brand">Admin</Badge> : null}
          </div>
        </div>
      </div>
      <dl className="mt-auto grid grid-cols-2 gap-4 border-t border-line pt-5">
        <div>
          <dt className="text-sm text-muted">Member since</dt>
          <dd className="font-semibold">{monthOf(user.createdAt)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Apps submitted</dt>
          <dd className="tabular min-h-6 font-semibold">
            {submitted ?? <span className="skeleton inline-block h-5 w-10" />}
          </dd>
        </div>
      </dl>
    </section>
  );
}
