import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { categories } from '@zapdeck/contract/apps/categories';
import { listDecks, type ListedDeck } from '@zapdeck/contract/feed/deck-list';
import { parseDeckKey } from '@zapdeck/contract/feed/decks';
import { deckHref } from '@zapdeck/contract/instance/screens';
import { type CSSProperties, useId } from 'react';
import { Link } from 'wouter';
import { CategoryIcon } from '../../components/ui/category-icon.tsx';
import { call } from '../../lib/call.ts';
import { say } from '../../lib/say.ts';

interface Decks {
  decks: ListedDeck[];
  categories: ListedDeck[];
  isEmpty: boolean;
}

function sorted(listed: readonly ListedDeck[]): Decks {
  const isCategory = ({ id }: ListedDeck) => parseDeckKey(id)?.kind === 'category';
  return {
    decks: listed.filter((deck) => !isCategory(deck)),
    categories: listed.filter(isCategory),
    isEmpty: listed.every(({ apps }) => apps === 0),
  };
}

/** Reads the decks of the viewer. Their numbers change with each card, so they are read again on each visit. */
export function useDecks() {
  return useQuery({
    queryKey: ['decks'],
    queryFn: () => call(listDecks, {}),
    select: sorted,
    refetchOnMount: 'always',
  });
}

const FULL_TURN = 360;

/** Returns a hue for each category. Neighbours in the list differ. */
function hueOf(category: string): number {
  const place = categories.findIndex((name) => name === category);
  return (290 + place * 7 * (FULL_TURN / categories.length)) % FULL_TURN;
}

function countText({ apps, isHidden }: ListedDeck): string {
  if (isHidden) return t`Hidden`;
  return apps === 0 ? t`No apps yet` : plural(apps, { one: '# app', other: '# apps' });
}

function CategoryTile({ listed }: { listed: ListedDeck }) {
  const { id, title } = listed;
  return (
    <li className="discover-category card relative flex items-center gap-2.5 p-2.5 transition hover:border-line-strong sm:gap-3 sm:p-3">
      <span
        className="discover-icon grid size-9 shrink-0 place-items-center rounded-[11px] sm:size-11 sm:rounded-field"
        style={{ '--hue': hueOf(title) } as CSSProperties}
      >
        <CategoryIcon category={title} className="size-5.5" />
      </span>
      <span className="min-w-0">
        <Link
          href={deckHref(id)}
          className="block text-[.9375rem]/tight font-semibold hyphens-auto after:absolute after:inset-0 after:rounded-card"
        >
          {say(title)}
        </Link>
        <span className="tabular block text-xs text-muted">{countText(listed)}</span>
      </span>
    </li>
  );
}

/** The categories with their numbers of apps. Each opens its deck. */
export function Categories({ decks }: { decks: readonly ListedDeck[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display mb-4 text-heading">{t`Categories`}</h2>
      <ul className="discover-categories">
        {decks.map((listed) => (
          <CategoryTile key={listed.id} listed={listed} />
        ))}
      </ul>
    </section>
  );
}
