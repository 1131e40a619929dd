import * as z from 'zod/mini';
import type { Deck, PlainDeck } from './decks.ts';
import { DeckKeyText } from './feed.ts';
import { Colour, Picture } from '../pictures/pictures.ts';
import { Count, Id } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const DECK_COVERS = 3;

export const DeckCover = z.object({
  id: Id,
  title: z.string(),
  category: z.string(),
  picture: z.nullable(Picture),
  colour: z.nullable(Colour),
});
export type DeckCover = z.infer<typeof DeckCover>;

const plainTexts = {
  best: { title: message('Best'), line: message('What people like most') },
  new: { title: message('New'), line: message('The newest apps first') },
  trending: { title: message('Trending'), line: message('Popular right now') },
  today: { title: message('Today'), line: message('The app of the day, and earlier ones') },
  unseen: { title: message('Unseen'), line: message('Apps you haven’t seen yet') },
  liked: { title: message('Liked'), line: message('Apps you like') },
  'for-you': { title: message('For you'), line: message('Picked by what you like') },
} as const satisfies Record<PlainDeck, { title: string; line: string }>;

export function deckTexts({ kind, value }: Deck): { title: string; line: string } {
  if (value === null) return plainTexts[kind];
  const lines = {
    category: message('The best apps in this category'),
    tag: message('The best apps with this tag'),
    maker: message('Apps of this maker'),
    search: message('Your search results'),
  };
  return { title: value, line: lines[kind] };
}

export const ListedDeck = z.object({
  id: DeckKeyText,
  title: z.string(),
  line: z.string(),
  /** Number of apps that the viewer does not hide, up to a minute old. */
  apps: Count,
  newApps: Count,
  covers: z.array(DeckCover),
  isHidden: z.boolean(),
});
export type ListedDeck = z.infer<typeof ListedDeck>;

/** Includes empty decks. Guests have no deck `liked`. Members with ten votes have the deck `for-you`, as the first one. */
export const listDecks = route({
  method: 'GET',
  path: '/api/decks',
  summary: 'The decks',
  access: 'public',
  replica: true,
  response: z.array(ListedDeck),
});
