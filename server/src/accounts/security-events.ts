import type { Device, SecurityDetails, SecurityEventName } from '@zapdeck/contract/accounts/security-log';
import { and, eq, gt, isNotNull, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { isInBatch } from '../db/delete-batches.ts';
import { securityEvents } from '../db/schema/security-events.table.ts';
import { users } from '../db/schema/users.table.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Background } from '../jobs/background.ts';
import { deviceOf } from './devices.ts';
import { hashForMonth } from '../http/networks.ts';

const DAY_MS = 24 * 3_600_000;
export const SECURITY_EVENT_DAYS = 90;
const NETWORK_KEPT_MS = 60 * DAY_MS;
/** Stored failures per account and day. Without a limit, guesses would fill the table. */
export const FAILURES_MAX = 20;

export type Client = Pick<FastifyRequest, 'headers' | 'ip'>;

interface SecurityEvent {
  userId: string;
  event: SecurityEventName;
  /** Request of the owner. Omit it if someone else acts, because the owner sees device and network. */
  request?: Client | undefined;
  details?: SecurityDetails;
  now: Date;
}

/** Returns the kind of device and the hashed network of a request. */
export async function describeClient(
  db: Db,
  { headers, ip }: Client,
): Promise<{ device: Device; network: string }> {
  return { device: deviceOf(headers['user-agent']), network: await hashForMonth(db, ip) };
}

/** Records an event. Call it in the event's transaction, with the user locked. */
export async function recordSecurityEvent(
  tx: Db,
  { userId, event, request, details = {}, now }: SecurityEvent,
): Promise<void> {
  const client = request && (await describeClient(tx, request));
  await tx.insert(securityEvents).values({ userId, event, ...client, details, createdAt: now });
}

async function storeFailure(db: Db, failure: SecurityEvent): Promise<void> {
  const isToday = and(
    eq(securityEvents.userId, failure.userId),
    eq(securityEvents.event, failure.event),
    gt(securityEvents.createdAt, new Date(failure.now.getTime() - DAY_MS)),
  );
  if ((await db.$count(securityEvents, isToday)) >= FAILURES_MAX) return;
  await inTransaction(db, async (tx) => {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, failure.userId))
      .for('no key update');
    if (owner && (await tx.$count(securityEvents, isToday)) < FAILURES_MAX)
      await recordSecurityEvent(tx, failure);
  });
}

/** Records at most FAILURES_MAX a day, after the response: its duration must not reveal whether the account exists. */
export function recordFailure(
  { db, background }: { db: Db; background: Background },
  failure: SecurityEvent,
): void {
  background.start(() => storeFailure(db, failure));
}

/** Removes networks from a batch of events older than 60 days. */
export async function forgetNetworksOfEvents(db: Db, now: Date): Promise<number> {
  const isOld = lt(securityEvents.createdAt, new Date(now.getTime() - NETWORK_KEPT_MS));
  const batch = isInBatch(securityEvents, and(isNotNull(securityEvents.network), isOld));
  return (await db.update(securityEvents).set({ network: null }).where(batch)).rowCount ?? 0;
}
