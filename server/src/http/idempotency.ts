import { createHmac, hash } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY_MAX, type Route } from '@zapdeck/contract/wire/route';
import { filled } from '@zapdeck/contract/wire/message';
import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Db, one } from '../db/client.ts';
import { deleteBatch } from '../db/delete-batches.ts';
import { inTransaction, watchCommits } from '../db/transaction.ts';
import { isForeignKeyViolation } from '../db/constraints.ts';
import { idempotencyKeys } from '../db/schema/idempotency.table.ts';
import { Refusal } from './refusal.ts';
import { BACK_AFTER_S, leavesOutcomeOpen } from '../db/database-away.ts';

const KEYS_KEPT_MS = 24 * 3_600_000;

const PRINTABLE = /^[\x21-\x7e]+$/;

export interface StoredAnswer {
  status: number;
  response: string | null;
}

export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length > IDEMPOTENCY_KEY_MAX || !PRINTABLE.test(key)) {
    const fields = {
      [IDEMPOTENCY_KEY_HEADER]: filled('1 to {max} printable characters, no spaces', {
        max: IDEMPOTENCY_KEY_MAX,
      }),
    };
    throw new Refusal('invalid_input', { fields });
  }
  return key;
}

interface Once {
  userId: string;
  key: string;
  request: { route: Route; params: unknown; query: unknown; body: unknown };
  now: Date;
}

function hashesOf({ key, request: { route, params, query, body } }: Once) {
  const parts = [route.method, route.path, params ?? null, query ?? null, body ?? null];
  return {
    keyHash: hash('sha256', key, 'base64url'),
    requestHash: createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url'),
  };
}

/** Returns false if the key was used within 24 hours. Rejects with `unauthorized` if the user was deleted. */
async function take(
  tx: Db,
  { userId, now }: Once,
  { keyHash, requestHash }: ReturnType<typeof hashesOf>,
): Promise<boolean> {
  const fresh = { requestHash, status: null, response: null, createdAt: now };
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ userId, keyHash, ...fresh })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.keyHash],
      set: fresh,
      setWhere: lte(idempotencyKeys.createdAt, new Date(now.getTime() - KEYS_KEPT_MS)),
    })
    .returning({ keyHash: idempotencyKeys.keyHash })
    .catch((error: unknown) => {
      const isGone = isForeignKeyViolation(error, 'idempotency_keys_user_id_users_id_fk');
      throw isGone ? new Refusal('unauthorized') : error;
    });
  return claimed.length > 0;
}

/** Runs the work once per key. Refusals are not stored. Rejects with `idempotency_key_reused` for another request. */
export async function runOnce(
  db: Db,
  once: Once,
  work: (tx: Db) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const hashes = hashesOf(once);
  const isThisKey = and(eq(idempotencyKeys.userId, once.userId), eq(idempotencyKeys.keyHash, hashes.keyHash));
  return inTransaction(db, async (tx) => {
    if (await take(tx, once, hashes)) {
      const answer = await work(tx);
      await tx.update(idempotencyKeys).set(answer).where(isThisKey);
      return answer;
    }
    const known = one(await tx.select().from(idempotencyKeys).where(isThisKey));
    if (known.requestHash !== hashes.requestHash) throw new Refusal('idempotency_key_reused');
    if (known.status === null) throw new Error('An idempotency key was stored without its response');
    return { status: known.status, response: known.response };
  });
}

/** Deletes stored responses that contain one of the words. */
export async function forgetAnswersWith(db: Db, words: readonly string[]): Promise<void> {
  const { response } = idempotencyKeys;
  await db
    .delete(idempotencyKeys)
    .where(or(...words.map((word) => sql`position(${word} IN ${response}) > 0`)));
}

/** Deletes a batch of keys older than 24 hours. Skips keys in use. */
export function purgeIdempotencyKeys(db: Db, now: Date): Promise<number> {
  const isOld = lte(idempotencyKeys.createdAt, new Date(now.getTime() - KEYS_KEPT_MS));
  return deleteBatch(db, idempotencyKeys, isOld);
}

/** Returns the error for a write that may have been stored. */
export function outcomeUnknown(cause: unknown, key: string | undefined): Refusal {
  const again = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key };
  return new Refusal('outcome_unknown', {
    cause,
    headers: { 'retry-after': String(BACK_AFTER_S), ...again },
  });
}

/** Turns errors into `outcome_unknown` if a commit may have happened. A refusal means that nothing was stored. */
export async function untilStored<Result>(
  work: () => Promise<Result>,
  key: string | undefined,
): Promise<Result> {
  const watch = { hasCommitted: false };
  try {
    return await watchCommits(watch, work);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const mayBeStored = watch.hasCommitted || (error instanceof Error && leavesOutcomeOpen(error));
    throw mayBeStored ? outcomeUnknown(error, key) : error;
  }
}
