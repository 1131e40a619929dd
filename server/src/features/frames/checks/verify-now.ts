import type { Verification } from '@zapdeck/contract/frames/verification';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import { checkApp, checkedColumns, type CheckDeps } from './frame-check.ts';
import { beginVerification, readVerification } from '../verification/verification.ts';

const BUSY_RETRY_S = 5;

export async function verifyNow(
  db: Db,
  { appId, userId }: { appId: string; userId: string },
  checks: CheckDeps,
): Promise<Verification> {
  const asked = { appId, userId };
  const now = checks.clock();
  await readVerification(db, asked);
  await beginVerification(db, appId, now);
  await checkApp(db, one(await db.select(checkedColumns).from(apps).where(eq(apps.id, appId))), checks);
  const after = await readVerification(db, asked);
  if (after.checkedAt === null || after.checkedAt < now.toISOString())
    throw new Refusal('unavailable', { headers: { 'retry-after': String(BUSY_RETRY_S) } });
  return after;
}
