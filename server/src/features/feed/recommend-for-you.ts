import type { AlgorithmParams } from '@zapdeck/contract/settings';
import type { RankedPair } from '../for-you/paired-apps.ts';
import { type Candidate, type Candidates, inOrder, reservedPlaces, type Place, spread } from './recommend.ts';

/** A category has at most this share of a page if enough categories have candidates. */
const CATEGORY_SHARE = 0.4;
const CATEGORIES_FOR_CAP = 4;
const EXPLORED_SHARE = 0.1;

export interface CandidatesForYou extends Candidates {
  /** Apps that likes of the viewer lead to, by score. Some are in `fresh` and `newcomers` too. */
  paired: readonly RankedPair[];
  /** Ids of fresh apps that come after the others, because the viewer wants less like them. */
  unwanted: ReadonlySet<string>;
}

/** Takes candidates until the page is full. Counts the apps of each category, so that none takes more than its share. */
class Page {
  readonly #taken = new Set<string>();
  readonly #byCategory = new Map<string, number>();
  readonly #size: number;
  readonly #categoryMax: number;

  constructor(size: number, categoryMax: number) {
    this.#size = size;
    this.#categoryMax = categoryMax;
  }

  #hasRoom({ category }: Candidate): boolean {
    return (this.#byCategory.get(category) ?? 0) < this.#categoryMax;
  }

  /** Returns up to `count` places of new candidates, and counts them. */
  take(
    candidates: readonly Candidate[],
    reason: Place['reason'],
    { count = Infinity, isCapped = true } = {},
  ): Place[] {
    const found: Place[] = [];
    for (const candidate of candidates) {
      if (found.length === count || this.#taken.size === this.#size) break;
      if (this.#taken.has(candidate.id) || (isCapped && !this.#hasRoom(candidate))) continue;
      this.#taken.add(candidate.id);
      this.#byCategory.set(candidate.category, (this.#byCategory.get(candidate.category) ?? 0) + 1);
      found.push(...inOrder([candidate], reason === 'paired' && !candidate.because ? 'fresh' : reason));
    }
    return found;
  }
}

/**
 * Returns the places of the next page of the deck `for-you`, without repeated apps: paired apps by score, a share of the places
 * for newcomers, and a tenth for apps that no like leads to. The page is short only if no candidates are left.
 */
export function recommendForYou(
  { paired, fresh, newcomers, newcomerShare, recycled, unwanted }: CandidatesForYou,
  { appsPerPage, algorithmType }: AlgorithmParams,
): Place[] {
  const categories = new Set(paired.map(({ category }) => category)).size;
  const isCapped = categories >= CATEGORIES_FOR_CAP;
  const cap = isCapped ? Math.max(1, Math.floor(appsPerPage * CATEGORY_SHARE)) : Infinity;
  const page = new Page(appsPerPage, cap);
  const isPaired = new Set(paired.map(({ id }) => id));
  const wanted = fresh.filter(({ id }) => !unwanted.has(id));
  const rest = wanted.filter(({ id }) => !isPaired.has(id));

  const reserved = [
    ...page.take(newcomers, 'newcomer', {
      count: reservedPlaces(appsPerPage, newcomerShare),
      isCapped: false,
    }),
    ...page.take(rest, 'explored', { count: reservedPlaces(appsPerPage, EXPLORED_SHARE) }),
  ];
  const inDeckOrder = algorithmType === 'simple' ? 'ranked' : 'fresh';
  const ranked = [
    ...page.take(paired, 'paired'),
    ...page.take(wanted, inDeckOrder),
    ...page.take(paired, 'paired', { isCapped: false }),
    ...page.take([...wanted, ...fresh], inDeckOrder, { isCapped: false }),
  ];
  return [...spread(ranked, reserved), ...page.take(recycled, 'recycled', { isCapped: false })];
}
