import { categorySlug, type Deck, findCategory } from '@zapdeck/contract/decks';
import { Category } from '@zapdeck/contract/listing';
import { DISCOVER_PATH } from '@zapdeck/contract/screens';

/** Decks without a value that have a public page. The deck `today` has a page of its own. */
export const listedKinds = ['best', 'new', 'trending'] as const;
type ListedKind = (typeof listedKinds)[number];

/** A deck with a public page. */
export type PublicDeck = { kind: ListedKind; value: null } | Extract<Deck, { kind: 'category' }>;

const isListed = (slug: string): slug is ListedKind => listedKinds.some((kind) => kind === slug);

/** Returns the path of the deck's page: `/discover/new`, `/discover/music-audio`. */
export function deckPath({ kind, value }: PublicDeck): string {
  return `${DISCOVER_PATH}/${value === null ? kind : categorySlug(value)}`;
}

/** Returns the deck whose page has this last part of the path, or undefined. */
export function deckAt(slug: string): PublicDeck | undefined {
  if (isListed(slug)) return { kind: slug, value: null };
  const value = findCategory(slug);
  return value && { kind: 'category', value };
}

/** Returns the path of the category's page; undefined for an unknown category. */
export function categoryPath(name: string): string | undefined {
  const category = Category.safeParse(name);
  return category.success ? deckPath({ kind: 'category', value: category.data }) : undefined;
}
