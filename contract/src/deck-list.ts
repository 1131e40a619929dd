import * as z from 'zod/mini';
import type { Deck, PlainDeck } from './decks.ts';
import { DeckKeyText } from './feed.ts';
import { Colour, Picture } from './pictures.ts';
import { Count, Id } from './primitives.ts';
import { route } from './route.ts';
import { message } from './message.ts';

/** Pictures of each deck in the list. */
export const DECK_COVERS = 3;

/** Data from which clients draw the cover of an app. */
export const DeckCover = z.object({
  id: Id,
  title: z.string(),
  category: z.string(),
  picture: z.nullable(Picture),
  colour: z.nullable(Colour),
});
export type DeckCover = z.infer<typeof DeckCover>;

const plainTexts = {
  best: { title: message('Best'), line: message('The best of all apps') },
  new: { title: message('New'), line: message('The newest apps first') },
  trending: { title: message('Trending'), line: message('What people like right now') },
  today: { title: message('Today'), line: message('The app of the day, and those of the days before') },
  unseen: { title: message('Unseen'), line: message('Apps that you have not seen yet') },
  liked: { title: message('Liked'), line: message('The apps that you like') },
} as const satisfies Record<PlainDeck, { title: string; line: string }>;

/** Returns the title of the deck and one line about its cards. */
export function deckTexts({ kind, value }: Deck): { title: string; line: string } {
  if (value === null) return plainTexts[kind];
  const lines = {
    category: message('The best of this category'),
    tag: message('The best with this tag'),
    maker: message('Apps of this maker'),
    search: message('What you searched for'),
  };
  return { title: value, line: lines[kind] };
}

/** A deck as Discover shows it. */
export const ListedDeck = z.object({
  /** Key of the deck. */
  id: DeckKeyText,
  title: z.string(),
  /** One line about the cards of the deck. */
  line: z.string(),
  /** Number of apps, up to a minute old. */
  apps: Count,
  /** Number of apps that the viewer has not seen. */
  newApps: Count,
  /** The first apps of the deck. */
  covers: z.array(DeckCover),
});
export type ListedDeck = z.infer<typeof ListedDeck>;

/**
 * The decks of the viewer, empty ones too: `best`, `new`, `trending`, `today`, `unseen`, `liked` (not for guests and
 * visitors), and one for each category. Visitors have seen no apps.
 */
export const listDecks = route({
  method: 'GET',
  path: '/api/decks',
  summary: 'The decks',
  access: 'public',
  replica: true,
  response: z.array(ListedDeck),
});
