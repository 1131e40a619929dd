import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { nameOf } from '../../lib/person.ts';
import { Avatar } from '../ui/avatar.tsx';

const itemClass =
  'flex min-h-11 items-center gap-3 rounded-field px-3.5 font-medium hover:bg-raised focus-visible:-outline-offset-2';

/** Letters typed within this time belong to one word. */
const TYPED_FOR_MS = 1_000;

/** Avatar of the signed-in user, which opens the account menu. */
export default function AvatarMenu({ user }: { user: CurrentUser }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const name = nameOf(user);
  const typed = useRef({ text: '', at: 0 });

  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const move = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') menu.current?.hidePopover();
    if (target !== undefined) {
      event.preventDefault();
      all.at(target % all.length)?.focus();
    } else if (/^\p{L}$/u.test(event.key)) {
      const { text, at: typedAt } = typed.current;
      const isNew = event.timeStamp - typedAt > TYPED_FOR_MS;
      typed.current = { text: (isNew ? '' : text) + event.key.toLowerCase(), at: event.timeStamp };
      all.find(({ textContent }) => textContent?.toLowerCase().startsWith(typed.current.text))?.focus();
    }
  };
  const close = () => menu.current?.hidePopover();

  // Before iOS 18.3, a tap beside a popover does not close it.
  useEffect(() => {
    if (!open) return;
    const closeBeside = ({ target }: PointerEvent) => {
      const isInside = [menu, button].some((part) => part.current?.contains(target as Node));
      if (!isInside) menu.current?.hidePopover();
    };
    addEventListener('pointerdown', closeBeside);
    return () => removeEventListener('pointerdown', closeBeside);
  }, [open]);

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        className="inline-flex size-12 items-center justify-center rounded-pill transition active:scale-95"
      >
        <Avatar user={user} />
        <span className="sr-only">{t`Account of ${name}`}</span>
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={t`Account`}
        className="fixed inset-auto top-[calc(env(safe-area-inset-top)+4rem)] inset-e-[max(.75rem,calc(50vw-var(--page)/2+.75rem))] m-0 w-60 rounded-card border border-line bg-surface p-2 text-ink shadow-lift [&:popover-open]:rise"
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setOpen(opened);
          if (opened) items()[0]?.focus();
        }}
        onKeyDown={move}
      >
        <div className="mb-1 border-b border-line px-3.5 pt-1.5 pb-2.5">
          <p dir="auto" className="truncate font-semibold">
            {name}
          </p>
          <p dir="auto" className="truncate text-sm text-muted">
            {user.email ?? t`Browsing as guest`}
          </p>
        </div>
        <Link href="/profile" role="menuitem" className={itemClass} onClick={close}>
          <UserRound size={19} aria-hidden="true" />
          <span>{t`Profile`}</span>
        </Link>
        <a href="/api/logout" role="menuitem" className={itemClass}>
          <LogOut size={19} className="rtl:-scale-x-100" aria-hidden="true" />
          <span>{t`Log out`}</span>
        </a>
      </div>
    </>
  );
}
