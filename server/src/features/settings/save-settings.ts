import type {
  AdvertisementConfig,
  AlgorithmParams,
  FormulaWeights,
  SavedWeights,
} from '@zapdeck/contract/instance/settings';
import { eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { type AdminStamp, type Stamp, differences, recordAction } from '../audit-log/audit-log.ts';
import { readAdvertisementConfig, readAlgorithmParams, readWeights, weightColumns } from './settings.ts';
import { advertisementConfigs, algorithmParams, formulaWeights } from '../../db/schema/settings.table.ts';

/** The transaction must hold the lock of the settings. */
async function replaceWeights(tx: Db, weights: FormulaWeights, stamp: Stamp): Promise<void> {
  const isActive = eq(formulaWeights.isActive, true);
  const before = one(await tx.select(weightColumns).from(formulaWeights).where(isActive));
  if (!differences(before, weights)) return;
  await tx.update(formulaWeights).set({ isActive: false }).where(isActive);
  await tx.insert(formulaWeights).values({ ...weights, savedBy: stamp.actorId, createdAt: stamp.now });
  await recordAction(tx, stamp, { action: 'weights.saved', before, after: weights });
}

/** Scores keep the weights in force until the next recalculation. */
export async function saveWeights(db: Db, weights: FormulaWeights, stamp: AdminStamp): Promise<SavedWeights> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    await replaceWeights(tx, weights, stamp);
    return readWeights(tx);
  });
}

/** Writes of apps compute pending scores too from now on. Returns the weights in force. Needs the lock of the settings. */
export async function setPendingWeights(
  tx: Db,
  weights: FormulaWeights,
  stamp: Stamp,
): Promise<FormulaWeights> {
  const { inForce } = await readWeights(tx);
  await replaceWeights(tx, weights, stamp);
  await cancelPendingWeights(tx);
  await tx.update(formulaWeights).set({ isPending: true }).where(eq(formulaWeights.isActive, true));
  return inForce;
}

/** Ends a recalculation that waits: its weights no longer count as pending. */
export async function cancelPendingWeights(db: Db): Promise<void> {
  const none = { isPending: false, pendingShare: 0 };
  await db.update(formulaWeights).set(none).where(eq(formulaWeights.isPending, true));
}

/** The caller replaces the scores in the same transaction. */
export async function activatePendingWeights(tx: Db): Promise<void> {
  await tx.update(formulaWeights).set({ isInForce: false }).where(eq(formulaWeights.isInForce, true));
  await tx.update(formulaWeights).set({ isInForce: true }).where(eq(formulaWeights.isPending, true));
  await cancelPendingWeights(tx);
}

export async function saveAlgorithmParams(
  db: Db,
  params: AlgorithmParams,
  stamp: AdminStamp,
): Promise<AlgorithmParams> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    const before = await readAlgorithmParams(tx);
    if (!differences(before, params)) return params;
    await tx.update(algorithmParams).set({ isActive: false }).where(eq(algorithmParams.isActive, true));
    await tx.insert(algorithmParams).values({ ...params, savedBy: stamp.actorId, createdAt: stamp.now });
    await recordAction(tx, stamp, { action: 'algorithm.saved', before, after: params });
    return params;
  });
}

export async function saveAdvertisementConfig(
  db: Db,
  config: AdvertisementConfig,
  stamp: AdminStamp,
): Promise<AdvertisementConfig> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    const before = await readAdvertisementConfig(tx);
    if (!differences(before, config)) return config;
    await tx
      .update(advertisementConfigs)
      .set({ isActive: false })
      .where(eq(advertisementConfigs.isActive, true));
    await tx.insert(advertisementConfigs).values({ ...config, savedBy: stamp.actorId, createdAt: stamp.now });
    await recordAction(tx, stamp, { action: 'advertisement.saved', before, after: config });
    return config;
  });
}
