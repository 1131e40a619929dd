import { setImmediate } from 'node:timers/promises';
import {
  ESTIMATE_DAYS,
  ESTIMATE_LIKES_MIN,
  ESTIMATE_PEOPLE_MIN,
  type likeEstimate,
} from '@zapdeck/contract/previews';
import type { ResponseOf } from '@zapdeck/contract/route';
import type { AlgorithmParams, FormulaWeights } from '@zapdeck/contract/settings';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { dayOf } from '../../feed/deck-pages.ts';
import { readAlgorithmParams, readWeights } from '../../settings/settings.ts';
import { sequence } from './sequence.ts';
import { catalogueOf } from './catalogue-of.ts';
import { estimateLikes, type RecordedPerson } from './estimate-likes.ts';
import { countApproved, readApps, readHidden } from './read-catalogue.ts';
import { readSeen, readVisits, samplePeople } from './read-people.ts';
import { recordedPerson } from './recorded-people.ts';
import { type Catalogue, type RankingSettings, replayVisits } from './replay-visits.ts';

const DAY_MS = 24 * 3_600_000;
/** Maximum time in which the estimate blocks other requests. */
const SLICE_MS = 10;
/** A fixed seed gives equal intervals for equal data and settings. */
const SEED = 1;

/** Settings in an admin's form. For missing ones, those in force apply. */
type ChangedSettings = {
  [K in keyof (AlgorithmParams & FormulaWeights)]?: (AlgorithmParams & FormulaWeights)[K] | undefined;
};

interface Recorded {
  people: RecordedPerson[];
  catalogue: Catalogue;
  before: RankingSettings;
  after: RankingSettings;
}

function changed<T extends object>(values: T, changes: Partial<Record<keyof T, unknown>>): T {
  const entries = Object.entries(values).map(([name, value]) => [name, changes[name as keyof T] ?? value]);
  return Object.fromEntries(entries) as T;
}

/** Reads the recorded visits of a sample of the members, and the apps that they could see. */
async function readRecorded(db: Db, changes: ChangedSettings, now: Date): Promise<Recorded> {
  const params = await readAlgorithmParams(db);
  const { inForce: weights } = await readWeights(db);
  const before = { params, weights };
  const after = { params: changed(params, changes), weights: changed(weights, changes) };
  const days = Array.from({ length: ESTIMATE_DAYS }, (_, index) =>
    dayOf(now.getTime() - (ESTIMATE_DAYS - 1 - index) * DAY_MS),
  );
  const since = new Date(days[0] ?? now);
  const sampled = await samplePeople(db, since);
  const ids = sampled.map(({ id }) => id);
  const apps = await readApps(db, [before, after], since);
  const numbers = new Map(apps.map(({ id }, index) => [id, index]));
  const visits = Map.groupBy(await readVisits(db, ids, since), ({ personId }) => personId);
  const seen = new Map((await readSeen(db, ids)).map((one) => [one.personId, one.seen]));
  const hides = await readHidden(db, ids, [...numbers.keys()]);
  const hidden = new Map(hides.map((one) => [one.personId, one.hidden]));
  const people = ids.map((id) =>
    recordedPerson(
      { visits: visits.get(id) ?? [], seen: seen.get(id) ?? [], hidden: hidden.get(id) ?? [] },
      numbers,
    ),
  );
  const peoplePerPerson = (sampled[0]?.members ?? 0) / sampled.length;
  const approved = await countApproved(db);
  const catalogue = catalogueOf(apps, { days, now: now.getTime() }, { approved, peoplePerPerson });
  return { people: people.filter(({ looks }) => looks.length > 0), catalogue, before, after };
}

/** Returns a function that lets other work run once per slice. */
function pauseBetweenSlices(throwIfUseless: () => void): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    throwIfUseless();
    await setImmediate();
    since = performance.now();
  };
}

/**
 * Estimates the likes per card of recent visits to the deck `best` under other settings, and changes nothing. Rejects with
 * the error of `throwIfUseless`.
 */
export async function estimateRanking(
  db: Db,
  changes: ChangedSettings,
  { now, throwIfUseless }: { now: Date; throwIfUseless: () => void },
): Promise<ResponseOf<typeof likeEstimate>> {
  const { people, catalogue, before, after } = await inTransaction(
    db,
    (tx) => readRecorded(tx, changes, now),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const likes = people.reduce((sum, { looks }) => sum + looks.filter(({ isLiked }) => isLiked).length, 0);
  const found = {
    people: people.length,
    visits: people.reduce((sum, { visits }) => sum + visits.length, 0),
    likes,
  };
  if (people.length < ESTIMATE_PEOPLE_MIN || likes < ESTIMATE_LIKES_MIN) return { ...found, estimate: null };
  const pause = pauseBetweenSlices(throwIfUseless);
  const present = await replayVisits(people, catalogue, before, { pause });
  const estimate = await estimateLikes(
    people,
    catalogue,
    { present, settings: after },
    { random: sequence(SEED), pause },
  );
  return { ...found, estimate };
}
