import type {
  AdvertisementConfig,
  AlgorithmParams,
  FormulaWeights,
  SavedWeights,
} from '@zapdeck/contract/settings';
import { eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockAdmin } from '../../http/lock-admin.ts';
import { type AdminStamp, type Stamp, differences, recordAction } from '../audit-log/audit-log.ts';
import { readAdvertisementConfig, readAlgorithmParams, readWeights, weightColumns } from './settings.ts';
import { advertisementConfigs, algorithmParams, formulaWeights } from '../../db/schema/settings.table.ts';

/** Makes the weights the saved ones, unless they are; the transaction must hold the lock of the settings. */
async function replaceWeights(tx: Db, weights: FormulaWeights, stamp: Stamp): Promise<void> {
  const isActive = eq(formulaWeights.isActive, true);
  const before = one(await tx.select(weightColumns).from(formulaWeights).where(isActive));
  if (!differences(before, weights)) return;
  await tx.update(formulaWeights).set({ isActive: false }).where(isActive);
  await tx.insert(formulaWeights).values({ ...weights, savedBy: stamp.actorId, createdAt: stamp.now });
  await recordAction(tx, stamp, { action: 'weights.saved', before, after: weights });
}

/**
 * Saves the weights as a new row, unless they are the saved ones; the scores go on under those in force until the next
 * recalculation. Refuses with `forbidden` who is no admin any more.
 */
export async function saveWeights(db: Db, weights: FormulaWeights, stamp: AdminStamp): Promise<SavedWeights> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    await replaceWeights(tx, weights, stamp);
    return readWeights(tx);
  });
}

/**
 * Has every write of an app compute its pending score under the weights, from the end of this transaction on; saves them
 * first. Returns those in force. The transaction must hold the lock of the settings.
 */
export async function pendWeights(tx: Db, weights: FormulaWeights, stamp: Stamp): Promise<FormulaWeights> {
  const { inForce } = await readWeights(tx);
  await replaceWeights(tx, weights, stamp);
  await withdrawPending(tx);
  await tx.update(formulaWeights).set({ isPending: true }).where(eq(formulaWeights.isActive, true));
  return inForce;
}

/** Has no weights pending any more; the scores go on under those in force. */
export async function withdrawPending(db: Db): Promise<void> {
  const none = { isPending: false, pendingShare: 0 };
  await db.update(formulaWeights).set(none).where(eq(formulaWeights.isPending, true));
}

/** Puts the pending weights in force; the caller puts their scores in place in the same transaction. */
export async function enforcePending(tx: Db): Promise<void> {
  await tx.update(formulaWeights).set({ isInForce: false }).where(eq(formulaWeights.isInForce, true));
  await tx.update(formulaWeights).set({ isInForce: true }).where(eq(formulaWeights.isPending, true));
  await withdrawPending(tx);
}

/**
 * Saves the feed's parameters as a new row, in force at once, unless they are those in force. Refuses with `forbidden` who
 * is no admin any more.
 */
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

/**
 * Saves when ads are shown as a new row, in force at once, unless it is so already. Refuses with `forbidden` who is no
 * admin any more.
 */
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
