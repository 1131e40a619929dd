import type { Db } from '../../db/client.ts';
import { type CandidateQuery, firstLanguages } from './candidate-query.ts';
import { readCandidates } from './candidates.ts';
import { type DealtHand, dealHand, joinCards, recommendPage } from './deal-hand.ts';
import type { Place } from './recommend.ts';

export interface DealtStep extends DealtHand {
  /** Version of the taste that ranks the cards. Null except in the deck `for-you`. */
  taste: string | null;
}

/** Deals the pages of a query. */
export async function dealStep(db: Db, query: CandidateQuery): Promise<DealtStep> {
  const candidates = await readCandidates(db, query);
  const taste = candidates.forYou?.taste ?? null;
  return { ...dealHand(candidates, query.params, query.pages), taste };
}

/** The query for all apps that are left. It has no condition on languages, so it also finds apps whose language has changed since. */
const restOf = (query: CandidateQuery, ids: readonly string[]): CandidateQuery => ({
  ...query,
  languages: null,
  dealt: [...(query.dealt ?? []), ...ids],
});

/**
 * Deals the pages of a query from the top: first apps in languages that the viewer reads, then all others. `isOthers` says that the
 * first ones are all dealt, and that the position is one among the others. With both, there can be more cards than on the pages.
 */
export async function dealInSteps(db: Db, query: CandidateQuery): Promise<DealtStep & { isOthers: boolean }> {
  const languages = firstLanguages(query);
  const first = await dealStep(db, { ...query, languages });
  if (!languages || !first.isAll) return { ...first, isOthers: false };
  const others = await dealStep(db, restOf(query, first.ids));
  return { ...others, ...joinCards(first, others), taste: first.taste, isOthers: true };
}

/** Returns the places of the first page of a query, in the same two steps. Leaves out unreachable apps. */
export async function recommendInSteps(db: Db, query: CandidateQuery): Promise<Place[]> {
  const { params } = query;
  const languages = firstLanguages(query);
  const first = recommendPage(await readCandidates(db, { ...query, languages }), params);
  if (!languages || first.length === params.appsPerPage) return first;
  const ids = first.map(({ candidate }) => candidate.id);
  const others = recommendPage(await readCandidates(db, restOf(query, ids)), params);
  return [...first, ...others].slice(0, params.appsPerPage);
}
