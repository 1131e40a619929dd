import { hash } from 'node:crypto';
import {
  VERIFY_META,
  VERIFY_PATH,
  type Verification,
  type VerificationFinding,
} from '@zapdeck/contract/frames/verification';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { appVerifications } from '../../../db/schema/app-verifications.table.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { appMails } from '../../makers/app-mails.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Minimum time between two checks that miss the token, because a page may lack it by mistake. */
export const MISSED_APART_MS = 12 * HOUR_MS;
/** Time after which an unreachable host may have another owner. */
const UNSEEN_MAX_MS = 7 * DAY_MS;

interface Standing {
  verifiedAt: Date | null;
  provedAt: Date | null;
  missingSince: Date | null;
}

const isPast = (since: Date | null, ms: number, now: Date) =>
  since !== null && now.getTime() - since.getTime() >= ms;

/** Ends the mark if two checks half a day apart miss the token, or after a week without contact. */
export function nextStanding(before: Standing, finding: VerificationFinding, now: Date): Standing {
  if (finding === 'found') return { verifiedAt: before.verifiedAt ?? now, provedAt: now, missingSince: null };
  if (before.verifiedAt === null) return { ...before, missingSince: null };
  if (finding === 'unreachable')
    return isPast(before.provedAt, UNSEEN_MAX_MS, now) ? { ...before, verifiedAt: null } : before;
  if (isPast(before.missingSince, MISSED_APART_MS, now))
    return { ...before, verifiedAt: null, missingSince: null };
  return { ...before, missingSince: before.missingSince ?? now };
}

const TOKEN_CHARACTERS = 32;

const keptState = {
  url: apps.url,
  verifiedAt: apps.verifiedAt,
  token: appVerifications.token,
  checkedAt: appVerifications.checkedAt,
  finding: appVerifications.finding,
  provedAt: appVerifications.provedAt,
  missingSince: appVerifications.missingSince,
};

/** Not secret, so it is derived from the id. */
function tokenOf(appId: string): string {
  return hash('sha256', `zapdeck verification ${appId}`, 'base64url').slice(0, TOKEN_CHARACTERS);
}

export async function readToken(db: Db, appId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ token: appVerifications.token })
    .from(appVerifications)
    .where(eq(appVerifications.appId, appId));
  return row?.token;
}

export async function beginVerification(db: Db, appId: string, now: Date): Promise<void> {
  await db
    .insert(appVerifications)
    .values({ appId, token: tokenOf(appId), createdAt: now })
    .onConflictDoNothing();
}

export async function readVerification(
  db: Db,
  { appId, userId }: { appId: string; userId: string },
): Promise<Verification> {
  const [row] = await db
    .select(keptState)
    .from(apps)
    .leftJoin(appVerifications, eq(appVerifications.appId, apps.id))
    .where(and(eq(apps.id, appId), eq(apps.submittedBy, userId)));
  if (!row) throw new Refusal('app_not_found');
  const token = row.token ?? tokenOf(appId);
  return {
    token,
    host: new URL(row.url).host,
    tag: `<meta name="${VERIFY_META}" content="${token}">`,
    fileUrl: new URL(VERIFY_PATH, row.url).href,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    finding: row.finding,
    missingSince: row.missingSince?.toISOString() ?? null,
  };
}

interface VerificationResult {
  appId: string;
  finding: VerificationFinding;
  jobs: JobQueue;
  now: Date;
}

/** Stores the finding and queues a mail if the mark is removed. The caller must lock the app. */
export async function storeFinding(tx: Db, { appId, finding, jobs, now }: VerificationResult): Promise<void> {
  const [before] = await tx
    .select(keptState)
    .from(apps)
    .innerJoin(appVerifications, eq(appVerifications.appId, apps.id))
    .where(eq(apps.id, appId));
  if (!before) return;
  const { verifiedAt, provedAt, missingSince } = nextStanding(before, finding, now);
  await tx
    .update(appVerifications)
    .set({ finding, provedAt, missingSince, checkedAt: now })
    .where(eq(appVerifications.appId, appId));
  const [wasVerified, isVerified] = [before.verifiedAt !== null, verifiedAt !== null];
  if (wasVerified === isVerified) return;
  await tx.update(apps).set({ verifiedAt }).where(eq(apps.id, appId));
  const { host } = new URL(before.url);
  const values = finding === 'found' ? { host } : { cause: { code: finding, host } };
  await recordAction(
    tx,
    { actorId: null, now },
    {
      action: isVerified ? 'app.verified' : 'app.verification_lost',
      appId,
      before: { isVerified: wasVerified },
      after: { isVerified, ...values },
    },
  );
  if (finding !== 'found')
    await jobs.enqueue(tx, appMails, { kind: 'unverified', appId, cause: { code: finding, host } });
}
