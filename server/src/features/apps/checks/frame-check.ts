import { isDeepStrictEqual } from 'node:util';
import type { FrameReason } from '@zapdeck/contract/frame-reasons';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { FetchedPage, FetchPublic, FetchResult } from '../../../urls/fetch-public.ts';
import { frameVerdict } from '../../../urls/frame-verdict.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { pageFacts } from '../../../urls/page-facts.ts';
import { takeLook } from '../pictures/app-picture.ts';
import { noteLook } from '../changes/baseline.ts';
import type { UrlRules } from '../app-url.ts';
import { isOwnSite } from '../../../urls/own-site.ts';
import { readBlockedReason, noteLanding } from '../moderation/blocked-hosts.ts';
import { pictureSources } from '../pictures/find-picture.ts';
import { lookForProof } from '../verification/maker-proof.ts';
import { pictureJob } from '../pictures/picture.job.ts';
import { frameChanges } from '../../../db/schema/app-history.table.ts';
import { readToken, storeFinding } from '../verification/verification.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Whoever takes a check and dies, or was too busy, gives it back after this; longer than a batch can take. */
const LEASE_MS = 3 * MINUTE_MS;
/** A page that has just gone is looked at more often, so that a short failure does not cost it a day. */
const AWAY_RETRY_MS = HOUR_MS;
const BATCH = 150;
const AT_ONCE = 12;

/** A literal condition, as in the partial index of due checks. */
const isWatched = sql`${apps.status} <> 'rejected'`;

const GONE = new Set([404, 410]);
const SERVER_ERROR = 500;

type Judgement = { status: Exclude<AppRow['frameStatus'], 'unknown'>; reason: FrameReason | null };

function judgePage(page: FetchedPage, rules: UrlRules): Judgement {
  if (GONE.has(page.status) || page.status >= SERVER_ERROR)
    return { status: 'unreachable', reason: { code: 'bad_status', status: page.status } };
  if (isOwnSite(new URL(page.url), rules)) return { status: 'refused', reason: { code: 'own_site' } };
  return frameVerdict(page, rules.publicUrl);
}

/** Returns the verdict on a fetched app; null if the fetch was not made because the server was too busy. */
export function judge({ page, failure }: FetchResult, rules: UrlRules): Judgement | null {
  if (failure === 'busy') return null;
  // The page exists, but browsers do not show it until its owner renews the certificate.
  if (failure === 'bad_tls') return { status: 'refused', reason: { code: failure } };
  if (failure !== null) return { status: 'unreachable', reason: { code: failure } };
  const judgements = [...page.passed, page].map((shown) => judgePage(shown, rules));
  return judgements.find(({ status }) => status !== 'ok') ?? { status: 'ok', reason: null };
}

/** What a check of an app needs from outside. */
export interface CheckDeps {
  fetchPublic: FetchPublic;
  rules: UrlRules;
  clock: () => Date;
  jobs: JobQueue;
}

interface RecheckDeps extends CheckDeps {
  /** True once the server is to end: what is taken and not yet looked at is left to the others. */
  isStopping: () => boolean;
}

/** What a check has to know of an app. */
export const checkedColumns = {
  id: apps.id,
  url: apps.url,
  thumbnailUrl: apps.thumbnailUrl,
};
export type AppToCheck = Pick<AppRow, keyof typeof checkedColumns>;

const verdictColumns = {
  frameStatus: apps.frameStatus,
  frameReason: apps.frameReason,
  frameCheckedAt: apps.frameCheckedAt,
  unreachableSince: apps.unreachableSince,
};
type Verdict = Pick<AppRow, keyof typeof verdictColumns>;

/** Returns true if the judgement belongs in the history. A different reason for an unreachable page does not. */
function isNews(before: Verdict, { status, reason }: Judgement): boolean {
  if (before.frameStatus !== status) return true;
  return status === 'refused' && !isDeepStrictEqual(before.frameReason, reason);
}

/** Whether somebody else has looked meanwhile and found something else: which of the two is today's, a third look tells. */
function isDisputed(before: Verdict, found: Judgement, { from, to }: { from: Date; to: Date }): boolean {
  const isMeanwhile = before.frameCheckedAt && before.frameCheckedAt > from && before.frameCheckedAt <= to;
  return Boolean(isMeanwhile) && isNews(before, found);
}

