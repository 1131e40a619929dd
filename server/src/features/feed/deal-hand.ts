import { CardReason } from '@zapdeck/contract/feed/feed';
import { type AlgorithmParams, poolSize } from '@zapdeck/contract/instance/settings';
import type { DeckCandidates } from './candidates.ts';
import type { Position } from './order.ts';
import { recommendForYou } from './recommend-for-you.ts';
import { type Candidate, type Place, recommend } from './recommend.ts';

/** Letters that the deal log stores for the reason of a place. */
export const reasonLetters = {
  fresh: 'f',
  newcomer: 'n',
  recycled: 'r',
  ranked: 'k',
  unreachable: 'u',
  paired: 'p',
  explored: 'e',
} as const satisfies Record<CardReason, string>;

/** Cards in the order in which they are dealt. */
export interface Cards {
  ids: string[];
  /** One letter per card. */
  reasons: string;
  /** For each card, the liked app that leads to it, or null. */
  because: (string | null)[];
}

/** Returns the cards of both, in their order. */
export const joinCards = (one: Cards, other: Cards): Cards => ({
  ids: [...one.ids, ...other.ids],
  reasons: one.reasons + other.reasons,
  because: [...one.because, ...other.because],
});

export interface DealtHand extends Cards {
  /** True if the hand contains all candidates. */
  isAll: boolean;
  /** All fresh apps above this position are in the hand; null if the best one is not. */
  resumeAt: Position | null;
}

/** Returns the places of the next page. */
export function recommendPage(
  candidates: Omit<DeckCandidates, 'unreachable'>,
  params: AlgorithmParams,
): Place[] {
  const { forYou, fresh, newcomers } = candidates;
  if (forYou) return recommendForYou({ ...candidates, ...forYou }, params);
  return recommend(
    {
      ...candidates,
      // One more than the pool, so that `recommend` knows that more apps follow.
      fresh: fresh.slice(0, poolSize(params) + 1),
      newcomers: newcomers.slice(0, params.appsPerPage),
    },
    params,
  );
}

/** Deals `pages` pages, one call of `recommendPage` each. Unreachable apps fill the remaining places. */
export function dealHand(found: DeckCandidates, params: AlgorithmParams, pages: number): DealtHand {
  const taken = new Set<string>();
  const left = <T extends Candidate>(list: readonly T[]) => list.filter(({ id }) => !taken.has(id));
  const leftForYou = () =>
    found.forYou && {
      ...found.forYou,
      ranked: left(found.forYou.ranked),
      unwanted: left(found.forYou.unwanted),
    };
  let reasons = '';
  const because: Cards['because'] = [];
  for (let page = 0; page < pages; page += 1) {
    const places = recommendPage(
      {
        ...found,
        fresh: left(found.fresh),
        newcomers: left(found.newcomers),
        recycled: left(found.recycled),
        forYou: leftForYou(),
      },
      params,
    );
    for (const { candidate, reason } of places) {
      taken.add(candidate.id);
      reasons += reasonLetters[reason];
      because.push(candidate.because ?? null);
    }
    for (const { id } of left(found.unreachable).slice(0, params.appsPerPage - places.length)) {
      taken.add(id);
      reasons += reasonLetters.unreachable;
      because.push(null);
    }
  }
  const firstLeft = found.fresh.findIndex(({ id }) => !taken.has(id));
  const last = firstLeft === -1 ? found.fresh.at(-1) : found.fresh[firstLeft - 1];
  const unseen = [...found.fresh, ...(found.forYou?.ranked ?? [])];
  const isAll = left([...unseen, ...found.recycled, ...found.unreachable]).length === 0;
  return { ids: [...taken], reasons, because, isAll, resumeAt: last?.position ?? null };
}
