import { randomBytes } from 'node:crypto';
import type { Db } from '../db/client.ts';
import { newId } from '../db/columns.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import type { UserRow } from '../db/schema/users.table.ts';
import type { Deps } from '../deps.ts';
import { deviceOf, rememberDevice } from '../accounts/devices.ts';
import { keepLanguage } from '../http/language.ts';
import { hashForMonth } from '../http/networks.ts';
import { kindOf, lifetimes, sidOf } from '../accounts/session.ts';
import { storedLanguage } from '../languages/shown-language.ts';

const ADDRESS = '192.0.2.1';

const networks = new WeakMap<Db, Promise<string>>();

function networkOf(db: Db): Promise<string> {
  const network = networks.get(db) ?? hashForMonth(db, ADDRESS);
  networks.set(db, network);
  return network;
}

/**
 * Stores a session that `startSession` could have started, in one statement, because some thousand people sign in during a run.
 * Returns the cookies of the browser.
 */
export async function sessionOf(
  { db, cookie }: Pick<Deps, 'db' | 'cookie'>,
  user: UserRow,
  now: Date,
): Promise<Record<string, string>> {
  const token = randomBytes(32).toString('base64url');
  const client = user.isGuest ? {} : { device: deviceOf(undefined), network: await networkOf(db) };
  const id = newId();
  await db.insert(sessions).values({
    sid: sidOf(token),
    id,
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expire: new Date(now.getTime() + lifetimes[kindOf(user)].totalMs),
    provedAt: now,
    ...client,
  });
  const cookies = { [cookie.name]: token };
  const reply = {
    request: { cookies: {} },
    setCookie: (name: string, value: string) => void (cookies[name] = value),
  } as never;
  const language = storedLanguage(user.language);
  if (language) keepLanguage(reply, language, cookie.isSecure);
  rememberDevice(reply, user, { deviceId: id, isSecure: cookie.isSecure });
  return cookies;
}
