import type pg from 'pg';
import { CAMPAIGN } from './accounts.ts';
import type { Instance, InstanceApp } from './instance.ts';

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
