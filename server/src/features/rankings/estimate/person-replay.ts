import { type AlgorithmParams, freshPlacesOf, poolSize } from '@zapdeck/contract/settings';
import type { DeckCandidates } from '../../feed/candidates.ts';
import { dealHand } from '../../feed/deal-hand.ts';
import { NEWCOMER_SHARE_MAX } from '../../feed/recommend.ts';

/** A recorded visit to the deck. Apps are numbers: their places in the list of all catalogued apps. */
export interface Visit {
  at: number;
  /** Number of cards that the person looked at. */
  places: number;
  /** Apps that were dealt as newcomers, and their share of all cards. */
  newcomers: readonly number[];
  newcomerShare: number;
}

export interface Visitor {
  /** The earliest first. */
  visits: readonly Visit[];
  /** Apps that the person saw before or outside of these visits, with the time of the last view. The earliest first. */
  seenElsewhere: readonly { app: number; at: number }[];
  hidden: ReadonlySet<number>;
}

/** Cards that the replay shows to a person. */
export interface ShownCards {
  /** Apps that the person had not seen. */
  fresh: number[];
  /** Number of cards whose app the person had seen. */
  repeats: number;
}

/** State of the deck at a time. */
interface DeckState {
  /** Apps in the order of the algorithm, the best first. */
  ranked: readonly number[];
  isApproved: (app: number) => boolean;
  approved: number;
  candidate: (app: number) => DeckCandidates['fresh'][number];
}

function take<T>(
  from: Iterable<number>,
  limit: number,
  isWanted: (app: number) => boolean,
  of: (app: number) => T,
): T[] {
  const taken: T[] = [];
  for (const app of from) {
    if (taken.length === limit) break;
    if (isWanted(app)) taken.push(of(app));
  }
  return taken;
}

/** Replays the visits of a person, one after the other. Cards of earlier visits count as seen. */
export class PersonReplay {
  readonly shown: ShownCards = { fresh: [], repeats: 0 };
  readonly #visitor: Visitor;
  readonly #params: AlgorithmParams;
  /** The least recently viewed first. */
  readonly #seen = new Set<number>();
  #elsewhere = 0;

  constructor(visitor: Visitor, params: AlgorithmParams) {
    this.#visitor = visitor;
    this.#params = params;
  }

  #see(app: number): void {
    this.#seen.delete(app);
    this.#seen.add(app);
  }

  #seeElsewhere(until: number): void {
    for (;;) {
      const next = this.#visitor.seenElsewhere[this.#elsewhere];
      if (!next || next.at >= until) return;
      this.#see(next.app);
      this.#elsewhere += 1;
    }
  }

  /** Keeps the number of places for newcomers. If a page has fewer fresh places, their share of these is larger. */
  #shareOfFresh(share: number, isRecycling: boolean): number {
    const { appsPerPage } = this.#params;
    const fresh = isRecycling ? freshPlacesOf(this.#params) : appsPerPage;
    return fresh === 0 ? 0 : Math.min(NEWCOMER_SHARE_MAX, (share * appsPerPage) / fresh);
  }

  #candidates({ newcomers, newcomerShare }: Visit, cards: number, deck: DeckState): DeckCandidates {
    const seen = this.#seen;
    const { algorithmType, appsPerPage, recycledContentThreshold } = this.#params;
    const { hidden } = this.#visitor;
    const isInDeck = (app: number) => deck.isApproved(app) && !hidden.has(app);
    const isUnseen = (app: number) => !seen.has(app) && isInDeck(app);
    const isNormal = algorithmType === 'normal';
    const isSimple = algorithmType === 'simple';
    const isRecycling =
      isNormal && seen.size > 0 && seen.size * 100 >= deck.approved * recycledContentThreshold;
    const fresh = poolSize(this.#params) + cards - appsPerPage + 1;
    const seenInOrder = isNormal ? seen : deck.ranked.filter((app) => seen.has(app));
    return {
      fresh: take(deck.ranked, fresh, isSimple ? isInDeck : isUnseen, deck.candidate),
      newcomers: isNormal ? take(newcomers, Infinity, isUnseen, deck.candidate) : [],
      newcomerShare: this.#shareOfFresh(newcomerShare, isRecycling),
      recycled: isSimple ? [] : take(seenInOrder, cards + 1, isInDeck, deck.candidate),
      isRecycling,
      unreachable: [],
      forYou: null,
    };
  }

  /** Returns the apps that the deck deals in the places of the visit. */
  deal(visit: Visit, deck: DeckState): number[] {
    this.#seeElsewhere(visit.at);
    const { appsPerPage } = this.#params;
    const pages = Math.ceil(visit.places / appsPerPage);
    const { ids } = dealHand(this.#candidates(visit, pages * appsPerPage, deck), this.#params, pages);
    const dealt = ids.slice(0, visit.places).map(Number);
    for (const app of dealt) {
      if (this.#seen.has(app)) this.shown.repeats += 1;
      else this.shown.fresh.push(app);
      this.#see(app);
    }
    return dealt;
  }
}
