import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { Environment } from './env-variables.ts';

test('uses the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    demoPort: 3001,
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    admin: undefined,
    isDemo: true,
    demoUrl: 'http://localhost:3001',
    allowsPrivateUrls: false,
    isRateLimited: true,
    signupsPerMinute: 60,
    trustedProxies: [],
    logLevel: 'info',
  });
});

test('reads values, and treats empty ones as missing', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '::1',
    PUBLIC_URL: 'https://zaps.example.org/',
    ADMIN_EMAIL: ' Admin@Example.org ',
    ADMIN_PASSWORD: 'long-enough',
    DEMO: 'off',
    RATE_LIMIT: '',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
  });
  expect(config).toMatchObject({
    port: 8080,
    host: '::1',
    demoPort: 8081,
    publicUrl: 'https://zaps.example.org',
    admin: { email: 'admin@example.org', password: 'long-enough' },
    isDemo: false,
    isRateLimited: true,
    signupsPerMinute: 60,
    trustedProxies: ['10.0.0.0/8', '::1'],
  });
});

test('reads the number of workers, or counts cores', () => {
  expect(readConfig({}).workers).toBe(1);
  expect(readConfig({ WORKERS: '3' }).workers).toBe(3);
  expect(readConfig({ WORKERS: 'auto' }).workers).toBe(Math.min(availableParallelism(), 16));
});

