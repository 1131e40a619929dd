import { expect, test } from 'vitest';
import { Environment } from './env-variables.ts';
import { settingHints } from './environment.ts';

test.each([
  ['PUBLICURL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['PUBLIC_UR', 'PUBLIC_URL'],
  ['ADMINEMAIL', 'ADMIN_EMAIL'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['ZAPDECK_PORT', 'PORT'],
  ['ZAPDECK_DATABASE_URI', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['demo', 'DEMO'],
  ['GOOGLE_CLIENTID', 'GOOGLE_CLIENT_ID'],
  ['METRIC_TOKEN', 'METRICS_TOKEN'],
])('%s suggests %s', (name, meant) => {
  expect(settingHints({ [name]: 'x' })).toEqual(
    meant === undefined ? [] : [`${name} is no setting of Zapdeck. Did you mean ${meant}?`],
  );
});

test('gives no hint about valid settings and usual variables', () => {
  const others = [
    'HOME',
    'PATH',
    'MAIL',
    'PWD',
    'HOST',
    'HOSTNAME',
    'NODE_ENV',
    'DEBUG',
    'LANG',
    'DISPLAY',
    'CI',
  ];
  const more = [
    'PGPORT',
    'PGDATA',
    'XDG_DATA_DIRS',
    'DB_URL',
    'REPORT',
    'CHROMIUM',
    'npm_config_loglevel',
    'MAILTO',
  ];
  const names = [...Object.keys(Environment.shape), ...others, ...more];
  expect(settingHints(Object.fromEntries(names.map((name) => [name, 'off'])))).toEqual([]);
});

test.each([
  [{ PUBLIC_URL: 'https://zaps.example.org' }, 1],
  [{ PUBLIC_URL: 'https://zaps.example.org', DEMO: 'on' }, 1],
  [{ PUBLIC_URL: 'https://zaps.example.org', DEMO: '' }, 1],
  [{ PUBLIC_URL: 'https://zaps.example.org', DEMO: 'off' }, 0],
  [{ PUBLIC_URL: 'http://zaps.example.org' }, 0],
  [{}, 0],
])('warns about a demo on https: %j', (env, count) => {
  expect(settingHints(env)).toHaveLength(count);
});

test.each([
  ['smtp://mail.example.org:465', 'smtps://'],
  ['smtps://user:secret@mail.example.org:587', 'smtp://'],
  ['smtps://mail.example.org:25', 'smtp://'],
])('warns about the scheme and port of %s', (address, expected) => {
  const hints = settingHints({ SMTP_URL: address });
  expect(hints).toEqual([expect.stringContaining(`usually needs ${expected}.`)]);
  expect(hints.join()).not.toContain('secret');
});

test.each(['smtp://mail.example.org', 'smtps://mail.example.org:465', 'smtp://localhost:2525', ''])(
  'gives no hint about the mail server %s',
  (address) => {
    expect(settingHints({ SMTP_URL: address })).toEqual([]);
  },
);

test('warns about short periods of retention', () => {
  const days = (text: string) => ({
    INTERACTION_DAYS: text,
    AUDIT_LOG_DAYS: text,
    ERROR_LOG_DAYS: text,
    MAIL_DAYS: text,
  });
  expect(settingHints(days('1')).map((hint) => hint.split('=')[0])).toEqual(Object.keys(days('1')));
  expect(settingHints(days('90'))).toEqual([]);
  expect(settingHints(days(''))).toEqual([]);
});
