import { setTimeout } from 'node:timers/promises';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { knownDevice } from '../../accounts/devices.ts';
import {
  consumeForAccountAndNetwork,
  consumeForNetwork,
  hashOfCaller,
  type Limit,
} from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';
import { guessMails, type Knowledge } from './guess-mails.ts';

const perNetwork: Limit = { calls: 100, seconds: 300 };
/** Per account and network, or per account and known device. */
const perAccountAndCaller: Limit = { calls: 10, seconds: 300 };
/** Per account, for all unknown devices together. Further attempts are delayed, but never rejected. */
const perAccount: Limit = { calls: 10, seconds: 3_600 };

/** Must be below the shutdown timeout of requests. */
export const DELAY_MS = 8_000;
/** Maximum of delayed requests per process. Each one holds a connection and a few kilobytes. */
const DELAYED_MAX = 500;
const MAIL_INTERVAL_MS = 24 * 3_600_000;

type Account = Pick<UserRow, 'id' | 'guessesMailedAt' | 'codesMailedAt'>;

const mailedAt = { nothing: 'guessesMailedAt', password: 'codesMailedAt' } as const;

interface Warning {
  owner: Account | undefined;
  knows: Knowledge;
  now: Date;
}

export interface SignInAttempt {
  succeed: () => Promise<void>;
}

/** Mails the owner that someone guesses passwords or codes, each at most once a day. */
export async function warnOwner(
  db: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  { owner, knows, now }: Warning,
): Promise<void> {
  const column = mailedAt[knows];
  const before = new Date(now.getTime() - MAIL_INTERVAL_MS);
  const last = owner?.[column] ?? null;
  if (!owner || (last !== null && last > before)) return;
  const isDue = or(isNull(users[column]), lte(users[column], before));
  await inTransaction(db, async (tx) => {
    const [due] = await tx
      .update(users)
      .set({ [column]: now })
      .where(and(eq(users.id, owner.id), isDue))
      .returning({ id: users.id });
    if (due) await jobs.enqueue(tx, guessMails, { userId: due.id, knows });
  });
}

let delayed = 0;

/** Waits without a database connection. Rejects if the client disconnects, or with 429 if too many wait. */
async function delay({ raw }: FastifyReply): Promise<void> {
  if (delayed >= DELAYED_MAX)
    throw new Refusal('too_many_requests', { headers: { 'retry-after': String(DELAY_MS / 1000) } });
  const hungUp = new AbortController();
  const abort = () => hungUp.abort();
  if (raw.destroyed) abort();
  raw.once('close', abort);
  delayed += 1;
  try {
    await setTimeout(DELAY_MS, undefined, { signal: hungUp.signal });
  } catch {
    throw new Refusal('request_timeout');
  } finally {
    delayed -= 1;
    raw.off('close', abort);
  }
}

/** Counts an attempt before the password is checked. Guesses from many networks only delay unknown devices. */
export async function countSignIn(
  db: Db,
  { rateLimits, cookie, jobs }: Pick<Deps, 'rateLimits' | 'cookie' | 'jobs'>,
  email: string,
  { reply, now }: { reply: FastifyReply; now: Date },
): Promise<SignInAttempt> {
  const { request } = reply;
  await consumeForNetwork(rateLimits, 'login-network', request.ip, perNetwork);
  const { id, isGuest, passwordHash, deviceKey, guessesMailedAt, codesMailedAt } = users;
  const [owner] = await db
    .select({ id, isGuest, passwordHash, deviceKey, guessesMailedAt, codesMailedAt })
    .from(users)
    .where(eq(users.email, email));
  const device = owner && knownDevice(request, owner, { isSecure: cookie.isSecure, now });
  if (device !== undefined) {
    await rateLimits.consume('login-device', device, perAccountAndCaller);
    return { succeed: async () => {} };
  }
  const caller = { account: email, address: request.ip };
  await consumeForAccountAndNetwork(rateLimits, 'login', caller, perAccountAndCaller);
  const guesses = ['login-account', hashOfCaller(email), perAccount] as const;
  if (!(await rateLimits.isWithin(...guesses))) {
    request.log.warn('one account is tried from several networks');
    await Promise.all([delay(reply), warnOwner(db, { jobs }, { owner, knows: 'nothing', now })]);
  }
  return { succeed: () => rateLimits.refund(...guesses) };
}
