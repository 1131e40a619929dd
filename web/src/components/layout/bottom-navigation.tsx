import type { CurrentUser } from '@zapdeck/contract/auth';
import Lock from 'lucide-react/icons/lock';
import { Link, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { loginAddress } from '../../lib/return-to.ts';
import { useSavedLikes } from '../../lib/saved-likes.ts';
import { useMedia } from '../../lib/use-media.ts';
import { toast } from '../ui/toast.tsx';
import { currentAt, type MenuEntry, menuEntries } from './menu-entries.ts';

const itemClass =
  'relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-pill text-[min(.75rem,4.6vw)] font-medium transition duration-200 active:scale-95 md:min-w-24 lg:min-h-12 lg:flex-row lg:gap-2 lg:px-5 lg:text-[.9375rem]';

function offerSignUp({ href, label }: MenuEntry): void {
  toast({
    title: 'Sign Up Required',
    description: `Create an account to access ${label} features`,
    action: { label: 'Sign Up', onClick: () => navigate(loginAddress(href)) },
  });
}

/** From here on it stands in the header. */
const WIDE = '(min-width: 64rem)';

interface Props {
  user: CurrentUser;
  /** Which of the two places in the page this one is; the other shows nothing meanwhile. */
  inHeader: boolean;
}

/** The way between the screens: at the thumb on a phone, in the header on a wide screen. */
export default function BottomNavigation({ user, inHeader }: Props) {
  const [path] = useLocation();
  const isWide = useMedia(WIDE);
  const hasSavedLikes = useSavedLikes(user.id).length > 0 && user.isGuest;
  if (isWide !== inHeader) return null;
  const entries = menuEntries.filter(
    ({ screen }) => screen !== 'about' && (screen !== 'admin' || user.isAdmin),
  );
  return (
    <nav
      aria-label="Main"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center px-3 pb-[calc(env(safe-area-inset-bottom)+.75rem)] lg:top-0 lg:bottom-auto lg:py-2 max-lg:[@media(max-height:26rem)]:hidden"
    >
      <div className="pointer-events-auto flex w-full max-w-md gap-1 rounded-pill border border-line bg-surface p-1.5 shadow-lift md:w-auto md:max-w-none lg:border-transparent lg:bg-transparent lg:p-0 lg:shadow-none">
        {entries.map((entry) => {
          const { screen, href, label, icon: Icon } = entry;
          const here = currentAt(path, entry);
          const content = (
            <>
              <Icon size={22} aria-hidden="true" />
              <span>{label}</span>
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
                <Lock
                  size={12}
                  strokeWidth={3}
                  aria-hidden="true"
                  className="absolute top-2 left-1/2 ml-2.5 lg:static lg:ml-0"
                />
                <span className="sr-only">(members only)</span>
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
