import type pg from 'pg';
import { CAMPAIGN } from './accounts.ts';
import type { Instance, InstanceApp, Span } from './instance.ts';

/** All apps of the deck `trending` with their places. */
const PLACES = `SELECT apps.id AS app_id,
    row_number() OVER (ORDER BY coalesce(trending_scores.score, -1) DESC, apps.approval_no DESC)::int AS place
  FROM apps LEFT JOIN trending_scores ON trending_scores.app_id = apps.id
  WHERE apps.status = 'approved' AND apps.frame_status <> 'unreachable'`;

/** Stores the places of all apps in `honest.places`. */
export async function storePlaces(pool: pg.Pool, at: number): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS honest.places (at timestamptz, app_id uuid, place int)');
  await pool.query(`INSERT INTO honest.places SELECT $1, app_id, place FROM (${PLACES}) AS placed`, [
    new Date(at),
  ]);
}

/** Returns the best place that one of the apps has now. */
export async function bestPlace(pool: pg.Pool, appIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ place: number }>(
    `SELECT min(place) AS place FROM (${PLACES}) AS placed WHERE app_id = ANY ($1)`,
    [appIds],
  );
  return rows[0]?.place ?? Number.POSITIVE_INFINITY;
}

/** Returns the best place that one of the apps had after a time without bought votes. */
export async function honestPlace(
  pool: pg.Pool,
  appIds: readonly string[],
  { start, end }: Span,
): Promise<number> {
  const { rows } = await pool.query<{ place: number }>(
    'SELECT min(place) AS place FROM honest.places WHERE app_id = ANY ($1) AND at > $2 AND at <= $3',
    [appIds, new Date(start), new Date(end)],
  );
  return rows[0]?.place ?? Number.POSITIVE_INFINITY;
}

/** Returns the first ids of the deck. */
export async function leaders(pool: pg.Pool, count: number, except: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT app_id AS id FROM (${PLACES}) AS placed WHERE app_id <> ALL ($1) ORDER BY place LIMIT $2`,
    [except, count],
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of all apps in the order of the deck. */
export const allPlaces = (pool: pg.Pool): Promise<string[]> => leaders(pool, 1_000_000, []);

/** Returns the ids of all apps in their order at this time without bought votes. */
export async function honestPlaces(pool: pg.Pool, at: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT app_id AS id FROM honest.places WHERE at = $1 ORDER BY place',
    [new Date(at)],
  );
  return rows.map(({ id }) => id);
}

/** Returns the lowest and highest mean quality that the first apps had without bought votes, from a time on. */
export async function honestQuality(
  pool: pg.Pool,
  { byId }: Pick<Instance, 'byId'>,
  { first, since }: { first: number; since: number },
): Promise<{ lowest: number; highest: number }> {
  const { rows } = await pool.query<{ ids: string[] }>(
    'SELECT array_agg(app_id) AS ids FROM honest.places WHERE at >= $1 AND place <= $2 GROUP BY at',
    [new Date(since), first],
  );
  const means = rows.map(
    ({ ids }) => ids.reduce((sum, id) => sum + (byId.get(id)?.quality ?? 0), 0) / ids.length,
  );
  return { lowest: Math.min(...means), highest: Math.max(...means) };
}

/** Returns true if one of the apps was ever the app of the day. `picks` is `daily_picks` or that of the honest days. */
export async function wasToday(
  pool: pg.Pool,
  appIds: readonly string[],
  picks = 'daily_picks',
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM ${picks} WHERE app_id = ANY ($1) AND chosen_at IS NOT NULL`,
    [appIds],
  );
  return (rowCount ?? 0) > 0;
}

/** The apps of the buyer, the bought one first. */
export type Bought = readonly [InstanceApp, InstanceApp];

const [QUALITY, TOLERANCE] = [0.25, 0.05];

/** Chooses two apps of ordinary quality that are in the middle of `trending` when the campaign begins. */
export async function chooseBought(pool: pg.Pool, { apps, size }: Instance): Promise<Bought> {
  const { rows } = await pool.query<{ id: string; place: number }>(
    'SELECT app_id AS id, place FROM honest.places WHERE at = $1',
    [new Date(CAMPAIGN)],
  );
  const places = new Map(rows.map(({ id, place }) => [id, place]));
  const fromMiddle = ({ appId }: InstanceApp) => Math.abs((places.get(appId) ?? 0) - size.apps / 2);
  const [first, second] = apps
    .filter(({ quality }) => Math.abs(quality - QUALITY) < TOLERANCE)
    .sort((one, other) => fromMiddle(one) - fromMiddle(other));
  if (!first || !second) throw new Error('There are no apps of ordinary quality');
  return [first, second];
}
