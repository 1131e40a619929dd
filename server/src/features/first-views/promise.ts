import {
  type FirstViewsPromise,
  type Promised,
  RECENT_MIN,
  WEEKLY_PEOPLE_MIN,
} from '@zapdeck/contract/feed/first-views';
import { type Db, one } from '../../db/client.ts';
import { firstViewsState } from '../../db/schema/first-views.table.ts';

type PromiseState = typeof firstViewsState.$inferSelect;

export async function readState(db: Db): Promise<PromiseState> {
  return one(await db.select().from(firstViewsState));
}

/** Returns the kind of promise for an instance of this size. */
export const promisedBy = ({ weeklyPeople }: PromiseState): Promised =>
  weeklyPeople < WEEKLY_PEOPLE_MIN ? 'everybody' : 'views';

/** Returns the promise to makers. Includes the recent duration of first views if enough apps completed theirs. */
export function promiseOf(state: PromiseState): FirstViewsPromise {
  const { recentApps: apps, recentMedianS: medianS, recentNineOfTenS: nineOfTenS } = state;
  const isKnown = apps >= RECENT_MIN && medianS !== null && nineOfTenS !== null;
  return { promised: promisedBy(state), recent: isKnown ? { apps, medianS, nineOfTenS } : null };
}
