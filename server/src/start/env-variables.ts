import { logLevels } from '../config.ts';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { Email, PASSWORD_MAX } from '@zapdeck/contract/sign-in/auth';
import { ERROR_DAYS_MAX } from '@zapdeck/contract/instance/error-logs';
import { PLATFORM_NAME_DEFAULT } from '@zapdeck/contract/sign-in/providers';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';

/** Passwords of admins always follow the strict rule. */
const ADMIN_PASSWORD_MIN = 8;

const METRICS_TOKEN_MIN = 16;

/** Minimum length of a key that cannot be guessed. A generated one has 43 characters. */
export const SECRET_KEY_MIN = 32;

const DRAIN_MAX = 60;
const DRAIN_RANGE = `must be 0 to ${DRAIN_MAX}`;

/** With more workers, a node has too few connections for each. */
const WORKERS_MAX = 16;
const WORKERS_RANGE = `must be 1 to ${WORKERS_MAX}, or auto`;

const SLOW_MAX = 15_000;
const SLOW_RANGE = `must be a number of milliseconds, 1 to ${SLOW_MAX}`;

const SIGNUPS_MAX = 100_000;
const SIGNUPS_RANGE = `must be a number of sign-ups a minute, 1 to ${SIGNUPS_MAX}`;

const DAYS_MAX = 36_500;
const DAYS_RANGE = `must be a number of days, 1 to ${DAYS_MAX}`;

function port(lowest: number) {
  return z.coerce
    .number('must be a port number')
    .check(
      z.int('must be a port number'),
      z.gte(lowest, 'must be a port number'),
      z.lte(65_535, 'must be a port number'),
    );
}

function days() {
  return z.coerce
    .number(DAYS_RANGE)
    .check(z.int(DAYS_RANGE), z.gte(1, DAYS_RANGE), z.lte(DAYS_MAX, DAYS_RANGE));
}

/** Returns a check that fails with the returned text, which must contain no secrets. */
function withoutFault(faultOf: (text: string) => string | undefined) {
  return z.refine<string>((text) => faultOf(text) === undefined, {
    error: ({ input }) => faultOf(String(input)),
  });
}

const ORIGIN_FORM = 'must be scheme and host alone, such as https://zaps.example.org';

function originFault(text: string): string | undefined {
  if (!URL.canParse(text)) return ORIGIN_FORM;
  const { protocol, origin, href } = new URL(text);
  if (!/^https?:$/.test(protocol) || href !== `${origin}/`) return ORIGIN_FORM;
  return origin === text.replace(/\/$/, '') ? undefined : `must be written as browsers send it: ${origin}`;
}

/** Settings files may cut a value at “#”. */
const ENCODED = ', with “#” as %23 and “/” as %2F in the password';

/** Finds characters of a user name or password that would end the host of an address. */
function encodingFault(address: string): string | undefined {
  const beforeAt = /^[a-z]+:\/\/[^/?]*([/?][^@]*)@/i.exec(address)?.[1] ?? '';
  const isParameter = URL.canParse(address) && /\?.*=/.test(beforeAt);
  const character = address.includes('#') ? '#' : isParameter ? undefined : beforeAt[0];
  return (
    character &&
    `contains “${character}” in the user name or password: write it as ${encodeURIComponent(character)}`
  );
}

export function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function isNetwork(entry: string): boolean {
  return ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
}

function databaseFault(address: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(address)) return 'must begin with postgres://';
  // Without a host, the parameter `host` names a socket.
  const isAddress = URL.canParse(address.replace('@/', '@host/'));
  return (
    encodingFault(address) ??
    (isAddress
      ? undefined
      : `must be an address such as postgres://user:password@host:5432/zapdeck${ENCODED}`)
  );
}

function replicasFault(list: string): string | undefined {
  const faults = entriesOf(list).map(databaseFault);
  const fault = faults.find((one) => one !== undefined);
  return fault && `must be addresses separated by commas, each like DATABASE_URL. One ${fault}`;
}

function mailServerFault(address: string): string | undefined {
  if (!/^smtps?:/.test(address)) return 'must begin with smtp:// or smtps://';
  return (
    encodingFault(address) ??
    (URL.canParse(address)
      ? undefined
      : `must be an address such as smtp://user:password@mail.example.org:587${ENCODED}`)
  );
}

/** An address, optionally in angle brackets after a name, in one line. */
const SENDER = /^(?:[^<>@\s]+@[^<>@\s]+|[^<>\r\n]+ <[^<>@\s]+@[^<>@\s]+>)$/;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname));
}

