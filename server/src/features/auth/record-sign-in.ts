import type { SecurityDetails } from '@zapdeck/contract/accounts/security-log';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { securityEvents } from '../../db/schema/security-events.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { deviceOf, knownDevice } from '../../accounts/devices.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { newDeviceMails } from './new-device-mails.ts';

const DAY_MS = 24 * 3_600_000;
export const NEW_DEVICE_MAILS_MAX = 3;

interface RecordedSignIn {
  user: UserRow;
  way: NonNullable<SecurityDetails['way']>;
  request: FastifyRequest;
  now: Date;
}

/** Records the sign-in. Mails the owner about a new device. Call it in the `work` of `startSession`. */
export async function recordSignIn(
  tx: Db,
  { jobs, cookie: { isSecure } }: Pick<Deps, 'jobs' | 'cookie'>,
  { user, way, request, now }: RecordedSignIn,
): Promise<void> {
  const isNewDevice = knownDevice(request, user, { isSecure, now }) === undefined;
  const isToday = and(
    eq(securityEvents.userId, user.id),
    eq(securityEvents.event, 'signed_in'),
    gt(securityEvents.createdAt, new Date(now.getTime() - DAY_MS)),
    sql`${securityEvents.details} @> '{"isNewDevice": true}'`,
  );
  if (isNewDevice && (await tx.$count(securityEvents, isToday)) < NEW_DEVICE_MAILS_MAX) {
    const device = deviceOf(request.headers['user-agent']);
    await jobs.enqueue(tx, newDeviceMails, { userId: user.id, device, at: now.toISOString() });
  }
  const details = { way, ...(isNewDevice && { isNewDevice }) };
  await recordSecurityEvent(tx, { userId: user.id, event: 'signed_in', request, details, now });
}
