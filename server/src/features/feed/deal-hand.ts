import { CardReason } from '@zapdeck/contract/feed';
import { type AlgorithmParams, poolSize } from '@zapdeck/contract/settings';
import type { Found } from './candidates.ts';
import type { Position } from './order.ts';
import { type Candidate, recommend } from './recommend.ts';

/** Letters that the deal log stores for the reason of a place. */
export const reasonLetters = {
  fresh: 'f',
  newcomer: 'n',
  recycled: 'r',
  ranked: 'k',
  unreachable: 'u',
} as const satisfies Record<CardReason, string>;

/** Returns the reasons of the cards by app id. */
export function reasonsOf({
  ids,
  reasons,
}: {
  ids: readonly string[];
  reasons: string;
}): Map<string, CardReason> {
  const byLetter = new Map(CardReason.options.map((reason) => [reasonLetters[reason] as string, reason]));
  return new Map(
    ids.flatMap((id, index) => {
      const reason = byLetter.get(reasons[index] ?? '');
      return reason === undefined ? [] : [[id, reason] as const];
    }),
  );
}

/** Cards in the order in which they are dealt. */
export interface Cards {
  ids: string[];
  /** One letter per card. */
  reasons: string;
}

export interface DealtHand extends Cards {
  /** True if the hand contains all candidates. */
  isAll: boolean;
  /** All fresh apps above this position are in the hand; null if the best one is not. */
  resumeAt: Position | null;
}

/** Deals `pages` pages, one call of `recommend` each. Unreachable apps fill the remaining places. */
export function dealHand(found: Found, params: AlgorithmParams, pages: number): DealtHand {
  const taken = new Set<string>();
  const left = <T extends Candidate>(list: readonly T[]) => list.filter(({ id }) => !taken.has(id));
  let reasons = '';
  for (let page = 0; page < pages; page += 1) {
    const places = recommend(
      {
        // One more than the pool, so that `recommend` knows that more apps follow.
        fresh: left(found.fresh).slice(0, poolSize(params) + 1),
        newcomers: left(found.newcomers).slice(0, params.appsPerPage),
        newcomerShare: found.newcomerShare,
        recycled: left(found.recycled),
        isRecycling: found.isRecycling,
      },
      params,
    );
    for (const { candidate, reason } of places) {
      taken.add(candidate.id);
      reasons += reasonLetters[reason];
    }
    for (const { id } of left(found.unreachable).slice(0, params.appsPerPage - places.length)) {
      taken.add(id);
      reasons += reasonLetters.unreachable;
    }
  }
  const firstLeft = found.fresh.findIndex(({ id }) => !taken.has(id));
  const last = firstLeft === -1 ? found.fresh.at(-1) : found.fresh[firstLeft - 1];
  const isAll = left([...found.fresh, ...found.recycled, ...found.unreachable]).length === 0;
  return { ids: [...taken], reasons, isAll, resumeAt: last?.position ?? null };
}
