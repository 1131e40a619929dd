import { FIRST_VIEWS, SCHEDULE_HOURS } from '@zapdeck/contract/feed/first-views';
import { COUNTED_DELAY_H, newcomerShareOf } from '@zapdeck/server/features/feed/recommend';
import type { CountedApp } from './simulated-world.ts';

const PACE_H = SCHEDULE_HOURS / FIRST_VIEWS;

const dueAtH = ({ approvedAtH, views }: CountedApp) => approvedAtH + views * PACE_H;

/** Returns the apps whose first views are missing. */
export const newcomersOf = <App extends CountedApp>(apps: readonly App[]): App[] =>
  apps.filter(({ views }) => views < FIRST_VIEWS);

/** Returns the wanted newcomers that are furthest behind, in the order of the feed's index. */
export function furthestBehind<App extends CountedApp>(
  newcomers: readonly App[],
  count: number,
  isWanted: (app: App) => boolean,
): App[] {
  const found: App[] = [];
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
export function shareAt(hour: number, newcomers: readonly CountedApp[]): number {
  const delayOf = (app: CountedApp) => Math.max(0, Math.min(hour - dueAtH(app), COUNTED_DELAY_H));
  const behind = newcomers.reduce((sum, app) => sum + delayOf(app), 0);
  return newcomerShareOf(newcomers.length === 0 ? 0 : behind / newcomers.length);
}
