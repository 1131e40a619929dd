import type { App } from '@zapdeck/contract/apps/apps';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import type { Card, Deck, Decision, Page } from './deck.ts';
import { forward, open, undo } from './deck-moves.ts';
import { append, giveUpAsking, type Refresh, refresh } from './deck-news.ts';

export type DeckAction =
  | ({ type: 'append'; isThinned?: boolean } & Page)
  | { type: 'give-up-asking' }
  | ({ type: 'refresh' } & Refresh)
  | { type: 'patch'; id: string; change: Partial<App> }
  | { type: 'forward'; decision: Decision; voteBefore?: VoteType | null }
  | { type: 'undo' }
  | { type: 'open'; card: Card }
  | { type: 'settle'; seq: number }
  | { type: 'view'; id: string };

/** Returns the deck after the action; the same object if nothing changed. */
export function reduceDeck(deck: Deck, action: DeckAction): Deck {
  switch (action.type) {
    case 'append':
      return append(deck, action);
    case 'give-up-asking':
      return giveUpAsking(deck);
    case 'refresh':
      return refresh(deck, action);
    case 'patch':
      return {
        ...deck,
        apps: deck.apps.map((app) => (app.id === action.id ? { ...app, ...action.change } : app)),
      };
    case 'forward':
      return forward(deck, action.decision, action.voteBefore);
    case 'undo':
      return undo(deck);
    case 'open':
      return open(deck, action.card);
    case 'settle':
      return deck.leaving?.seq === action.seq ? { ...deck, leaving: null } : deck;
    case 'view':
      return deck.viewed.has(action.id) ? deck : { ...deck, viewed: new Set(deck.viewed).add(action.id) };
  }
}
