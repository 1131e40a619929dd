import { categories } from '@zapdeck/contract/apps/categories';
import type { OpenDeck } from './sources.ts';
import type { Start } from './start.ts';

/** Returns true if the viewer hides the category of every app of the deck. Finding that out in SQL would read the whole deck. */
export function isAllHidden({ kind, value }: OpenDeck, hiddenCategories: Start['hiddenCategories']): boolean {
  const isHidden = (category: string) => hiddenCategories?.includes(category) === true;
  return kind === 'category' ? isHidden(value) : categories.every(isHidden);
}
