import {
  categorySlug,
  type Deck,
  type DeckKey,
  findCategory,
  parseDeckKey,
} from '@zapdeck/contract/feed/decks';
import { Category } from '@zapdeck/contract/apps/listing';
import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { DISCOVER_PATH, TODAY_PATH } from '@zapdeck/contract/instance/screens';

/** Decks without a value that have a page at this path. `today` has its own page. */
export const listedKinds = ['best', 'new', 'trending'] as const;
type ListedKind = (typeof listedKinds)[number];

export type PublicDeck = { kind: ListedKind; value: null } | Extract<Deck, { kind: 'category' }>;

const isListedKind = (slug: string): slug is ListedKind => listedKinds.some((kind) => kind === slug);

/** Returns the path of a deck's page, such as `/discover/new` or `/discover/music-audio`. */
export function deckPath({ kind, value }: PublicDeck): string {
  return `${DISCOVER_PATH}/${value === null ? kind : categorySlug(value)}`;
}

/** Returns the deck with this last part of the path, or undefined. */
export function deckAt(slug: string): PublicDeck | undefined {
  if (isListedKind(slug)) return { kind: slug, value: null };
  const value = findCategory(slug);
  return value && { kind: 'category', value };
}

/** Returns the path of a category's page, or undefined if it is unknown. */
export function categoryPath(name: string): string | undefined {
  const category = Category.safeParse(name);
  return category.success ? deckPath({ kind: 'category', value: category.data }) : undefined;
}

/** Returns the path of a deck for visitors. Undefined for unknown decks and decks of a user. */
export function visitorsPathOf(key: DeckKey): string | undefined {
  const deck = parseDeckKey(key);
  switch (deck?.kind) {
    case 'best':
    case 'new':
    case 'trending':
    case 'category':
      return deckPath(deck as PublicDeck);
    case 'today':
      return TODAY_PATH;
    case 'maker':
      return MAKERS_PATH + encodeURIComponent(deck.value);
    case 'tag':
    case 'search':
      return `${DISCOVER_PATH}?q=${encodeURIComponent(deck.value)}`;
    default:
      return undefined;
  }
}
