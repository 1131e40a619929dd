import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { DeckKey } from '@zapdeck/contract/feed/decks';
import type { ReactNode } from 'react';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { CallError } from '../../../lib/call.ts';

/** Returns null if the deck does not exist. */
export function orNoDeck<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'deck_not_found') return null;
    throw error;
  });
}

interface Props<T> {
  deck: DeckKey | undefined;
  query: UseQueryResult<T | null>;
  /** Says that the result did not load. */
  failure: string;
  children: (data: T) => ReactNode;
}

/** Shows the result for a deck once one is chosen. */
export function DeckResult<T>({ deck, query, failure, children }: Props<T>) {
  if (deck === undefined) return null;
  return (
    <QueryView query={query} failure={failure} skeleton={<ListSkeleton />}>
      {(data) => (data === null ? <p role="alert">{t`This deck does not exist.`}</p> : children(data))}
    </QueryView>
  );
}