function nextCheck(status: Judgement['status'], awaySince: Date, now: Date): Date {
  const isJustGone = status === 'unreachable' && now.getTime() - awaySince.getTime() < DAY_MS;
  return new Date(now.getTime() + (isJustGone ? AWAY_RETRY_MS : DAY_MS));
}

/**
 * Looks at an app's page and stores whether it can be framed, why not, and since when nobody was there; whether its host
 * shows that it is the submitter's, where they have asked for that; has its picture looked for where that is due. Stores
 * nothing when we were too busy to look, or the address has changed meanwhile.
 */
export async function checkApp(db: Db, app: AppToCheck, checks: CheckDeps): Promise<void> {
  const from = checks.clock();
  await storeCheck(db, app, { from, result: await checks.fetchPublic(app.url) }, checks);
}

/** Stores what a fetch of the app's page, begun at `from`, says about the app; as `checkApp` does. */
export async function storeCheck(
  db: Db,
  app: AppToCheck,
  { from, result }: { from: Date; result: FetchResult },
  { fetchPublic, rules, clock, jobs }: CheckDeps,
): Promise<void> {
  const found = judge(result, rules);
  if (!found) return;
  const blocked = await readBlockedReason(db, app.url, result);
  const judgement: Judgement = blocked === null ? found : { status: 'refused', reason: blocked };
  const token = await readToken(db, app.id);
  const proof = token === undefined ? null : await lookForProof({ url: app.url, token, result }, fetchPublic);
  const now = clock();
  const { status, reason } = judgement;
  const sources =
    result.page && status !== 'unreachable' && blocked === null
      ? pictureSources(result.page, app.thumbnailUrl, rules)
      : null;
  const facts = result.page && status !== 'unreachable' ? pageFacts(result.page) : null;
  await inTransaction(db, async (tx) => {
    const isSame = and(eq(apps.id, app.id), eq(apps.url, app.url));
    const [before] = await tx.select(verdictColumns).from(apps).where(isSame).for('no key update');
    if (!before) return;
    const awaySince = status === 'unreachable' ? (before.unreachableSince ?? now) : null;
    await tx
      .update(apps)
      .set({
        frameStatus: status,
        frameReason: reason,
        frameCheckedAt: now,
        frameCheckDueAt: isDisputed(before, judgement, { from, to: now })
          ? now
          : nextCheck(status, awaySince ?? now, now),
        unreachableSince: awaySince,
      })
      .where(eq(apps.id, app.id));
    if (isNews(before, { status, reason }))
      await tx
        .insert(frameChanges)
        .values({ appId: app.id, frameStatus: status, frameReason: reason, createdAt: now });
    await noteLanding(tx, app, result);
    if (proof) await storeFinding(tx, { appId: app.id, finding: proof, jobs, now });
    await noteLook(tx, app.id, { facts, frameBefore: before.frameStatus, now });
    if (!sources || !(await takeLook(tx, app.id, sources, now))) return;
    await jobs.enqueue(tx, pictureJob, { appId: app.id, sources });
  });
}

/** Until when nobody else takes the check of an app that is taken now. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/**
 * Checks one batch of the apps whose check is due, rejected ones aside, and returns how many. Several nodes share the
 * work: each app is taken by one of them. An app whose check could not be stored keeps none of the others waiting; the first
 * such failure is thrown once all are done, and its app is due again when the lease ends.
 */
export async function recheckDue(db: Db, deps: RecheckDeps, now: Date): Promise<number> {
  const due = db.$with('due').as(
    db
      .select({ id: apps.id })
      .from(apps)
      .where(and(lte(apps.frameCheckDueAt, now), isWatched))
      .orderBy(asc(apps.frameCheckDueAt))
      .limit(BATCH)
      .for('update', { skipLocked: true }),
  );
  const taken = await db
    .with(due)
    .update(apps)
    .set({ frameCheckDueAt: leaseFrom(now) })
    .where(inArray(apps.id, db.select({ id: due.id }).from(due)))
    .returning(checkedColumns);
  const limit = pLimit(AT_ONCE);
  const checks = await Promise.allSettled(
    taken.map((app) => limit(async () => (deps.isStopping() ? undefined : checkApp(db, app, deps)))),
  );
  const failed = checks.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return taken.length;
}
