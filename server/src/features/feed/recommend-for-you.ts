import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import type { RankedApp } from '../for-you/rank-for-you.ts';
import { type Candidate, type Candidates, inOrder, reservedPlaces, type Place, spread } from './recommend.ts';

const CATEGORY_SHARE = 0.4;
const CATEGORIES_FOR_CAP = 4;
const EXPLORED_SHARE = 0.1;

export interface CandidatesForYou extends Pick<Candidates, 'newcomers' | 'newcomerShare' | 'recycled'> {
  ranked: readonly RankedApp[];
  /** Unseen apps that come last, because the viewer wants less like them. */
  unwanted: readonly RankedApp[];
}

interface Caps {
  category: number;
  led: number;
}

const NO_CAPS: Caps = { category: Infinity, led: Infinity };

class Page {
  readonly #taken = new Set<string>();
  readonly #byCategory = new Map<string, number>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  #add({ id, category }: Candidate): void {
    this.#taken.add(id);
    this.#byCategory.set(category, (this.#byCategory.get(category) ?? 0) + 1);
  }

  takeNewcomers(newcomers: readonly Candidate[], count: number): Place[] {
    const taken = newcomers.slice(0, count);
    for (const newcomer of taken) this.#add(newcomer);
    return inOrder(taken, 'newcomer');
  }

  take(candidates: readonly RankedApp[], caps: Caps): Place[] {
    const places: Place[] = [];
    let led = 0;
    let isLedFull = false;
    for (const app of candidates) {
      if (this.#taken.size === this.#size) break;
      if (this.#taken.has(app.id) || (this.#byCategory.get(app.category) ?? 0) >= caps.category) continue;
      if (app.isLed && led >= caps.led) {
        isLedFull = true;
        continue;
      }
      this.#add(app);
      led += Number(app.isLed);
      const reason = app.because === undefined ? 'fresh' : 'paired';
      places.push(...inOrder([app], isLedFull ? 'explored' : reason));
    }
    return places;
  }
}

/**
 * Returns the next page of the deck `for-you`: unseen apps by score, with places for newcomers and for apps that no
 * like leads to. It is short only if no candidates are left.
 */
export function recommendForYou(
  { ranked, unwanted, newcomers, newcomerShare, recycled }: CandidatesForYou,
  { appsPerPage }: AlgorithmParams,
): Place[] {
  const page = new Page(appsPerPage);
  const reserved = page.takeNewcomers(newcomers, reservedPlaces(appsPerPage, newcomerShare));
  const others = appsPerPage - reserved.length;
  const categories = new Set(ranked.map(({ category }) => category)).size;
  const capped = page.take(ranked, {
    category:
      categories < CATEGORIES_FOR_CAP ? Infinity : Math.max(1, Math.floor(appsPerPage * CATEGORY_SHARE)),
    led: others - reservedPlaces(appsPerPage, EXPLORED_SHARE),
  });
  const explored = capped.filter(({ reason }) => reason === 'explored');
  const byScore = capped.filter(({ reason }) => reason !== 'explored');
  const rest = [...page.take(ranked, NO_CAPS), ...page.take(unwanted, NO_CAPS)];
  const unseen = spread(spread([...byScore, ...rest], explored), reserved);
  return [...unseen, ...inOrder(recycled.slice(0, appsPerPage - unseen.length), 'recycled')];
}
