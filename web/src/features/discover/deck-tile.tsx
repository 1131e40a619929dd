import { plural, t } from '@lingui/core/macro';
import type { DeckCover, ListedDeck } from '@zapdeck/contract/feed/deck-list';
import type { PlainDeck } from '@zapdeck/contract/feed/decks';
import { deckHref } from '@zapdeck/contract/instance/screens';
import { Link } from 'wouter';
import { Badge } from '../../components/ui/badge.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { EmptyDeck } from '../../components/ui/empty-deck.tsx';
import { say } from '../../lib/say.ts';

/** All of its apps are new. */
const UNSEEN = 'unseen' satisfies PlainDeck;
const LIKED = 'liked' satisfies PlainDeck;

/** Places of the covers, by their number: the first cover is in front. */
const fans: Readonly<Record<number, readonly string[]>> = {
  1: ['z-1'],
  2: ['z-1 -translate-x-[32%] -rotate-4', 'translate-x-[32%] rotate-5'],
  3: [
    'z-1',
    '-translate-x-[54%] -rotate-8 scale-88 sm:-translate-x-[66%]',
    'translate-x-[54%] rotate-8 scale-88 sm:translate-x-[66%]',
  ],
};

function Fan({ covers }: { covers: readonly DeckCover[] }) {
  if (covers.length === 0) return <EmptyDeck className="h-24" />;
  return covers.map((app, place) => (
    <Cover
      key={app.id}
      whole
      app={app}
      className={`discover-cover absolute! h-[76%] aspect-[4/5] rounded-[14px] shadow-lift ring-1 ring-black/10 ${fans[covers.length]?.[place]}`}
    />
  ));
}

/** A deck with its covers, its name and its numbers. Opens the deck. */
export function DeckTile({ listed }: { listed: ListedDeck }) {
  const { id, title, line, apps, newApps, covers } = listed;
  const isOwn = id === UNSEEN || id === LIKED;
  return (
    <li className="discover-tile card relative flex flex-col overflow-hidden transition hover:border-line-strong">
      <div className="discover-fan relative grid h-32 place-items-center overflow-hidden sm:h-40">
        <Fan covers={covers} />
      </div>
      <div className="discover-words flex grow flex-col gap-1 p-3.5">
        <h3 className="display text-lg/snug">
          <Link href={deckHref(id)} className="after:absolute after:inset-0 after:rounded-card">
            {say(title)}
          </Link>
        </h3>
        <p className="text-sm/snug text-muted">{say(line)}</p>
        <p className="tabular mt-auto flex min-h-6 flex-wrap items-center gap-2 pt-1.5 text-xs font-medium text-muted">
          <span>
            {apps === 0 && !isOwn ? t`No apps yet` : plural(apps, { one: '# app', other: '# apps' })}
          </span>
          {newApps === 0 || id === UNSEEN ? null : (
            <Badge tone="brand">
              <span>
                {t({
                  message: plural(newApps, { other: '# new' }),
                  comment: 'Number of apps that the user has not seen',
                })}
              </span>
            </Badge>
          )}
        </p>
      </div>
    </li>
  );
}