describe('rejects and names a wrong setting', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ HOST: 'localhost' }, 'HOST'],
    [{ SECURITY_CONTACT: 'security@example.org' }, 'SECURITY_CONTACT'],
    [{ SECURITY_CONTACT: 'mailto:a@example.org\nHiring: https://example.org' }, 'SECURITY_CONTACT'],
    [{ HOST: '300.0.0.1' }, 'HOST'],
    [{ PORT: '65535' }, 'DEMO_PORT'],
    [{ PORT: '4000', DEMO_PORT: '4000' }, 'DEMO_PORT'],
    [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL'],
    [{ PUBLIC_URL: 'zaps.example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://zaps.example.org/path' }, 'PUBLIC_URL'],
    [{ ADMIN_EMAIL: 'a@example.org' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ WORKERS: '0' }, 'WORKERS'],
    [{ INTERACTION_DAYS: '0' }, 'INTERACTION_DAYS'],
    [{ MAIL_DAYS: 'ever' }, 'MAIL_DAYS'],
    [{ WORKERS: '17' }, 'WORKERS'],
    [{ WORKERS: 'all' }, 'WORKERS'],
    [{ ALLOW_PRIVATE_URLS: 'true' }, 'ALLOW_PRIVATE_URLS'],
    [{ RATE_LIMIT: '0' }, 'RATE_LIMIT'],
    [{ TRUSTED_PROXIES: 'proxy.example.org' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, 300.1.1.1' }, 'TRUSTED_PROXIES'],
    [{ SMTP_URL: 'mail.example.org', MAIL_FROM: 'a@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Zapdeck' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Zapdeck\r\nBcc: x@example.org <a@example.org>' }, 'MAIL_FROM'],
    [{ METRICS_TOKEN: 'guess-me' }, 'METRICS_TOKEN'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS'],
    [{ DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS'],
    [{ PASSWORD_POLICY: 'none' }, 'PASSWORD_POLICY'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
    [{ PLATFORM_CLIENT_ID: 'x', PLATFORM_CLIENT_SECRET: 'y' }, 'PLATFORM_ISSUER'],
    [
      { PLATFORM_ISSUER: 'http://id.example.org', PLATFORM_CLIENT_ID: 'x', PLATFORM_CLIENT_SECRET: 'y' },
      'PLATFORM_ISSUER',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('for %o, names %s', (env, name) => {
    expect(() => readConfig(env)).toThrow(name);
  });

  test('names all invalid settings in one message', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'maybe', LOG_LEVEL: 'loud' })).toThrow(
      /PORT[^]*DEMO[^]*LOG_LEVEL/,
    );
  });
});

describe('says how to write an address correctly', () => {
  const from = { MAIL_FROM: 'a@example.org' };
  const primary = { DATABASE_URL: 'postgres://host/db' };

  test.each([
    ['#', '%23'],
    ['/', '%2F'],
    ['?', '%3F'],
  ])('with “%s” in a password', (character, encoded) => {
    // A password that begins with digits looks like a port.
    for (const start of ['Tr0ub', '12']) {
      const password = `${start}${character}adour`;
      const database = `postgres://zap:${password}@db.example.org:5432/zapdeck`;
      const settings = [
        ['SMTP_URL', { ...from, SMTP_URL: `smtp://zap:${password}@mail.example.org:587` }],
        ['SMTP_URL', { ...from, SMTP_URL: `smtps://zap@example.org:${password}@mail.example.org` }],
        ['DATABASE_URL', { DATABASE_URL: database }],
        ['DATABASE_READ_URLS', { ...primary, DATABASE_READ_URLS: `${primary.DATABASE_URL},${database}` }],
      ] as const;
      for (const [name, env] of settings) {
        expect(() => readConfig(env)).toThrow(name);
        expect(() => readConfig(env)).toThrow(
          `“${character}” in the user name or password: write it as ${encoded}`,
        );
        expect(() => readConfig(env)).not.toThrow(start);
      }
    }
  });

  test.each([
    'postgres://zap:a%23b%2Fc@db.example.org/zapdeck',
    'postgres://zap:a@b:c@db.example.org/zapdeck?sslmode=require',
    'postgres://db.example.org/zapdeck?user=zap@example.org&password=secret',
    'postgres://zap:secret@/zapdeck?host=/var/run/postgresql',
    'postgresql://%2Fvar%2Frun%2Fpostgresql/zapdeck',
  ])('and accepts %s', (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  test.each([
    'smtp://localhost:25',
    'smtps://zap@example.org:a%23b@mail.example.org/?tls.servername=mail.example.net',
    'smtp://[::1]:2525?name=zaps@example.org',
  ])('and accepts %s', (address) => {
    expect(readConfig({ ...from, SMTP_URL: address }).smtpUrl).toBe(address);
  });

  test.each([
    [{ DATABASE_URL: 'postgres://host:port/db' }, 'postgres://user:password@host:5432/zapdeck'],
    [{ ...from, SMTP_URL: 'smtp://host:port' }, 'smtp://user:password@mail.example.org:587'],
    [{ PUBLIC_URL: 'https://zäps.example.org' }, 'as browsers send it: https://xn--zps-qla.example.org'],
    [{ PUBLIC_URL: 'https://Zaps.example.org:443/' }, 'as browsers send it: https://zaps.example.org'],
    [{ PUBLIC_URL: 'https://zäps.example.org/path' }, 'scheme and host alone'],
    [{ PUBLIC_URL: 'https://user@zaps.example.org' }, 'scheme and host alone'],
  ])('reads the address %j as %s', (env, words) => {
    expect(() => readConfig(env)).toThrow(words);
  });

  test('with its host in punycode', () => {
    const publicUrl = 'https://xn--zps-qla.example.org';
    expect(readConfig({ PUBLIC_URL: `${publicUrl}/` }).publicUrl).toBe(publicUrl);
  });
});

test('.env.example names all settings and no others', async () => {
  const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
  const documented = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);
  const known = Object.keys(Environment.shape);
  expect(known.length).toBeGreaterThan(10);
  expect(documented.sort()).toEqual([...known, 'CHROMIUM'].sort());
});

test('.env.example shows the default of every setting that has one', async () => {
  const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
  expect(readConfig(parseEnv(example))).toEqual(readConfig({}));
  const defaults = Object.entries(Environment.parse({})).filter(([, value]) => value !== '');
  const shown = example.replace(/^# (?=[A-Z_]+=)/gm, '');
  expect(parseEnv(shown)).toMatchObject(
    Object.fromEntries(defaults.map(([name, value]) => [name, String(value)])),
  );
});
