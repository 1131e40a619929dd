import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Heart from 'lucide-react/icons/heart';
import Settings from 'lucide-react/icons/settings';
import { Link } from 'wouter';
import { Avatar } from '../../components/ui/avatar.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { NotLoaded } from '../../components/ui/not-loaded.tsx';
import { RoleBadge } from '../../components/ui/status-badge.tsx';
import { isUnconfirmed } from '../../lib/call.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { nameOf } from '../../lib/person.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { monthOf } from '../../components/ui/time-ago.tsx';
import { HiddenSection } from './hidden-section.tsx';
import { OwnAppsSection } from './own-apps-section.tsx';
import { countApps, useOwnTotals } from './own-apps.ts';
import { TasteSection } from './taste-section.tsx';

function FactorHint({ missing }: { missing: 'enrol' | 'confirm' }) {
  return (
    <>
      <p>
        {missing === 'enrol'
          ? t`Admins and moderators of this site need a second factor. Until you set one up, you have the rights of a member.`
          : t`Your role needs your second factor. Use it now to get the rights of your role.`}
      </p>
      <ButtonLink href={screens['second-factor'].path} variant="secondary">
        {say(screens['second-factor'].title)}
      </ButtonLink>
    </>
  );
}

/** Says why the rights of a role are missing, and how to get them. Shows nothing if none are missing. */
function RoleHint({ missingFactor, lacksClaimedRole }: CurrentUser) {
  if (missingFactor === null && !lacksClaimedRole) return null;
  return (
    <div className="grid justify-items-start gap-3 rounded-field bg-raised px-4 py-3 text-sm">
      {missingFactor ? <FactorHint missing={missingFactor} /> : null}
      {lacksClaimedRole ? <p>{t`You have more rights here if you sign in through the provider.`}</p> : null}
    </div>
  );
}

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
function ProfileCard({ user, totals }: Props) {
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

const actions = () => [
  {
    ...screens.submit,
    text: t`Show what you made`,
    icon: CirclePlus,
    tint: 'bg-brand-soft text-brand-ink',
  },
  {
    ...screens.liked,
    text: t`Apps you like`,
    icon: Heart,
    tint: 'bg-down-soft text-down-ink',
  },
];

const rowClass = 'card flex min-h-20 w-full items-center gap-[min(1rem,4vw)] p-4 text-start transition';

/** Links to Submit App and Liked Apps. Guests are asked to sign up first. */
function QuickActions({ isGuest }: { isGuest: boolean }) {
  return (
    <section className="grid grid-cols-1 content-start gap-3">
      <h2 className="display text-heading">{t`Quick Actions`}</h2>
      {actions().map(({ path, title, text, icon: Icon, tint }) => {
        const content = (
          <>
            <span className={`grid size-12 shrink-0 place-items-center rounded-field ${tint}`}>
              <Icon size={24} aria-hidden="true" />
            </span>
            <span className="min-w-0 grow">
              <span className="block font-semibold">{say(title)}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
            <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-muted rtl:-scale-x-100" />
          </>
        );
        return isGuest ? (
          <button key={path} type="button" disabled className={`${rowClass} opacity-50`}>
            {content}
          </button>
        ) : (
          <Link key={path} href={path} className={`${rowClass} hover:border-line-strong active:scale-[.98]`}>
            {content}
          </Link>
        );
      })}
      {isGuest ? (
        <div className="flex flex-wrap items-center gap-3 rounded-card bg-brand-soft p-4">
          <div className="min-w-[min(10rem,100%)] grow basis-0">
            <p className="font-semibold">{t`Sign Up Required`}</p>
            <p className="text-sm">{t`Create an account to submit and like apps.`}</p>
          </div>
          <ButtonLink href={loginAddress('/profile')}>{t`Sign Up`}</ButtonLink>
        </div>
      ) : null}
    </section>
  );
}

const ApplicationCard = lazyPart(
  () => import('./application-card.tsx'),
  <div className="card min-h-64" aria-busy="true" />,
  <NotLoaded />,
);

export default function ProfileScreen() {
  const user = useUser();
  // Until its approval, an account has the rights of a guest.
  const isMember = !user.isGuest && !user.approval;
  const totals = useOwnTotals(isMember);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-8 px-4 pt-6 md:px-8 md:pt-10">
      {user.approval ? <ApplicationCard email={user.email ?? ''} /> : null}
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[1.2fr_1fr]">
        <ProfileCard user={user} totals={totals} />
        <QuickActions isGuest={user.isGuest} />
      </div>
      {user.approval ? null : <OwnAppsSection isGuest={user.isGuest} totals={totals} />}
      {isMember && !isUnconfirmed(totals.error) ? <TasteSection /> : null}
      <HiddenSection />
    </div>
  );
}
