import { plural, t } from '@lingui/core/macro';
import { type DeckCover, deckTexts, type ListedDeck } from '@zapdeck/contract/feed/deck-list';
import type { PlainDeck } from '@zapdeck/contract/feed/decks';
import { FOR_YOU_VOTES } from '@zapdeck/contract/feed/taste';
import { deckHref, screens, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { useId } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../components/ui/badge.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { EmptyDeck, EmptyState } from '../../components/ui/empty-state.tsx';
import { OfflineHint } from '../../components/ui/offline-hint.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { useHidden } from '../../lib/pending/hidden.ts';
import { useTaste } from '../../lib/pending/taste.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { Categories, useDecks } from './categories.tsx';
import { DecksSkeleton } from './skeletons.tsx';

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

/** Number of votes that a member still needs for the deck `for-you`. */
function MissingVotes() {
  const id = useId();
  const { isGuest, approval } = useUser();
  const { data } = useTaste(!isGuest && !approval);
  if (!data || data.votesMissing === 0) return null;
  return (
    <div className="card mt-3 grid gap-2 p-4 md:mt-4 md:p-5">
      <h3 className="display text-lg/snug">{say(deckTexts({ kind: 'for-you', value: null }).title)}</h3>
      <p id={id} className="text-sm text-muted">
        {plural(data.votesMissing, {
          one: '# more vote to unlock For you',
          other: '# more votes to unlock For you',
        })}
      </p>
      <ProgressBar
        aria-labelledby={id}
        className="max-w-md"
        max={FOR_YOU_VOTES}
        value={FOR_YOU_VOTES - data.votesMissing}
      />
    </div>
  );
}

const FOR_YOU = 'for-you' satisfies PlainDeck;

function NoApps() {
  const { isGuest } = useUser();
  const { data: hidden, isPending } = useHidden();
  if (isPending) return <DecksSkeleton />;
  if (hidden && hidden.length > 0)
    return (
      <EmptyState title={t`Nothing left to show`} text={t`You’ve hidden some apps.`}>
        <ButtonLink href={screens.profile.path}>{t`See what you hide`}</ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title={t`No apps yet`} text={t`New apps appear here once they are approved.`}>
      {isGuest ? null : <ButtonLink href={screens.submit.path}>{t`Submit an app`}</ButtonLink>}
    </EmptyState>
  );
}

/** The decks and the categories. */
export function AllDecks() {
  const id = useId();
  return (
    <>
      <OfflineHint text={t`Search needs a connection`} />
      <QueryView query={useDecks()} failure={t`Couldn’t load the decks`} skeleton={<DecksSkeleton />}>
        {({ decks, categories, isEmpty }) =>
          isEmpty ? (
            <NoApps />
          ) : (
            <div className="grid gap-10">
              <section aria-labelledby={id} className="discover-decks">
                <h2 id={id} className="sr-only">{t`Decks`}</h2>
                <ul className="discover-tiles">
                  {decks.map((listed) => (
                    <DeckTile key={listed.id} listed={listed} />
                  ))}
                </ul>
                {decks.some((deck) => deck.id === FOR_YOU) ? null : <MissingVotes />}
                <Link
                  href={TODAY_PATH}
                  className="mt-4 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                >{t`All apps of the day`}</Link>
              </section>
              <Categories decks={categories} />
            </div>
          )
        }
      </QueryView>
    </>
  );
}
