import { isSince } from '../../db/snapshot.ts';
import type { Use } from '../../db/statement.ts';
import type { Dealt } from './dealt.ts';
import { isoOf } from './order.ts';

/** Clocks of nodes may be that far apart. */
const CLOCKS_APART_MS = 3_600_000;

/** Of a row of seen_apps: the viewer met the app first after the deck had begun. */
export function isMetSince(use: Use, { startedAt, asOf }: Dealt): string {
  if (!asOf) return 'false';
  const moment = isoOf(Math.max(0, startedAt - CLOCKS_APART_MS));
  return `(seen_apps.last_viewed_at >= ${use(moment)}::timestamptz AND ${isSince(use, 'seen_apps.seen_xid', asOf)})`;
}
