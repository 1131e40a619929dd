import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { screens } from '@zapdeck/contract/instance/screens';
import Settings from 'lucide-react/icons/settings';
import { Avatar } from '../../components/ui/avatar.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { RoleBadge } from '../../components/ui/role-badge.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { nameOf } from '../../lib/person.ts';
import { monthOf } from '../../lib/time-ago.ts';
import { countApps, type useOwnTotals } from './own-apps/use-own-apps.ts';
import { RoleHint } from './role-hint.tsx';
import { say } from '../../lib/say.ts';

interface Props {
  user: CurrentUser;
  totals: ReturnType<typeof useOwnTotals>;
}

/** Hidden for guests, whose session may end today and who cannot submit. */
function MemberFacts({ user, totals: { data, isError } }: Props) {
  const unknown = isError ? '–' : <span className="skeleton inline-block h-5 w-10" />;
  return (
    <dl className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-4 border-t border-line pt-5">
      <div>
        <dt className="text-sm text-muted">{t`Member since`}</dt>
        <dd className="font-semibold">{monthOf(user.createdAt)}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t`Apps submitted`}</dt>
        <dd className="tabular min-h-6 font-semibold">{data ? formatCount(countApps(data)) : unknown}</dd>
      </div>
    </dl>
  );
}

/** Picture, name, email, start of membership and number of apps. Members get a link to their settings. */
export function ProfileCard({ user, totals }: Props) {
  return (
    <section
      className={`card flex min-w-0 flex-col gap-6 p-5 md:p-7 ${user.isGuest ? 'justify-center' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-4">
        <Avatar user={user} className="display size-20 text-2xl" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-muted">{user.isGuest ? t`Welcome!` : t`Welcome back!`}</p>
          <h1 dir="auto" className="display truncate pb-1 text-title">
            {nameOf(user)}
          </h1>
          <div className="flex flex-wrap items-center gap-2">
            <p dir="auto" className={user.isGuest ? 'text-muted' : 'min-w-0 truncate text-muted'}>
              {user.email ?? t`You are browsing as a guest.`}
            </p>
            <RoleBadge role={user.role} />
          </div>
        </div>
      </div>
      <RoleHint {...user} />
      {user.isGuest ? null : (
        <>
          {user.approval ? null : <MemberFacts user={user} totals={totals} />}
          <ButtonLink href={screens.settings.path} variant="secondary">
            <Settings size={19} aria-hidden="true" />
            <span>{say(screens.settings.title)}</span>
          </ButtonLink>
        </>
      )}
    </section>
  );
}