/** Returns the number of workers. `auto` is one per available core. */
export function workersMeant(workers: number | 'auto'): number {
  return workers === 'auto' ? Math.min(availableParallelism(), WORKERS_MAX) : workers;
}

export const Environment = z.object({
  PORT: z._default(port(1), 3000),
  HOST: z._default(
    z
      .string()
      .check(
        z.refine((host) => isIP(host) > 0, 'must be an address of this machine, such as 127.0.0.1 or ::'),
      ),
    '0.0.0.0',
  ),
  DEMO_PORT: z.optional(port(1)),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string().check(withoutFault(databaseFault))),
  DATABASE_READ_URLS: z._default(z.string().check(withoutFault(replicasFault)), ''),
  PUBLIC_URL: z.optional(z.string().check(withoutFault(originFault))),
  SECRET_KEY: z.optional(
    z.string().check(z.minLength(SECRET_KEY_MIN, `must have at least ${SECRET_KEY_MIN} characters`)),
  ),
  ADMIN_EMAIL: z.optional(z.pipe(Email, z.string())),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(ADMIN_PASSWORD_MIN, `must have at least ${ADMIN_PASSWORD_MIN} characters`),
        z.maxLength(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`),
      ),
  ),
  DEMO: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  ALLOW_PRIVATE_URLS: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '0'),
  RATE_LIMIT: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  SIGNUPS_PER_MINUTE: z._default(
    z.coerce
      .number(SIGNUPS_RANGE)
      .check(z.int(SIGNUPS_RANGE), z.gte(1, SIGNUPS_RANGE), z.lte(SIGNUPS_MAX, SIGNUPS_RANGE)),
    60,
  ),
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine(
          (list) => entriesOf(list).every(isNetwork),
          'must be addresses or networks, separated by commas',
        ),
      ),
    '',
  ),
  SMTP_URL: z.optional(z.string().check(withoutFault(mailServerFault))),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(SENDER, 'must be an address, such as Zapdeck <zaps@example.org>')),
  ),
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+|tel:\S+)$/,
          'must begin with mailto:, https:// or tel:, such as mailto:security@example.org',
        ),
      ),
  ),
  METRICS_TOKEN: z.optional(
    z.string().check(z.minLength(METRICS_TOKEN_MIN, `must have at least ${METRICS_TOKEN_MIN} characters`)),
  ),
  WORKERS: z._default(
    z.union(
      [
        z.literal('auto'),
        z.coerce
          .number(WORKERS_RANGE)
          .check(z.int(WORKERS_RANGE), z.gte(1, WORKERS_RANGE), z.lte(WORKERS_MAX, WORKERS_RANGE)),
      ],
      WORKERS_RANGE,
    ),
    1,
  ),
  INTERACTION_DAYS: z.optional(days()),
  AUDIT_LOG_DAYS: z.optional(days()),
  MAIL_DAYS: z.optional(days()),
  DEAL_LOG_DAYS: z._default(days(), 30),
  ERROR_LOG_DAYS: z._default(days(), ERROR_DAYS_MAX),
  ABOUT_NUMBERS: z._default(z.enum(['standard', 'counted'], 'must be standard or counted'), 'standard'),
  SERVICE_WORKER: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  DRAIN_SECONDS: z._default(
    z.coerce
      .number(DRAIN_RANGE)
      .check(z.int(DRAIN_RANGE), z.gte(0, DRAIN_RANGE), z.lte(DRAIN_MAX, DRAIN_RANGE)),
    0,
  ),
  PASSWORD_POLICY: z._default(z.enum(['basic', 'strict'], 'must be basic or strict'), 'basic'),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  PLATFORM_ISSUER: z.optional(
    z.string().check(z.refine(isIssuer, 'must begin with https:// (http:// on this machine alone)')),
  ),
  PLATFORM_CLIENT_ID: z.optional(z.string()),
  PLATFORM_CLIENT_SECRET: z.optional(z.string()),
  PLATFORM_SCOPES: z.optional(
    z
      .string()
      .check(
        z.maxLength(500),
        z.regex(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/, 'must be scopes with one space between them'),
      ),
  ),
  PLATFORM_ROLE_CLAIM: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  PLATFORM_NAME: z._default(z.string().check(z.maxLength(50)), PLATFORM_NAME_DEFAULT),
  SLOW_MS: z.optional(
    z.coerce.number(SLOW_RANGE).check(z.int(SLOW_RANGE), z.gte(1, SLOW_RANGE), z.lte(SLOW_MAX, SLOW_RANGE)),
  ),
  LOG_LEVEL: z._default(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
});
