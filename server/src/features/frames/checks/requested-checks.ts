import type { FrameStatus } from '@zapdeck/contract/apps/apps';
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/refusal.ts';
import { type CheckApp, leaseFrom } from '../../listings/address/new-address.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { type AppToCheck, checkApp, checkedColumns, judge, storeCheck } from './frame-check.ts';

const RENEWED_AFTER_MS = 10 * 60_000;
const ANSWERED_FOR_MS = 5_000;
const CONFIRMED_FOR_MS = 2_000;
const CONFIRMED_MAX = 1_000;
/** From this number of running checks on, `confirm` returns the stored verdict. Submissions use the remaining slots. */
const CONFIRMED_UNTIL_BUSY = 16;
const BUSY_RETRY_S = 5;
const REST_MS = 250;
const ASKED_MAX = 500;
const TAKEN_MAX = 20;
const QUEUED_MAX = 100;
const AT_ONCE = 8;

export interface AppChecks {
  renew(appIds: readonly string[]): void;
  /** Rejects with `app_not_found`, or `unavailable` if too busy. */
  checkNow(appId: string): Promise<FrameStatus>;
  /** Fetches at most every two seconds. Returns the stored verdict if too busy. Rejects with `app_not_found`. */
  confirm(appId: string): Promise<FrameStatus>;
  checkMoved: CheckApp;
  stop(): void;
}

type CheckingDeps = Pick<
  Deps,
  'config' | 'db' | 'bulk' | 'clock' | 'fetchPublic' | 'jobs' | 'background' | 'isStopping'
>;

async function readApproved(db: Db, appId: string): Promise<AppRow> {
  const [app] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.id, appId), eq(apps.status, 'approved')));
  if (!app) throw new Refusal('app_not_found');
  return app;
}

/** Leases those of the apps whose check is old and that no other node checks. */
function takeDue(
  db: Db,
  ids: readonly string[],
  { now, max }: { now: Date; max: number },
): Promise<AppToCheck[]> {
  const isOld = lte(apps.frameCheckedAt, new Date(now.getTime() - RENEWED_AFTER_MS));
  const isTaken = and(gt(apps.frameCheckDueAt, now), lte(apps.frameCheckDueAt, leaseFrom(now)));
  const due = db
    .select({ id: apps.id })
    .from(apps)
    .where(
      and(
        inArray(apps.id, [...ids]),
        eq(apps.status, 'approved'),
        or(isNull(apps.frameCheckedAt), isOld),
        sql`NOT (${isTaken})`,
      ),
    );
  return db
    .update(apps)
    .set({ frameCheckDueAt: leaseFrom(now) })
    .where(inArray(apps.id, due.limit(max).for('update', { skipLocked: true })))
    .returning(checkedColumns);
}

/** Collects the apps that cards name, and checks the due ones in the background, a few at once. */
function createRenewal(
  { bulk, clock, background, isStopping }: CheckingDeps,
  check: (app: AppToCheck) => Promise<void>,
): Pick<AppChecks, 'renew' | 'stop'> {
  const asked = new Set<string>();
  const limit = pLimit(AT_ONCE);
  let rest: NodeJS.Timeout | undefined;
  let isStopped = false;

  const takeAsked = async () => {
    const free = Math.min(TAKEN_MAX, QUEUED_MAX - limit.pendingCount);
    if (free <= 0) return;
    const ids = [...asked];
    asked.clear();
    for (const app of await takeDue(bulk.db, ids, { now: clock(), max: free }))
      background.start(() => limit(async () => (isStopped || isStopping() ? undefined : check(app))));
  };

  const takeInTurn = () => {
    if (rest || asked.size === 0 || isStopping()) return;
    background.start(takeAsked);
    rest = setTimeout(() => {
      rest = undefined;
      takeInTurn();
    }, REST_MS).unref();
  };

  return {
    renew(appIds) {
      for (const id of appIds) if (asked.size < ASKED_MAX) asked.add(id);
      takeInTurn();
    },
    stop() {
      isStopped = true;
      clearTimeout(rest);
      asked.clear();
    },
  };
}

/** Checks apps at the request of viewers, moderators and forms, each app once at a time. */
export function createAppChecks(deps: CheckingDeps): AppChecks {
  const { config, db, bulk, clock, fetchPublic, jobs, isStopping } = deps;
  const checks = { fetchPublic, rules: urlRulesOf(config), clock, jobs };
  const underWay = new Map<string, Promise<void>>();
  const confirmed = new LRUCache<string, true>({
    max: CONFIRMED_MAX,
    // lru-cache expires an entry when it is older than `ttl`.
    ttl: CONFIRMED_FOR_MS - 1,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  });

  const oncePerApp = (appId: string, work: () => Promise<void>): Promise<void> => {
    const other = underWay.get(appId);
    if (other) return other;
    const ours = work().finally(() => underWay.delete(appId));
    underWay.set(appId, ours);
    return ours;
  };

  const check = (app: AppToCheck, on: Db) => oncePerApp(app.id, () => checkApp(on, app, checks));

  const look = async (app: AppRow): Promise<void> => {
    const from = clock();
    const result = await fetchPublic(app.url);
    if (judge(result, checks.rules)?.status !== app.frameStatus)
      return storeCheck(db, app, { from, result }, checks);
    confirmed.set(app.url, true);
  };

  const isYounger = ({ frameCheckedAt }: AppRow, ms: number) =>
    frameCheckedAt !== null && clock().getTime() - frameCheckedAt.getTime() < ms;
  const isOfThisMoment = (app: AppRow) => isYounger(app, ANSWERED_FOR_MS);

  return {
    ...createRenewal(deps, (app) => check(app, bulk.db)),
    async checkNow(appId) {
      // Without this wait, a check that ends while the app is read would be repeated.
      await underWay.get(appId);
      const app = await readApproved(db, appId);
      if (isOfThisMoment(app)) return app.frameStatus;
      await check(app, db);
      const checked = await readApproved(db, appId);
      if (!isOfThisMoment(checked))
        throw new Refusal('unavailable', { headers: { 'retry-after': String(BUSY_RETRY_S) } });
      return checked.frameStatus;
    },
    async confirm(appId) {
      const app = await readApproved(db, appId);
      const isKnown = isYounger(app, CONFIRMED_FOR_MS) || confirmed.has(app.url);
      const isBusy = !underWay.has(appId) && underWay.size >= CONFIRMED_UNTIL_BUSY;
      if (isKnown || isBusy || isStopping()) return app.frameStatus;
      await oncePerApp(appId, () => look(app));
      return (await readApproved(db, appId)).frameStatus;
    },
    checkMoved: (app) => checkApp(bulk.db, app, checks),
  };
}
