import { t } from '@lingui/core/macro';
import { BEST_DECK, type DeckKey } from '@zapdeck/contract/feed/decks';
import { cardHref, pathsOf, screens } from '@zapdeck/contract/instance/screens';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../../../lib/toasts.ts';
import { reportFailedRead } from '../../../../lib/failures.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import { type Card, cardId, currentCard, type Deck, END } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { loadApps } from './load-pages.ts';

/** The framed app may take a step back of the browser. Then the address is replaced after this time. */
const BACK_WAIT_MS = 300;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function parameter(name: 'deck' | 'app'): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** Returns the key of the deck that the address names, also of an unknown one. */
export function addressedDeck(): DeckKey {
  return parameter('deck') || BEST_DECK;
}

export function addressedId(): string | null {
  const id = addressedCard();
  return id === END ? null : id;
}

/** Returns the id of the card that the address names: of an app, or END. */
function addressedCard(): string | null {
  const id = parameter('app')?.toLowerCase() ?? '';
  return id === END || UUID.test(id) ? id : null;
}

function frontId(deck: Deck): string | undefined {
  const card = currentCard(deck);
  return card && cardId(card);
}

function historyDepth(): number {
  const state = history.state as { card?: unknown } | null;
  return typeof state?.card === 'number' ? state.card : 0;
}

/**
 * Keeps the address on the front card. A step forward pushes an entry to the browser's history, and undo goes back one
 * entry. The browser's Back and Forward open the card of their entry without a decision.
 */
export function startCardAddress(store: FeedStore): () => void {
  let awaited: ReturnType<typeof setTimeout> | undefined;
  const { get, set, dispatch } = store;
  const { key } = get().deck;
  const front = () => frontId(get().deck);
  const isDeckAddress = () => pathsOf(screens.feed).includes(location.pathname) && addressedDeck() === key;
  const replace = (id: string) =>
    navigate(cardHref(id, key), { replace: true, state: { card: historyDepth() } });
  const replaceByFront = () => {
    const id = front();
    if (id) replace(id);
  };

  const sync = () => {
    const id = front();
    const { returning } = get().deck;
    if (!id || awaited !== undefined || !isDeckAddress()) return;
    const shown = addressedCard();
    if (shown === id) return;
    if (shown === null || returning === 'back') return replace(id);
    if (returning === null) return navigate(cardHref(id, key), { state: { card: historyDepth() + 1 } });
    if (historyDepth() === 0) return replace(id);
    awaited = setTimeout(finishBack, BACK_WAIT_MS);
    history.back();
  };
  const finishBack = () => {
    clearTimeout(awaited);
    awaited = undefined;
    if (!isDeckAddress() || addressedCard() === front()) return;
    if (get().deck.returning === null) sync();
    else replaceByFront();
  };
  const show = (card: Card) => {
    // The dialog belongs to the card that was in front.
    set({ dialog: null });
    dispatch({ type: 'open', card });
  };
  const open = async (id: string) => {
    if (id === END) {
      // The end card exists only if the deck has reached it before.
      if (get().deck.visited.has(END)) show(END);
      else replaceByFront();
      return;
    }
    const known = get().deck.apps.find((app) => app.id === id);
    try {
      const [app] = known ? [known] : await loadApps([id]);
      if (addressedCard() !== id) return;
      if (app) return show(app);
      toast({ title: t`App not available`, description: t`This app is no longer in the deck.` });
      replaceByFront();
    } catch (error) {
      // The address stays, so that a reload or a return to it tries again.
      if (handleExpiredSession(error) || addressedCard() !== id) return;
      reportFailedRead('card', error);
      toast({ title: t`Connection Issue`, description: t`This app could not be opened. Please try again.` });
    }
  };
  const onPopState = () => {
    if (!isDeckAddress()) return;
    if (awaited !== undefined) return finishBack();
    const id = addressedCard();
    if (id !== null && id !== front()) void open(id);
    else sync();
  };

  let isOpened = false;
  const stop = watch(
    store,
    ({ deck }) => [frontId(deck)],
    ([current]) => {
      const id = addressedCard();
      if (!isOpened && id !== null && id !== current) void open(id);
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
