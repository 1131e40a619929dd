import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Elements } from '../../lib/elements.ts';
import { instance } from '../../lib/instance.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { FOCUS_SEARCH } from '../../lib/search-key.ts';
import type { Session } from '../../lib/session.ts';
import { BoltMark } from '../ui/bolt-mark.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/spinner.tsx';

const loadMenu = () => import('./side-menu.tsx');
const SideMenu = lazyPart(loadMenu);

interface MenuButtonProps {
  loginHref?: string;
  className?: string;
}

/** Button that opens the side menu. The menu closes when another screen opens. */
export function MenuButton({ loginHref = '/login', className = '' }: MenuButtonProps) {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === path;
  return (
    <>
      <IconButton
        label={t`Menu`}
        aria-expanded={open}
        aria-haspopup="dialog"
        className={className}
        onPointerEnter={() => loadMenu().catch(() => undefined)}
        onClick={() => setOpenAt(path)}
      >
        <Menu size={24} />
      </IconButton>
      <SideMenu open={open} loginHref={loginHref} onClose={() => setOpenAt(undefined)} />
    </>
  );
}

const AvatarMenu = lazyPart(() => import('./avatar-menu.tsx'), <span className="size-12" />);

interface Props {
  session: Session;
  loginHref: string;
  /** Lies over the hero of the landing page, which is dark on a phone. */
  overlay?: boolean;
  wide?: boolean;
  hasSearch: boolean;
  children?: Elements;
}

function Corner({ session, loginHref }: Pick<Props, 'session' | 'loginHref'>) {
  switch (session.state) {
    case 'loading':
      return <Spinner label={t`Loading…`} className="mx-3 size-5" />;
    case 'signed-in':
      return <AvatarMenu user={session.user} />;
    case 'visitor':
    case 'failed':
      return (
        <ButtonLink
          href={loginHref}
          className="min-w-0 wrap-anywhere hyphens-auto @max-[16rem]:px-3 @max-[11rem]:px-1.5 @max-[11rem]:text-xs"
        >{t`Login`}</ButtonLink>
      );
  }
}

function SearchLink() {
  const label = t`Search apps`;
  return (
    <Link
      href={screens.discover.path}
      state={FOCUS_SEARCH}
      aria-label={label}
      data-tooltip={label}
      className="grid size-11 shrink-0 place-items-center rounded-pill transition hover:bg-ink/8 active:scale-90 @max-[16rem]:hidden"
    >
      <Search size={22} aria-hidden="true" />
    </Link>
  );
}

/** Header with menu button, link to the landing page, and account or login. */
export function Header({ session, loginHref, overlay = false, wide = false, hasSearch, children }: Props) {
  const look = overlay
    ? 'absolute inset-x-0 text-white md:text-ink'
    : 'sticky border-b border-line bg-paper text-ink';
  // The account menu opens outside of the flow and needs the same width.
  const width = wide ? '[--page:90rem] md:pe-2' : '[--page:72rem]';
  return (
    <header className={`@container top-0 z-30 pt-[env(safe-area-inset-top)] ${look} ${width}`}>
      <div className="mx-auto flex h-16 max-w-(--page) items-center gap-1 px-[min(.625rem,2.5%)] md:px-5">
        <div className="flex min-w-0 items-center gap-1 lg:flex-1">
          <MenuButton loginHref={loginHref} />
          <Link
            href="/landing"
            aria-label={instance.name}
            className="flex h-11 min-w-11 flex-wrap content-start items-center gap-x-2 gap-y-4 overflow-hidden rounded-pill ps-1.5 pe-3 @max-[14rem]:px-0 active:scale-97"
          >
            {/* Without room, the name wraps and is cut off. */}
            <BoltMark className="h-11 w-9" />
            <span className="display line-clamp-2 max-w-max grow basis-22 text-[1.375rem] leading-[1.05] wrap-anywhere">
              {instance.name}
            </span>
          </Link>
        </div>
        {children}
        <div className="ms-auto flex max-w-[calc(100%-5.75rem)] shrink-0 items-center justify-end gap-1 lg:flex-1">
          {hasSearch ? <SearchLink /> : null}
          <Corner session={session} loginHref={loginHref} />
        </div>
      </div>
    </header>
  );
}
