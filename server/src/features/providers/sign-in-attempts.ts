import '@fastify/cookie';
import { hash, randomBytes } from 'node:crypto';
import type { ProviderId } from '@zapdeck/contract/providers';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { signInAttempts } from './sign-in-attempts.table.ts';

/** As long as somebody may look for their password at the provider. */
const LIFETIME_MS = 10 * 60_000;
const TOKEN_BYTES = 32;

/** What the answer of the provider will be held against. */
export type SignInSecrets = Pick<
  typeof signInAttempts.$inferSelect,
  'provider' | 'state' | 'nonce' | 'codeVerifier' | 'returnTo'
>;

function hashOf(token: string): string {
  return hash('sha256', token);
}

function cookieOf(isSecure: boolean) {
  return {
    name: isSecure ? '__Host-sign-in' : 'sign-in',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const,
  };
}

/** Notes that this browser, and no other, has gone to the provider. */
export async function beginAttempt(
  db: Db,
  reply: FastifyReply,
  secrets: SignInSecrets,
  { isSecure, now }: { isSecure: boolean; now: Date },
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await db.insert(signInAttempts).values({ hash: hashOf(token), ...secrets, createdAt: now, expiresAt });
  const { name, options } = cookieOf(isSecure);
  void reply.setCookie(name, token, { ...options, maxAge: LIFETIME_MS / 1000 });
}

/**
 * What this browser's attempt will be held against; undefined when it has begun none with this provider, or too long
 * ago. Each can be taken once, whatever comes of it.
 */
export async function takeAttempt(
  db: Db,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  provider: ProviderId,
  { isSecure, now }: { isSecure: boolean; now: Date },
): Promise<SignInSecrets | undefined> {
  const { name, options } = cookieOf(isSecure);
  const token = request.cookies[name];
  if (!token) return undefined;
  void reply.clearCookie(name, options);
  const [taken] = await db
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.hash, hashOf(token)),
        eq(signInAttempts.provider, provider),
        gt(signInAttempts.expiresAt, now),
      ),
    )
    .returning();
  return taken;
}

/** Deletes attempts that never came back. */
export async function purgeSignInAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lte(signInAttempts.expiresAt, now));
}
