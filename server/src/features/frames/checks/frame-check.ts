import { isDeepStrictEqual } from 'node:util';
import type { FrameReason } from '@zapdeck/contract/frames/frame-reasons';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { FetchPublic, FetchResult } from '../../../urls/fetch-public.ts';
import type { FetchedPage } from '../../../urls/one-request.ts';
import { frameVerdict } from '../../../urls/frame-verdict.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { pageFacts } from '../../../urls/page-facts.ts';
import { takeLook } from '../pictures/app-picture.ts';
import { noteLook } from '../../listings/changes/baseline.ts';
import type { UrlRules } from '../../listings/address/url-rules.ts';
import { isOwnSite } from '../../../urls/host-rules.ts';
import { leaseFrom } from '../../listings/address/new-address.ts';
import { readBlockedReason, noteLanding } from '../../listings/address/blocked-hosts.ts';
import { pictureSources } from '../pictures/find-picture.ts';
import { lookForProof } from '../verification/maker-proof.ts';
import { pictureJob } from '../pictures/picture.job.ts';
import { frameChanges } from '../../../db/schema/app-history.table.ts';
import { readToken, storeFinding } from '../verification/verification.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Interval of checks after a page becomes unreachable, so that a short outage does not last a day. */
const AWAY_RETRY_MS = HOUR_MS;
const BATCH = 150;
const AT_ONCE = 12;

/** A literal, so that it matches the partial index of due checks. */
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

/** Returns null if this server was too busy to fetch. */
export function judge({ page, failure }: FetchResult, rules: UrlRules): Judgement | null {
  if (failure === 'busy') return null;
  // The page exists, but browsers block it until its owner renews the certificate.
  if (failure === 'bad_tls') return { status: 'refused', reason: { code: failure } };
  if (failure !== null) return { status: 'unreachable', reason: { code: failure } };
  const judgements = [...page.passed, page].map((shown) => judgePage(shown, rules));
  return judgements.find(({ status }) => status !== 'ok') ?? { status: 'ok', reason: null };
}

export interface CheckDeps {
  fetchPublic: FetchPublic;
  rules: UrlRules;
  clock: () => Date;
  jobs: JobQueue;
}

interface RecheckDeps extends CheckDeps {
  isStopping: () => boolean;
}

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

function isNews(before: Verdict, { status, reason }: Judgement): boolean {
  if (before.frameStatus !== status) return true;
  return status === 'refused' && !isDeepStrictEqual(before.frameReason, reason);
}

/** Returns true if a concurrent check has stored another verdict. A third check then decides. */
function isDisputed(before: Verdict, found: Judgement, { from, to }: { from: Date; to: Date }): boolean {
  const isMeanwhile = before.frameCheckedAt && before.frameCheckedAt > from && before.frameCheckedAt <= to;
  return Boolean(isMeanwhile) && isNews(before, found);
}

function nextCheck(status: Judgement['status'], awaySince: Date, now: Date): Date {
  const isJustGone = status === 'unreachable' && now.getTime() - awaySince.getTime() < DAY_MS;
  return new Date(now.getTime() + (isJustGone ? AWAY_RETRY_MS : DAY_MS));
}

/** Checks an app. Stores nothing if this server was too busy, or if the address has changed. */
export async function checkApp(db: Db, app: AppToCheck, checks: CheckDeps): Promise<void> {
  const from = checks.clock();
  await storeCheck(db, app, { from, result: await checks.fetchPublic(app.url) }, checks);
}

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
    const [before] = await tx
      .select({ ...verdictColumns, isLanguageOwn: apps.isLanguageOwn })
      .from(apps)
      .where(isSame)
      .for('no key update');
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
        ...(facts && !before.isLanguageOwn && { language: facts.language }),
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

/** Leases and checks due apps, each on one node. Returns their number. Throws the first error after all checks. */
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
