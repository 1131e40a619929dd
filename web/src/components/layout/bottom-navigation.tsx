import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import type { ScreenName } from '@zapdeck/contract/instance/screens';
import Lock from 'lucide-react/icons/lock';
import { Link, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { loginAddress } from '../../lib/return-to.ts';
import { useSavedLikes } from '../../lib/pending/saved-likes.ts';
import { useMinWidth } from '../../lib/use-min-width.ts';
import { toast } from '../../lib/toasts.ts';
import { currentAt, leadsToDashboard, type MenuEntry, menuEntries } from './menu-entries.ts';

const looks = {
  header: {
    place: 'shrink-0',
    bar: '',
    item: 'min-h-12 min-w-24 gap-2 px-5 text-[.9375rem]',
    lock: '',
  },
  foot: {
    place:
      'pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center px-3 pb-[calc(env(safe-area-inset-bottom)+.75rem)] [@media(max-height:26rem)]:hidden',
    bar: 'w-full max-w-md border border-line bg-surface p-1.5 shadow-lift md:w-auto md:max-w-none',
    item: 'min-h-14 min-w-0 flex-1 flex-col gap-0.5 text-[min(.75rem,3.8vw)] md:min-w-[min(6rem,18vw)]',
    lock: 'absolute top-2 inset-s-1/2 ms-2.5',
  },
} as const;

const ofNavigation: ReadonlySet<ScreenName> = new Set(['feed', 'submit', 'liked', 'profile', 'admin']);

function offerSignUp({ href, label }: MenuEntry): void {
  const screen = i18n._(label);
  toast({
    title: t`Sign Up Required`,
    description: t({
      message: `Create an account to access ${screen} features`,
      comment: 'The name of a screen in the menu: Liked, Profile',
    }),
    action: { label: t`Sign Up`, onClick: () => navigate(loginAddress(href)) },
  });
}

const WIDE_REM = 64;

interface Props {
  user: CurrentUser;
  /** Position in the page. Only one of the two is filled. */
  inHeader: boolean;
}

/** Navigation between screens: at the bottom on a phone, in the header on a wide screen. */
export default function BottomNavigation({ user, inHeader }: Props) {
  const [path] = useLocation();
  const isWide = useMinWidth(WIDE_REM);
  const hasSavedLikes = useSavedLikes(user.id).length > 0 && user.isGuest;
  if (isWide !== inHeader) return null;
  const look = looks[inHeader ? 'header' : 'foot'];
  const itemClass = `relative flex items-center justify-center rounded-pill font-medium transition duration-200 active:scale-95 ${look.item}`;
  const entries = menuEntries.filter(
    ({ screen }) => ofNavigation.has(screen) && (screen !== 'admin' || leadsToDashboard(user)),
  );
  return (
    <nav aria-label={t({ message: 'Main', comment: 'Name of the navigation' })} className={look.place}>
      <div className={`pointer-events-auto flex gap-1 rounded-pill ${look.bar}`}>
        {entries.map((entry) => {
          const { screen, href, label, icon: Icon } = entry;
          const here = currentAt(path, entry);
          const content = (
            <>
              <Icon size={22} aria-hidden="true" />
              <span className="max-w-full text-center leading-tight wrap-anywhere hyphens-auto">
                {i18n._(label)}
              </span>
            </>
          );
          const isOpen = !user.isGuest || screen === 'feed' || (screen === 'liked' && hasSavedLikes);
          if (!isOpen) {
            return (
              <button
                key={href}
                type="button"
                className={`${itemClass} text-muted opacity-90`}
                onClick={() => offerSignUp(entry)}
              >
                {content}
                <Lock size={12} strokeWidth={3} aria-hidden="true" className={look.lock} />
                <span className="sr-only">{t`(members only)`}</span>
              </button>
            );
          }
          return (
            <Link
              key={href}
              href={href}
              aria-current={here}
              className={`${itemClass} ${here ? 'bg-brand-soft text-brand-ink' : 'hover:bg-raised'}`}
            >
              {content}
            </Link>
          );
        })}
      </div>
    </nav>
  );
}
