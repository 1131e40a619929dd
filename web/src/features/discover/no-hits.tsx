import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useUser } from '../../lib/session.ts';
import { Categories } from './categories.tsx';
import { useDecks } from './use-decks.ts';

/** Shown if a search has found nothing: leads to the categories, and to the form for a new app. */
export function NoHits({ query }: { query: string }) {
  const { isGuest } = useUser();
  const { data } = useDecks();
  return (
    <>
      <EmptyState title={t`Nothing found for “${query}”`} text={t`Try fewer or other words.`}>
        {isGuest ? null : (
          <ButtonLink href={screens.submit.path} variant="secondary">{t`Submit an app`}</ButtonLink>
        )}
      </EmptyState>
      {data ? <Categories decks={data.categories} /> : null}
    </>
  );
}
