import type {
  AdvertisementConfig,
  AlgorithmParams,
  FormulaWeights,
  SavedWeights,
} from '@zapdeck/contract/settings';
import { eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { type Act, recordAct } from '../audit-log/audit-log.ts';
import { advertisementColumns, algorithmColumns, readWeights, weightColumns } from './settings.ts';
import { advertisementConfigs, algorithmParams, formulaWeights } from './settings.table.ts';

/** Makes the weights the saved ones; the transaction must hold the lock of the settings. */
async function replaceWeights(tx: Db, weights: FormulaWeights, act: Act): Promise<void> {
  const before = one(
    await tx
      .update(formulaWeights)
      .set({ isActive: false })
      .where(eq(formulaWeights.isActive, true))
      .returning(weightColumns),
  );
  await tx.insert(formulaWeights).values({ ...weights, savedBy: act.actorId, createdAt: act.now });
  await recordAct(tx, act, { action: 'weights.saved', before, after: weights });
}

/** Saves the weights as a new row; the scores go on under those in force until the next recalculation. */
export async function saveWeights(db: Db, weights: FormulaWeights, act: Act): Promise<SavedWeights> {
  return db.transaction(async (tx) => {
    await holdLock(tx, 'settings');
    await replaceWeights(tx, weights, act);
    return readWeights(tx);
  });
}

/**
 * Has every write of an app compute its pending score under the weights, from the end of this transaction on; saves them
 * first if they are not the saved ones. Returns those in force. The transaction must hold the lock of the settings.
 */
export async function pendWeights(tx: Db, weights: FormulaWeights, act: Act): Promise<FormulaWeights> {
  const { inForce, ...saved } = await readWeights(tx);
  const isSaved = Object.entries(saved).every(
    ([name, value]) => weights[name as keyof typeof saved] === value,
  );
  if (!isSaved) await replaceWeights(tx, weights, act);
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

/** Saves the feed's parameters as a new row, in force at once. */
export async function saveAlgorithmParams(
  db: Db,
  params: AlgorithmParams,
  act: Act,
): Promise<AlgorithmParams> {
  return db.transaction(async (tx) => {
    await holdLock(tx, 'settings');
    const before = one(
      await tx
        .update(algorithmParams)
        .set({ isActive: false })
        .where(eq(algorithmParams.isActive, true))
        .returning(algorithmColumns),
    );
    await tx.insert(algorithmParams).values({ ...params, savedBy: act.actorId, createdAt: act.now });
    await recordAct(tx, act, { action: 'algorithm.saved', before, after: params });
    return params;
  });
}

/** Saves when ads are shown as a new row, in force at once. */
export async function saveAdvertisementConfig(
  db: Db,
  config: AdvertisementConfig,
  act: Act,
): Promise<AdvertisementConfig> {
  return db.transaction(async (tx) => {
    await holdLock(tx, 'settings');
    const before = one(
      await tx
        .update(advertisementConfigs)
        .set({ isActive: false })
        .where(eq(advertisementConfigs.isActive, true))
        .returning(advertisementColumns),
    );
    await tx.insert(advertisementConfigs).values({ ...config, savedBy: act.actorId, createdAt: act.now });
    await recordAct(tx, act, { action: 'advertisement.saved', before, after: config });
    return config;
  });
}
