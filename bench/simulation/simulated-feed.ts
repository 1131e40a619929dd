import { FIRST_VIEWS, SCHEDULE_HOURS } from '@zapdeck/contract/feed/first-views';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { type AlgorithmParams, defaultWeights, poolSize } from '@zapdeck/contract/instance/settings';
import {
  type Candidates,
  COUNTED_DELAY_H,
  newcomerShareOf,
  type Place,
  recommend,
  reservedPlaces,
} from '@zapdeck/server/features/feed/recommend';
import type { SimulatedApp, SimulatedPerson } from './simulated-world.ts';

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

const byScore = (one: SimulatedApp, other: SimulatedApp) =>
  other.score - one.score || other.approvalNo - one.approvalNo;
const byUpvotes = (one: SimulatedApp, other: SimulatedApp) =>
  other.upvotes - one.upvotes || other.approvalNo - one.approvalNo;

function take<T>(from: Iterable<T>, limit: number, isWanted: (one: T) => boolean): T[] {
  const taken: T[] = [];
  for (const one of from) {
    if (taken.length >= limit) break;
    if (isWanted(one)) taken.push(one);
  }
  return taken;
}

const PACE_H = SCHEDULE_HOURS / FIRST_VIEWS;

const dueAtH = ({ approvedAtH, views }: SimulatedApp) => approvedAtH + views * PACE_H;

/** Returns the wanted newcomers that are furthest behind, in the order of the feed's index. */
function furthestBehind(
  newcomers: readonly SimulatedApp[],
  count: number,
  isWanted: (app: SimulatedApp) => boolean,
): SimulatedApp[] {
  const found: SimulatedApp[] = [];
  for (const app of newcomers) {
    const last = found[count - 1];
    if (app.views >= FIRST_VIEWS || (last && dueAtH(app) >= dueAtH(last)) || !isWanted(app)) continue;
    const place = found.findIndex((other) => dueAtH(app) < dueAtH(other));
    found.splice(place === -1 ? found.length : place, 0, app);
    found.length = Math.min(found.length, count);
  }
  return found;
}

/** Returns the newcomers' share of the fresh places, as the job computes it at this hour. */
function shareAt(hour: number, newcomers: readonly SimulatedApp[]): number {
  const delayOf = (app: SimulatedApp) => Math.max(0, Math.min(hour - dueAtH(app), COUNTED_DELAY_H));
  const behind = newcomers.reduce((sum, app) => sum + delayOf(app), 0);
  return newcomerShareOf(newcomers.length === 0 ? 0 : behind / newcomers.length);
}

/** The catalogue in the orders that the feed reads. */
interface Ranking {
  apps: readonly SimulatedApp[];
  approved: number;
  ranked: readonly SimulatedApp[];
  newcomers: readonly SimulatedApp[];
  newcomerShare: number;
}

/** Ranks the apps that are approved at this hour. `apps` are in the order of approval. */
export function rankAt(hour: number, apps: SimulatedApp[], { params, newcomers: share }: Setting): Ranking {
  const arrived = apps.findIndex(({ approvedAtH }) => approvedAtH > hour);
  const approved = arrived === -1 ? apps.length : arrived;
  for (const app of apps) app.score = rankingScore(app, defaultWeights);
  const inDeck = apps.slice(0, approved);
  const newcomers = inDeck.filter(({ views }) => views < FIRST_VIEWS);
  return {
    apps,
    approved,
    ranked: inDeck.sort(params.algorithmType === 'semi_simple' ? byUpvotes : byScore),
    newcomers,
    newcomerShare: share ?? shareAt(hour, newcomers),
  };
}

/** Returns candidates like those of the feed's SQL. */
function candidatesFor(
  person: SimulatedPerson,
  { apps, approved, ranked, newcomers, newcomerShare }: Ranking,
  { params }: Setting,
): Candidates {
  const { algorithmType, appsPerPage, recycledContentThreshold } = params;
  const isUnseen = ({ approvalNo }: SimulatedApp) => person.hasSeen[approvalNo] === 0;
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

/** Deals a page with the real `recommend`. */
export function pageFor(
  person: SimulatedPerson,
  ranking: Ranking,
  setting: Setting,
): { app: SimulatedApp; reason: Place['reason'] }[] {
  const candidates = candidatesFor(person, ranking, setting);
  return recommend(candidates, setting.params).map(({ candidate, reason }) => ({
    app: candidate as SimulatedApp,
    reason,
  }));
}
