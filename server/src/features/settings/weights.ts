import type { FormulaWeights, SavedWeights, saveFormulaWeights } from '@zapdeck/contract/instance/settings';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { settings } from '../../db/schema/settings.table.ts';
import { recordAction, type Stamp } from '../audit-log/audit-log.ts';
import { weightsKind } from './kinds.ts';
import { isActiveKind, noteBeside, readValues, replaceSettings } from './settings.ts';

/** Weights, and the version of them that the sender has read. */
export type SeenWeights = BodyOf<typeof saveFormulaWeights>;

/**
 * Saves the weights. Writes of apps compute pending scores too from now on. Returns the weights in force. Needs the lock of the
 * settings. Rejects with `settings_changed`.
 */
export async function setPendingWeights(
  tx: Db,
  { version, ...weights }: SeenWeights,
  stamp: Stamp,
): Promise<FormulaWeights> {
  const { values, changed } = await replaceSettings(tx, weightsKind, { ...weights, version }, stamp);
  if (changed) await recordAction(tx, stamp, { action: 'weights.saved', ...changed });
  await noteBeside(tx, weightsKind, { pending: weights, pendingShare: 0 });
  return values.inForce;
}

/** Ends a recalculation that waits. Needs the lock of the settings. */
export const cancelPendingWeights = (tx: Db): Promise<void> => noteBeside(tx, weightsKind, { pending: null });

/** The caller replaces the scores in the same transaction. Needs the lock of the settings. */
export async function activatePendingWeights(tx: Db, weights: FormulaWeights): Promise<void> {
  await noteBeside(tx, weightsKind, { inForce: weights, pending: null });
}

/** A save at the same time may lose the share. The next one follows. */
export const notePendingShare = (db: Db, pendingShare: number): Promise<void> =>
  noteBeside(db, weightsKind, { pendingShare });

export async function readPendingShare(db: Db): Promise<number> {
  const share = sql<number | null>`(${settings.values} ->> 'pendingShare')::float8`;
  const [row] = await db.select({ share }).from(settings).where(isActiveKind(weightsKind));
  return row?.share ?? 0;
}

export const readWeights = (db: Db): Promise<SavedWeights> => readValues(db, weightsKind);
