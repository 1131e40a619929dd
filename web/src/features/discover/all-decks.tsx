import { t } from '@lingui/core/macro';
import type { PlainDeck } from '@zapdeck/contract/feed/decks';
import { screens, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { useId } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { OfflineHint } from '../../components/ui/offline-hint.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { useHidden } from '../../lib/pending/hidden.ts';
import { useUser } from '../../lib/session.ts';
import { Categories } from './categories.tsx';
import { DeckTile } from './deck-tile.tsx';
import { MissingVotes } from './missing-votes.tsx';
import { DecksSkeleton } from './skeletons.tsx';
import { useDecks } from './use-decks.ts';

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
