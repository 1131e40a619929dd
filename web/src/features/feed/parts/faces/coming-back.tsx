import { plural } from '@lingui/core/macro';
import { countNewApps, RETURN_AFTER_MS } from '@zapdeck/contract/apps/new-apps';
import { screens } from '@zapdeck/contract/instance/screens';
import { type MouseEvent, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { announce } from '../../../../lib/announce.ts';
import { call } from '../../../../lib/call.ts';
import { localized } from '../../../../lib/localized.ts';
import { renewDeck } from '../../engine/dealing/dealt-decks.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';

const DAY_MS = 24 * 3_600_000;
/** A weekday names no other day for this long. */
const WEEKDAYS_MAX = 6;

const time = localized((locales) => new Intl.DateTimeFormat(locales, { timeStyle: 'short' }));
const weekday = localized((locales) => new Intl.DateTimeFormat(locales, { weekday: 'long' }));
const day = localized((locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short' }));
const year = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium' }));

/** Returns a short name of a past moment: its time if it is of today, its weekday, or its date. */
export function nameOfMoment(moment: string, now: number): string {
  const then = new Date(moment);
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  // Rounded, because days have 23 or 25 hours when the clocks change.
  const days = Math.round((midnight(new Date(now)) - midnight(then)) / DAY_MS);
  if (days === 0) return time().format(then);
  if (days <= WEEKDAYS_MAX) return weekday().format(then);
  return (then.getFullYear() === new Date(now).getFullYear() ? day() : year()).format(then);
}

const DECK = 'new';
const ADDRESS = `${screens.feed.path}?deck=${DECK}`;
/** Storage key of the last view after which this device has shown the message. */
const SHOWN_KEY = 'zapdeck.new-since';

/** Last request of this page, and its user. */
let asked = { userId: '', at: 0 };

/** Returns true if this device has shown the message before, and marks it as shown. Without storage, each page shows it. */
function wasShown(since: string): boolean {
  try {
    if (localStorage.getItem(SHOWN_KEY) === since) return true;
    localStorage.setItem(SHOWN_KEY, since);
  } catch {
    // The browser blocks storage.
  }
  return false;
}

/** Returns the message of a member who returns, once for all tabs of the device. Null if there is none. */
async function readMessage(userId: string): Promise<string | null> {
  const now = Date.now();
  if (document.hidden || (asked.userId === userId && now - asked.at < RETURN_AFTER_MS)) return null;
  asked = { userId, at: now };
  try {
    const { since, count } = await call(countNewApps, {});
    if (since === null || count === 0 || wasShown(since)) return null;
    const when = nameOfMoment(since, now);
    return plural(count, {
      // NEW_APPS_MAX: there may be more.
      100: `99+ new since ${when}`,
      one: `# new since ${when}`,
      other: `# new since ${when}`,
    });
  } catch {
    // Without a response the feed says nothing, and asks when the page is shown again.
    asked.at = 0;
    return null;
  }
}

/** Says how many apps are new to a member who returns, until the first swipe. Leads to them. */
export default function ComingBack() {
  const { user, store } = useOpenFeed();
  const seq = useFeed(({ deck }) => deck.seq);
  const [message, setMessage] = useState<{ text: string; seq: number }>();
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const text = await readMessage(user.id);
      if (text === null || isGone) return;
      setMessage({ text, seq: store.get().deck.seq });
      announce(text);
    };
    const ask = () => void show();
    ask();
    // A page can stay open for days.
    document.addEventListener('visibilitychange', ask);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', ask);
    };
  }, [user.id, store]);
  if (message?.seq !== seq) return null;

  const open = (event: MouseEvent) => {
    event.preventDefault();
    setMessage(undefined);
    navigate(ADDRESS);
    // The deck that is kept may be older than the new apps.
    renewDeck(user.id, DECK);
  };
  return (
    <div
      data-no-swipe=""
      className="feed-offer absolute top-[calc(env(safe-area-inset-top)+.125rem)] inset-e-[calc(var(--safe-end)+.5rem)] z-[25]"
    >
      <a
        href={ADDRESS}
        draggable={false}
        className="inline-flex min-h-11 w-25 items-center justify-center rounded-pill bg-brand px-3 text-center text-xs/4 font-semibold text-balance text-white transition duration-200 ease-out hover:brightness-110 active:scale-97"
        onClick={open}
      >
        {message.text}
      </a>
    </div>
  );
}
