import '@fastify/cookie';
import { hash, randomBytes } from 'node:crypto';
import type { ProviderId } from '@zapdeck/contract/sign-in/providers';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { signInAttempts } from '../../db/schema/sign-in-attempts.table.ts';

const LIFETIME_MS = 10 * 60_000;
const TOKEN_BYTES = 32;
/** Attempts per browser. More cookies would fill the request headers. */
const AT_ONCE = 5;
const NAME_CHARACTERS = 16;
const STATE_SHAPE = /^[\w-]{43}$/;

export type SignInSecrets = Pick<
  typeof signInAttempts.$inferSelect,
  'provider' | 'state' | 'nonce' | 'codeVerifier' | 'returnTo' | 'invitationHash' | 'sid'
>;

function hashOfAttempt(token: string): string {
  return hash('sha256', token);
}

function cookieOptions(isSecure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
}

const cookiePrefix = (isSecure: boolean) => (isSecure ? '__Host-sign-in-' : 'sign-in-');

/** One cookie per attempt, so that tabs do not interfere. */
function attemptCookieName(state: string, isSecure: boolean): string {
  return cookiePrefix(isSecure) + state.slice(0, NAME_CHARACTERS);
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Stores an attempt. Deletes the browser's oldest attempts beyond AT_ONCE. */
export async function beginAttempt(
  db: Db,
  { request, reply }: Exchange,
  secrets: SignInSecrets,
  { isSecure, now }: { isSecure: boolean; now: Date },
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await db
    .insert(signInAttempts)
    .values({ hash: hashOfAttempt(token), ...secrets, createdAt: now, expiresAt });
  const options = cookieOptions(isSecure);
  const before = Object.keys(request.cookies).filter((name) => name.startsWith(cookiePrefix(isSecure)));
  for (const name of before.slice(0, -(AT_ONCE - 1))) void reply.clearCookie(name, options);
  void reply.setCookie(attemptCookieName(secrets.state, isSecure), token, {
    ...options,
    maxAge: LIFETIME_MS / 1000,
  });
}

export async function consumeAttempt(
  db: Db,
  { request, reply }: Exchange,
  { provider, state }: { provider: ProviderId; state: string | null },
  { isSecure, now }: { isSecure: boolean; now: Date },
): Promise<SignInSecrets | undefined> {
  if (state === null || !STATE_SHAPE.test(state)) return undefined;
  const name = attemptCookieName(state, isSecure);
  const token = request.cookies[name];
  if (!token) return undefined;
  const [taken] = await db
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.hash, hashOfAttempt(token)),
        eq(signInAttempts.provider, provider),
        eq(signInAttempts.state, state),
        gt(signInAttempts.expiresAt, now),
      ),
    )
    .returning();
  if (taken) void reply.clearCookie(name, cookieOptions(isSecure));
  return taken;
}
