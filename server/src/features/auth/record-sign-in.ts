import type { SecurityDetails } from '@zapdeck/contract/security-log';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { knownDevice } from '../../http/known-device.ts';
import { recordSecurityEvent } from '../../http/security-events.ts';

interface SignIn {
  user: UserRow;
  way: NonNullable<SecurityDetails['way']>;
  request: FastifyRequest;
  now: Date;
}

/** Records the sign-in. Call it in the work of `startSession`. */
export async function recordSignIn(
  tx: Db,
  { cookie: { isSecure } }: Pick<Deps, 'jobs' | 'cookie'>,
  { user, way, request, now }: SignIn,
): Promise<void> {
  const isNewDevice = knownDevice(request, user, { isSecure, now }) === undefined;
  const details = { way, ...(isNewDevice && { isNewDevice }) };
  await recordSecurityEvent(tx, { userId: user.id, event: 'signed_in', request, details, now });
}
