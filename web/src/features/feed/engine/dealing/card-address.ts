import { cardHref, pathsOf, screens } from '@zapdeck/contract/screens';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../../../components/ui/toast.tsx';
import { reportFailedRead } from '../../../../lib/failures.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { type Card, cardId, currentCard, type Deck, END } from '../../state/deck.ts';
import { loadApps } from './load-feed.ts';

/** The browser's own step back may be taken by the framed app; then the address is put right without it. */
const BACK_WAIT_MS = 300;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The app that the address in force names; null when it names none, or what cannot be one. */
export function addressedId(): string | null {
  const id = addressedCard();
  return id === END ? null : id;
}

/** The same, or END: the end card has an entry of the browser's history, but nothing to be loaded from. */
function addressedCard(): string | null {
  const id = new URLSearchParams(location.search).get('app')?.toLowerCase() ?? '';
  return id === END || UUID.test(id) ? id : null;
}

function frontId(deck: Deck): string | undefined {
  const card = currentCard(deck);
  return card && cardId(card);
}

function isFeedAddress(): boolean {
  return pathsOf(screens.feed).includes(location.pathname);
}

function depth(): number {
  const state = history.state as { card?: unknown } | null;
  return typeof state?.card === 'number' ? state.card : 0;
}

/**
 * Keeps the address on the current card. A step forward is a new entry of the browser's history, undo takes the entry
 * away again, and the browser's Back and Forward open the card of their entry without a decision.
 */
export function startCardAddress(store: FeedStore): () => void {
  let awaited: ReturnType<typeof setTimeout> | undefined;
  const { get, set, dispatch } = store;
  const front = () => frontId(get().deck);
  const replace = (wanted: string) => navigate(cardHref(wanted), { replace: true, state: { card: depth() } });
  const replaceByFront = () => {
    const wanted = front();
    if (wanted) replace(wanted);
  };

  const sync = () => {
    const wanted = front();
    const { returning } = get().deck;
    if (!wanted || awaited !== undefined || !isFeedAddress()) return;
    const shown = addressedCard();
    if (shown === wanted) return;
    if (shown === null || returning === 'back') return replace(wanted);
    if (returning === null) return navigate(cardHref(wanted), { state: { card: depth() + 1 } });
    if (depth() === 0) return replace(wanted);
    awaited = setTimeout(landed, BACK_WAIT_MS);
    history.back();
  };
  const landed = () => {
    clearTimeout(awaited);
    awaited = undefined;
    if (!isFeedAddress() || addressedCard() === front()) return;
    if (get().deck.returning === null) sync();
    else replaceByFront();
  };
  const show = (card: Card) => {
    // A dialog is about the card that was in front.
    set({ dialog: null });
    dispatch({ type: 'open', card });
  };
  const open = async (wanted: string) => {
    if (wanted === END) {
      // Of a deck that has been through once already; another one is not there yet.
      if (get().deck.visited.has(END)) show(END);
      else replaceByFront();
      return;
    }
    const known = get().deck.apps.find((app) => app.id === wanted);
    try {
      const [app] = known ? [known] : await loadApps([wanted]);
      if (addressedCard() !== wanted) return;
      if (app) return show(app);
      toast({ title: 'App not available', description: 'This app is no longer in the feed.' });
      replaceByFront();
    } catch (error) {
      // The address stays: loading the page again, or coming back to it, asks once more.
      if (handleExpiredSession(error) || addressedCard() !== wanted) return;
      reportFailedRead('card', error);
      toast({ title: 'Connection Issue', description: 'This app could not be opened. Please try again.' });
    }
  };
  const onPopState = () => {
    if (!isFeedAddress()) return;
    if (awaited !== undefined) return landed();
    const wanted = addressedCard();
    if (wanted !== null && wanted !== front()) void open(wanted);
    else sync();
  };

  let isOpened = false;
  const stop = watch(
    store,
    ({ deck }) => [frontId(deck)],
    ([id]) => {
      const wanted = addressedCard();
      if (!isOpened && wanted !== null && wanted !== id) void open(wanted);
      else sync();
      isOpened = true;
    },
  );
  addEventListener('popstate', onPopState);
  return () => {
    stop();
    clearTimeout(awaited);
    removeEventListener('popstate', onPopState);
  };
}
