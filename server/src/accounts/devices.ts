import '@fastify/cookie';
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '@zapdeck/contract/accounts/security-log';
import { momentOfId } from '../db/columns.ts';
import type { UserRow } from '../db/schema/users.table.ts';

const LIFETIME_MS = 400 * 24 * 3_600_000;
/** Number of accounts per browser. Each one is a cookie in every request. */
const ACCOUNTS_MAX = 5;
const NAME_CHARACTERS = 16;
const VALUE = /^([0-9a-f-]{36})\.([\w-]{43})$/;

type DeviceOwner = Pick<UserRow, 'id' | 'isGuest' | 'passwordHash' | 'deviceKey'>;

const cookiePrefix = (isSecure: boolean) => (isSecure ? '__Host-device-' : 'device-');

/** One cookie per account, because several people may share a browser. */
function deviceCookieName(userId: string, isSecure: boolean): string {
  return cookiePrefix(isSecure) + hash('sha256', userId, 'base64url').slice(0, NAME_CHARACTERS);
}

/** Signed with the stored password hash, so a new password makes all devices unknown. */
function signatureOf(deviceId: string, { id, passwordHash, deviceKey }: DeviceOwner): string {
  return createHmac('sha256', passwordHash ?? deviceKey)
    .update(`${id} ${deviceId}`)
    .digest('base64url');
}

/** Returns the id of the device if its cookie is valid for the account and its password. */
export function knownDevice(
  { cookies }: FastifyRequest,
  owner: DeviceOwner,
  { isSecure, now }: { isSecure: boolean; now: Date },
): string | undefined {
  const [, deviceId, signature] = VALUE.exec(cookies[deviceCookieName(owner.id, isSecure)] ?? '') ?? [];
  if (deviceId === undefined || signature === undefined) return undefined;
  const expected = signatureOf(deviceId, owner);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
  return now.getTime() - momentOfId(deviceId).getTime() < LIFETIME_MS ? deviceId : undefined;
}

/** Sets the cookie of a known device. A renewed session keeps the device. */
export function rememberDevice(
  reply: FastifyReply,
  owner: DeviceOwner,
  { deviceId, isSecure }: { deviceId: string; isSecure: boolean },
): void {
  if (owner.isGuest) return;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const name = deviceCookieName(owner.id, isSecure);
  const isOther = (other: string) => other.startsWith(cookiePrefix(isSecure)) && other !== name;
  for (const other of Object.keys(reply.request.cookies)
    .filter(isOther)
    .slice(0, -(ACCOUNTS_MAX - 1)))
    void reply.clearCookie(other, options);
  const value = `${deviceId}.${signatureOf(deviceId, owner)}`;
  void reply.setCookie(name, value, { ...options, maxAge: LIFETIME_MS / 1000 });
}

type Names = readonly (readonly [name: string, pattern: RegExp])[];

/** Ordered: most browsers also name Chrome and Safari. */
const browsers: Names = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
];

/** Ordered: Android names Linux, and iPhones name macOS. */
const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (names: Names, userAgent: string) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;

/** Returns browser and operating system, without versions. */
export function deviceOf(userAgent = ''): Device {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}
