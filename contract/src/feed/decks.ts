import type { Category } from '../apps/listing.ts';
import { categories } from '../apps/categories.ts';

export const plainDecks = ['best', 'new', 'trending', 'today', 'unseen', 'liked', 'for-you'] as const;
/** Decks of the apps with a value. The key of such a deck is `KIND:VALUE`. */
const selections = ['category', 'tag', 'maker', 'search'] as const;

export type PlainDeck = (typeof plainDecks)[number];

export type Deck =
  | { kind: PlainDeck; value: null }
  | { kind: 'category'; value: Category }
  | { kind: 'tag' | 'maker'; value: string }
  | { kind: 'search'; value: string };
export type DeckKind = Deck['kind'];

export const deckKinds = [...plainDecks, ...selections] as const satisfies readonly DeckKind[];

export const BEST = { kind: 'best', value: null } as const satisfies Deck;

/** Returns the category as in addresses: "Health & Fitness" as "health-fitness". */
export const categorySlug = (category: Category): string =>
  category.toLowerCase().replaceAll(/[^a-z]+/g, '-');

const categoriesBySlug: ReadonlyMap<string, Category> = new Map(
  categories.map((category) => [categorySlug(category), category]),
);

export const findCategory = (slug: string): Category | undefined => categoriesBySlug.get(slug);

/**
 * `best`, `new`, `trending`, `today`, `unseen`, `liked`, `for-you`, `category:SLUG`, `tag:NAME`, `maker:HANDLE` or
 * `search:QUERY`.
 */
export type DeckKey = string;

const isPlain = (key: string): key is PlainDeck => plainDecks.some((kind) => kind === key);

export function deckKeyOf(deck: Deck): DeckKey {
  if (deck.value === null) return deck.kind;
  return `${deck.kind}:${deck.kind === 'category' ? categorySlug(deck.value) : deck.value}`;
}

export const BEST_DECK: DeckKey = deckKeyOf(BEST);

export function parseDeckKey(key: DeckKey): Deck | undefined {
  if (isPlain(key)) return { kind: key, value: null };
  const [, kind, value = ''] = /^([a-z]+):(.+)$/s.exec(key) ?? [];
  if (kind === 'category') {
    const category = findCategory(value);
    return category && { kind, value: category };
  }
  return kind === 'tag' || kind === 'maker' || kind === 'search' ? { kind, value } : undefined;
}
