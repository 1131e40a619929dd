import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { instance } from '../../lib/instance.ts';
import { useSession } from '../../lib/session.ts';
import { setTheme, type Theme, themes, useTheme } from '../../lib/theme.ts';
import { BoltMark } from '../ui/bolt-mark.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Layer } from '../ui/layer.tsx';
import { LanguageSelect } from './language-select.tsx';
import { LegalLinks, PoweredBy } from './legal-links.tsx';
import { currentAt, leadsToDashboard, menuEntries, type MenuEntry } from './menu-entries.ts';

/** Chooses the language of the screens. Renders nothing if there is only one. */
function LanguageMenu({ isMember }: { isMember: boolean }) {
  const id = useId();
  if (instance.languages.length < 2) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-center gap-2 text-sm font-semibold text-muted">
        {/* Helps users who cannot read the current language. */}
        <Languages size={17} aria-hidden="true" />
        <span>{t`Language`}</span>
      </label>
      <LanguageSelect id={id} isMember={isMember} />
    </div>
  );
}

const looks: Record<Theme, { label: MessageDescriptor; icon: typeof Sun }> = {
  system: { label: msg({ message: 'System', comment: 'Colours as set on the device' }), icon: Monitor },
  light: { label: msg({ message: 'Light', comment: 'Colours' }), icon: Sun },
  dark: { label: msg({ message: 'Dark', comment: 'Colours' }), icon: Moon },
};

/** Chooses between the device's colour scheme, light and dark. */
function ThemeSwitch() {
  const theme = useTheme();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold text-muted">{t`Appearance`}</legend>
      <div className="grid grid-cols-3 gap-1 rounded-pill bg-raised p-1">
        {themes.map((choice) => {
          const { label, icon: Icon } = looks[choice];
          return (
            <label
              key={choice}
              className="flex min-h-11 items-center justify-center gap-1.5 rounded-pill text-sm font-medium text-muted transition-colors has-checked:bg-brand has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-brand-ink"
            >
              <input
                type="radio"
                name="theme"
                className="sr-only"
                checked={theme === choice}
                onChange={() => setTheme(choice)}
              />
              <Icon size={17} aria-hidden="true" />
              <span>{i18n._(label)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

interface Props {
  open: boolean;
  loginHref: string;
  onClose: () => void;
}

const entryClass =
  'flex min-h-12 items-center gap-3.5 rounded-field px-3.5 font-medium transition-colors hover:bg-raised';

function mayOpen({ screen }: MenuEntry, user: CurrentUser | undefined): boolean {
  const isForVisitors = screen === 'feed' || screens[screen].hasVisitorsPage;
  switch (isForVisitors ? 'public' : screens[screen].access) {
    case 'public':
      return true;
    case 'session':
      return user !== undefined;
    case 'member':
      return user?.isGuest === false;
    case 'moderator':
      return user !== undefined && leadsToDashboard(user);
  }
}

/** Side menu, opened from the start of the line: screens, language, colour scheme, and Log out or Login. */
export default function SideMenu({ open, loginHref, onClose }: Props) {
  const [path] = useLocation();
  const openedAt = useRef(path);
  useEffect(() => {
    if (open) openedAt.current = path;
  }, [open, path]);
  const goOn = () => {
    // Closing the dialog returns the focus to the menu button. After a navigation it belongs on the new screen.
    if (openedAt.current !== location.pathname)
      document.querySelector('main')?.focus({ preventScroll: true });
  };
  const session = useSession();
  const user = session.state === 'signed-in' ? session.user : undefined;
  const entries = menuEntries.filter((entry) => mayOpen(entry, user));
  return (
    <Layer open={open} onClose={onClose} onClosed={goOn} label={t`Menu`} className="flex">
      <div className="layer-panel flex h-full w-[min(20rem,85vw)] flex-col overflow-y-auto rounded-e-[28px] bg-surface px-3 pt-[calc(env(safe-area-inset-top)+.75rem)] pb-[calc(env(safe-area-inset-bottom)+1rem)] text-ink shadow-lift [--from-x:-100%] rtl:[--from-x:100%]">
        <div className="flex items-center gap-2 pb-3 ps-2">
          <BoltMark className="size-9" />
          <span dir="auto" className="display line-clamp-2 grow text-[1.375rem] wrap-anywhere">
            {instance.name}
          </span>
          <IconButton label={t`Close menu`} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        <nav aria-label={t`Menu`} className="grid gap-1">
          {entries.map((entry) => {
            const { href, label, icon: Icon } = entry;
            const here = currentAt(path, entry);
            return (
              <Link
                key={href}
                href={href}
                onClick={onClose}
                aria-current={here}
                className={`${entryClass} ${here ? 'bg-brand-soft text-brand-ink' : ''}`}
              >
                <Icon size={21} aria-hidden="true" />
                <span>{i18n._(label)}</span>
              </Link>
            );
          })}
        </nav>
        <div className="mt-auto grid gap-4 px-2 pt-6">
          <LanguageMenu isMember={user?.isGuest === false} />
          <ThemeSwitch />
          {user ? (
            <a href="/api/logout" className={`${entryClass} -mx-2`}>
              <LogOut size={21} className="rtl:-scale-x-100" aria-hidden="true" />
              <span>{t`Log out`}</span>
            </a>
          ) : (
            <ButtonLink href={loginHref} className="w-full">{t`Login`}</ButtonLink>
          )}
          <div className="flex flex-wrap gap-x-4 text-sm text-muted">
            <LegalLinks className="flex min-h-9 items-center underline-offset-4 hover:underline" />
            <PoweredBy className="w-full text-xs" />
          </div>
        </div>
      </div>
    </Layer>
  );
}
