import { CardReason } from '@zapdeck/contract/feed/feed';
import { type AlgorithmParams, poolSize } from '@zapdeck/contract/instance/settings';
import type { Db } from '../../db/client.ts';
import { type CandidateQuery, type DeckCandidates, firstLanguages, readCandidates } from './candidates.ts';
import { type Candidate, type Place, recommend, recommendForYou } from './recommend.ts';
import type { Position } from './sources.ts';

export const reasonLetters = {
  fresh: 'f',
  newcomer: 'n',
  recycled: 'r',
  ranked: 'k',
  unreachable: 'u',
  paired: 'p',
  explored: 'e',
} as const satisfies Record<CardReason, string>;

export interface Cards {
  ids: string[];
  reasons: string;
  /** For each card, the liked app that leads to it, or null. */
  because: (string | null)[];
}

export const joinCards = (one: Cards, other: Cards): Cards => ({
  ids: [...one.ids, ...other.ids],
  reasons: one.reasons + other.reasons,
  because: [...one.because, ...other.because],
});

interface DealtHand extends Cards {
  isAll: boolean;
  /** Position above which all fresh apps are in the hand. Null if the best fresh app is not in it. */
  resumeAt: Position | null;
}

function recommendPage(candidates: Omit<DeckCandidates, 'unreachable'>, params: AlgorithmParams): Place[] {
  const { forYou, fresh, newcomers } = candidates;
  if (forYou) return recommendForYou({ ...candidates, ...forYou }, params);
  return recommend(
    {
      ...candidates,
      // An extra app tells `recommend` that more apps follow the pool.
      fresh: fresh.slice(0, poolSize(params) + 1),
      newcomers: newcomers.slice(0, params.appsPerPage),
    },
    params,
  );
}

function dealHand(found: DeckCandidates, params: AlgorithmParams, pages: number): DealtHand {
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

export interface DealtStep extends DealtHand {
  taste: string | null;
}

export async function dealStep(db: Db, query: CandidateQuery): Promise<DealtStep> {
  const candidates = await readCandidates(db, query);
  const taste = candidates.forYou?.taste ?? null;
  return { ...dealHand(candidates, query.params, query.pages), taste };
}

/** Query for all remaining apps in any language. It includes apps whose language has changed since the first query. */
const restOf = (query: CandidateQuery, ids: readonly string[]): CandidateQuery => ({
  ...query,
  languages: null,
  dealt: [...(query.dealt ?? []), ...ids],
});

/** Deals apps in languages that the viewer reads, then all others. `isOthers` is true if `resumeAt` is among the others. */
export async function dealInSteps(db: Db, query: CandidateQuery): Promise<DealtStep & { isOthers: boolean }> {
  const languages = firstLanguages(query);
  const first = await dealStep(db, { ...query, languages });
  if (!languages || !first.isAll) return { ...first, isOthers: false };
  const others = await dealStep(db, restOf(query, first.ids));
  return { ...others, ...joinCards(first, others), taste: first.taste, isOthers: true };
}

/** Returns the places of the first page of a query, in the same order as `dealInSteps`. Excludes unreachable apps. */
export async function recommendInSteps(db: Db, query: CandidateQuery): Promise<Place[]> {
  const { params } = query;
  const languages = firstLanguages(query);
  const first = recommendPage(await readCandidates(db, { ...query, languages }), params);
  if (!languages || first.length === params.appsPerPage) return first;
  const ids = first.map(({ candidate }) => candidate.id);
  const others = recommendPage(await readCandidates(db, restOf(query, ids)), params);
  return [...first, ...others].slice(0, params.appsPerPage);
}
