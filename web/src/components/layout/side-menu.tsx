import CirclePlus from 'lucide-react/icons/circle-plus';
import Heart from 'lucide-react/icons/heart';
import Info from 'lucide-react/icons/info';
import Layers from 'lucide-react/icons/layers';
import LogOut from 'lucide-react/icons/log-out';
import Shield from 'lucide-react/icons/shield';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { Link, useLocation } from 'wouter';
import { isHere } from '../../lib/is-here.ts';
import { useSession } from '../../lib/session.ts';
import { BoltMark } from '../ui/bolt-mark.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Layer } from '../ui/layer.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface Props {
  open: boolean;
  loginHref: string;
  onClose: () => void;
  /** Called when the menu is gone. */
  onClosed: () => void;
}

interface Entry {
  href: string;
  label: string;
  icon: typeof Heart;
}

const entryClass =
  'flex min-h-12 items-center gap-3.5 rounded-field px-3.5 font-medium transition-colors hover:bg-raised';

function useEntries(): Entry[] {
  const session = useSession();
  const user = session.state === 'signed-in' ? session.user : undefined;
  const entries: (Entry | false | undefined)[] = [
    { href: '/', label: 'Browse', icon: Layers },
    { href: '/about', label: 'About', icon: Info },
    user && !user.isGuest && { href: '/submit', label: 'Submit', icon: CirclePlus },
    user && !user.isGuest && { href: '/liked', label: 'Liked', icon: Heart },
    user && { href: '/profile', label: 'Profile', icon: UserRound },
    user?.isAdmin && { href: '/admin', label: 'Admin', icon: Shield },
  ];
  return entries.filter((entry) => !!entry);
}

/** The menu from the left: where one can go, the colour scheme, and the login for those who are not signed in. */
export default function SideMenu({ open, loginHref, onClose, onClosed }: Props) {
  const [path] = useLocation();
  const signedIn = useSession().state === 'signed-in';
  const entries = useEntries();
  return (
    <Layer open={open} onClose={onClose} onClosed={onClosed} label="Menu" className="flex">
      <div className="layer-panel flex h-full w-[min(20rem,85vw)] flex-col overflow-y-auto rounded-r-[28px] bg-surface px-3 pt-[calc(env(safe-area-inset-top)+.75rem)] pb-[calc(env(safe-area-inset-bottom)+1rem)] text-ink shadow-lift [--from-x:-100%]">
        <div className="flex items-center gap-2 pb-3 pl-2">
          <BoltMark className="size-9" />
          <span className="display grow text-[1.375rem]">Zapdeck</span>
          <IconButton label="Close menu" onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        <nav aria-label="Menu" className="grid gap-1">
          {entries.map(({ href, label, icon: Icon }) => {
            const here = isHere(path, href);
            return (
              <Link
                key={href}
                href={href}
                onClick={onClose}
                aria-current={here ? 'page' : undefined}
                className={`${entryClass} ${here ? 'bg-brand-soft text-brand-ink' : ''}`}
              >
                <Icon size={21} aria-hidden="true" />
                {label}
              </Link>
            );
          })}
        </nav>
        <div className="mt-auto grid gap-4 px-2 pt-6">
          <ThemeSwitch />
          {signedIn ? (
            <a href="/api/logout" className={`${entryClass} -mx-2`}>
              <LogOut size={21} aria-hidden="true" />
              Log out
            </a>
          ) : (
            <ButtonLink href={loginHref} className="w-full">
              Login
            </ButtonLink>
          )}
        </div>
      </div>
    </Layer>
  );
}
