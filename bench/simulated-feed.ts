import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { type AlgorithmParams, defaultWeights, poolSize } from '@zapdeck/contract/instance/settings';
import {
  type Candidates,
  reservedPlaces,
  type Place,
  recommend,
} from '@zapdeck/server/features/feed/recommend';
import { furthestBehind, newcomersOf, shareAt } from './newcomer-schedule.ts';
import type { CountedApp, Viewer } from './simulated-world.ts';

export interface Setting {
  name: string;
  params: AlgorithmParams;
  /** Share of the fresh places for newcomers. Null: the share that the feed computes. */
  newcomers: number | null;
}

/** Number of visits that share a ranking. */
export const SESSIONS_PER_RANKING = 100;
/** Probability that a viewer goes on after a card. */
export const CONTINUE_PROBABILITY = 0.97;

const byScore = (one: CountedApp, other: CountedApp) =>
  other.score - one.score || other.approvalNo - one.approvalNo;
const byUpvotes = (one: CountedApp, other: CountedApp) =>
  other.upvotes - one.upvotes || other.approvalNo - one.approvalNo;

function take<T>(from: Iterable<T>, limit: number, isWanted: (one: T) => boolean): T[] {
  const taken: T[] = [];
  for (const one of from) {
    if (taken.length >= limit) break;
    if (isWanted(one)) taken.push(one);
  }
  return taken;
}

/** The catalogue in the orders that the feed reads. */
export interface Ranking<App extends CountedApp> {
  apps: readonly App[];
  approved: number;
  ranked: readonly App[];
  newcomers: readonly App[];
  newcomerShare: number;
}

/** Ranks the apps that are approved at this hour. `apps` are in the order of approval. */
export function rankAt<App extends CountedApp>(
  hour: number,
  apps: App[],
  { params, newcomers: share }: Setting,
): Ranking<App> {
  const arrived = apps.findIndex(({ approvedAtH }) => approvedAtH > hour);
  const approved = arrived === -1 ? apps.length : arrived;
  for (const app of apps) app.score = rankingScore(app, defaultWeights);
  const inDeck = apps.slice(0, approved);
  const newcomers = newcomersOf(inDeck);
  return {
    apps,
    approved,
    ranked: inDeck.sort(params.algorithmType === 'semi_simple' ? byUpvotes : byScore),
    newcomers,
    newcomerShare: share ?? shareAt(hour, newcomers),
  };
}

/** Returns candidates like those of the feed's SQL. */
export function candidatesFor<App extends CountedApp>(
  person: Viewer,
  { apps, approved, ranked, newcomers, newcomerShare }: Ranking<App>,
  { params }: Setting,
): Candidates & { fresh: App[] } {
  const { algorithmType, appsPerPage, recycledContentThreshold } = params;
  const isUnseen = ({ approvalNo }: CountedApp) => person.hasSeen[approvalNo] === 0;
  const isNormal = algorithmType === 'normal';
  const isSimple = algorithmType === 'simple';
  const limit = (isNormal ? poolSize(params) : appsPerPage) + 1;
  const places = isNormal ? reservedPlaces(appsPerPage, newcomerShare) : 0;
  const seen = isSimple ? [] : take(person.seen, appsPerPage, () => true);
  return {
    fresh: take(ranked, limit, isSimple ? () => true : isUnseen),
    newcomers: places === 0 ? [] : furthestBehind(newcomers, places, isUnseen),
    newcomerShare,
    recycled: seen.flatMap((index) => apps[index] ?? []),
    isRecycling: isNormal && seen.length > 0 && person.seen.size * 100 >= approved * recycledContentThreshold,
  };
}

interface Dealt<App> {
  app: App;
  reason: Place['reason'];
}

/** Deals a page with the real `recommend`. */
export function pageFor<App extends CountedApp>(
  person: Viewer,
  ranking: Ranking<App>,
  setting: Setting,
): Dealt<App>[] {
  const candidates = candidatesFor(person, ranking, setting);
  return recommend(candidates, setting.params).map(({ candidate, reason }) => ({
    app: candidate as App,
    reason,
  }));
}
