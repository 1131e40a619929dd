import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Heart from 'lucide-react/icons/heart';
import { Link } from 'wouter';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';

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
export function QuickActions({ isGuest }: { isGuest: boolean }) {
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
