import type { ClaimSettings, ShownClaimSettings } from '@zapdeck/contract/sign-in/claim-roles';
import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { type Db, one } from '../../db/client.ts';
import { instance } from '../../db/schema/instance.table.ts';
import type { AdminStamp } from '../audit-log/audit-log.ts';
import { saveColumns } from '../instance/instance.ts';

export async function readClaimSettings(db: Db): Promise<ClaimSettings> {
  const { claimRoles, trustsProviderFactor } = instance;
  const active = db.select({ claimRoles, trustsProviderFactor }).from(instance);
  return one(await active.where(eq(instance.isActive, true)));
}

export async function showClaimSettings(
  db: Db,
  { providers: { platform }, platformName }: Config,
): Promise<ShownClaimSettings> {
  return {
    ...(await readClaimSettings(db)),
    claim: platform?.roleClaim ?? null,
    provider: platform ? platformName : null,
  };
}

export async function saveClaimSettings(db: Db, settings: ClaimSettings, stamp: AdminStamp): Promise<void> {
  const { claimRoles, trustsProviderFactor } = settings;
  // Keys are in PostgreSQL's order, so that equal settings count as unchanged.
  const stored = claimRoles.map(({ role, value }) => ({ role, value }));
  await saveColumns(db, 'instance.claim_roles', { claimRoles: stored, trustsProviderFactor }, stamp);
}
