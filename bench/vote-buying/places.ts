import type pg from 'pg';
import { CAMPAIGN } from './accounts.ts';
import { DAY_MS, type Instance, type InstanceApp, type Span, START } from './instance.ts';

/** Ids of all apps in the order of the deck `trending`. */
const ORDER = `SELECT array_agg(apps.id ORDER BY coalesce(trending_scores.score, -1) DESC, apps.approval_no DESC) AS ids
  FROM apps LEFT JOIN trending_scores ON trending_scores.app_id = apps.id
  WHERE apps.status = 'approved' AND apps.frame_status <> 'unreachable'`;

/** Stores the order of all apps in `honest.orders`. */
export async function storeOrder(pool: pg.Pool, at: number): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS honest.orders (at timestamptz, ids uuid[])');
  await pool.query(`INSERT INTO honest.orders SELECT $1, ids FROM (${ORDER}) AS now`, [new Date(at)]);
}

/** Returns the ids of all apps in their order now. */
export async function orderNow(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ ids: string[] }>(ORDER);
  return rows[0]?.ids ?? [];
}

/** Returns the orders without bought votes that were computed after `start`, until `end`. */
export async function honestOrders(pool: pg.Pool, { start, end }: Span): Promise<string[][]> {
  const { rows } = await pool.query<{ ids: string[] }>(
    'SELECT ids FROM honest.orders WHERE at > $1 AND at <= $2 ORDER BY at',
    [new Date(start), new Date(end)],
  );
  return rows.map(({ ids }) => ids);
}

/** Returns the order without bought votes at this time. */
export async function honestOrder(pool: pg.Pool, at: number): Promise<string[]> {
  const [order] = await honestOrders(pool, { start: at - 1, end: at });
  if (!order) throw new Error('There is no order of the honest days at this time');
  return order;
}

/** Returns the best place that one of the apps has in the orders. Infinite if they are in none. */
export function bestPlace(orders: readonly (readonly string[])[], appIds: readonly string[]): number {
  const places = orders
    .flatMap((ids) => appIds.map((id) => ids.indexOf(id) + 1))
    .filter((place) => place > 0);
  return Math.min(...places);
}

/** Returns the first ids of the deck. */
export async function leaders(
  pool: pg.Pool,
  count: number,
  except: readonly string[] = [],
): Promise<string[]> {
  return (await orderNow(pool)).filter((id) => !except.includes(id)).slice(0, count);
}

/** Returns the lowest and highest mean quality that the first apps had without bought votes, since the campaign began. */
export async function honestQuality(
  pool: pg.Pool,
  { byId, size }: Instance,
  first: number,
): Promise<{ lowest: number; highest: number }> {
  const orders = await honestOrders(pool, { start: CAMPAIGN - 1, end: START + size.days * DAY_MS });
  const means = orders.map((ids) => {
    const qualities = ids.slice(0, first).map((id) => byId.get(id)?.quality ?? 0);
    return qualities.reduce((sum, quality) => sum + quality, 0) / qualities.length;
  });
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
  const order = await honestOrder(pool, CAMPAIGN);
  const fromMiddle = ({ appId }: InstanceApp) => Math.abs(order.indexOf(appId) + 1 - size.apps / 2);
  const [first, second] = apps
    .filter(({ quality }) => Math.abs(quality - QUALITY) < TOLERANCE)
    .sort((one, other) => fromMiddle(one) - fromMiddle(other));
  if (!first || !second) throw new Error('There are no apps of ordinary quality');
  return [first, second];
}
