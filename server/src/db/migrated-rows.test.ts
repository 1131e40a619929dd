import { newInstance } from '@zapdeck/contract/instance/instance';
import { defaultAlgorithm, defaultWeights } from '@zapdeck/contract/instance/settings';
import { defaultModeration } from '@zapdeck/contract/moderation/moderation';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  advertisementKind,
  algorithmKind,
  claimsKind,
  instanceKind,
  moderationKind,
} from '../features/settings/kinds.ts';
import { readValues } from '../features/settings/settings.ts';
import { settings } from './schema/settings.table.ts';
import { migrate, readSchemaFiles } from './migrate.ts';
import { ask, baseline, emptyDatabases, FILLING } from './migrate.fixture.ts';

const place = emptyDatabases();

test('counts views from before views of dealt cards were stored', async () => {
  await migrate(place.connection, baseline);
  await place.database.query(FILLING);
  const { migrations } = readSchemaFiles();
  await migrate(place.connection, {
    migrations: migrations.filter(({ path }) => path < 'migrations/0063'),
    functions: [],
  });
  await place.database.query('UPDATE seen_apps SET is_viewed = true, view_counted_at = now()');
  await migrate(place.connection);
  const { rows } = await place.database.query(
    'SELECT count(*)::int AS views, (SELECT count(*)::int FROM seen_apps) AS seen FROM dealt_views',
  );
  expect(rows[0]?.views).toBeGreaterThan(0);
  expect(rows[0]?.views).toBe(rows[0]?.seen);
});

test('keeps the history of texts of legal pages', async () => {
  const { migrations } = readSchemaFiles();
  const before = migrations.filter(({ path }) => path < 'migrations/0069');
  await migrate(place.connection, { migrations: before, functions: [] });
  await place.database.query(
    `UPDATE instance SET is_active = false, created_at = '2026-01-01';
     INSERT INTO instance (id, terms, privacy, is_active, created_at) VALUES
       (gen_random_uuid(), '{"en": "One"}', '{}', false, '2026-01-02'),
       (gen_random_uuid(), '{"en": "One", "de": "Eins"}', '{}', false, '2026-01-03'),
       (gen_random_uuid(), '{"en": "Two"}', '{"ja": "P"}', false, '2026-01-04'),
       (gen_random_uuid(), '{"en": "Two"}', '{"ja": "P"}', true, '2026-01-05')`,
  );
  await migrate(place.connection);
  const texts = await ask(
    place.database,
    `SELECT concat_ws(' ', split_part(kind, '/', 2), split_part(kind, '/', 3), date_part('day', saved_at), nullif(values ->> 'text', ''),
       CASE WHEN is_active THEN 'active' END) AS text
     FROM settings WHERE kind LIKE 'legal/%' ORDER BY kind, version`,
  );
  expect(texts).toEqual([
    'privacy ja 4 P active',
    'terms de 3 Eins',
    'terms de 4 active',
    'terms en 2 One',
    'terms en 4 Two active',
  ]);
});

test('settings of five tables become versions of one', async () => {
  const { migrations } = readSchemaFiles();
  const before = migrations.filter(({ path }) => path < 'migrations/0072');
  await migrate(place.connection, { migrations: before, functions: [] });
  await place.database.query(
    `UPDATE formula_weights SET is_active = false, created_at = '2026-01-01';
     INSERT INTO formula_weights (id, upvote_weight, time_weight) VALUES (gen_random_uuid(), 20, 5e-324);
     UPDATE algorithm_params SET algorithm_type = 'simple', apps_per_page = 7;
     UPDATE advertisement_configs SET enabled = true, zaps_between_ads = 3;
     UPDATE moderation_settings SET holds_per_hour = 9, mailed_on = '2026-02-03';
     UPDATE instance SET name = 'Toybox', accent = '#00ff00', allowed_domains = '{a.example,b.example}', languages = '{de,en}',
       tagline = '{"de": "Spiel"}', landing_heading = '{"en": "Play"}', terms_url = 'https://example.org/', terms_version = 2,
       claim_roles = '[{"value": "staff", "role": "admin"}]', is_active = false, created_at = '2026-01-01';
     INSERT INTO instance (id, contact, claim_roles) VALUES (gen_random_uuid(), 'me@example.org', '[{"value": "x", "role": "admin"}]')`,
  );
  await migrate(place.connection);
  const db = drizzle(place.database);
  const values = async (kind: string) => {
    const rows = db.select().from(settings).where(eq(settings.kind, kind)).orderBy(settings.version);
    return (await rows).map((row) => ({ ...row.values, version: row.version, isActive: row.isActive }));
  };
  expect(await values('weights')).toEqual([
    { ...defaultWeights, inForce: defaultWeights, version: 1, isActive: false },
    {
      ...defaultWeights,
      upvoteWeight: 20,
      timeWeight: 5e-324,
      inForce: defaultWeights,
      version: 2,
      isActive: true,
    },
  ]);
  expect(await readValues(db, algorithmKind)).toEqual({
    ...defaultAlgorithm,
    algorithmType: 'simple',
    appsPerPage: 7,
  });
  expect(await readValues(db, advertisementKind)).toEqual({ enabled: true, zapsBetweenAds: 3 });
  expect(await readValues(db, moderationKind)).toEqual({ ...defaultModeration, holdsPerHour: 9 });
  expect(await values('moderation')).toMatchObject([{ mailedOn: '2026-02-03' }]);
  expect(await readValues(db, claimsKind)).toEqual({
    claimRoles: [{ value: 'x', role: 'admin' }],
    trustsProviderFactor: false,
  });
  const { legalTexts: _, ...standard } = newInstance;
  expect(await readValues(db, instanceKind)).toEqual({ ...standard, contact: 'me@example.org' });
  expect(await values('instance')).toMatchObject([
    {
      name: 'Toybox',
      accent: '#00ff00',
      allowedDomains: ['a.example', 'b.example'],
      languages: ['de', 'en'],
      tagline: { de: 'Spiel' },
      landing: { heading: { en: 'Play' }, subtitle: {}, note: {} },
      legal: { privacy: { url: '' }, terms: { url: 'https://example.org/' }, imprint: { url: '' } },
      termsVersion: 2,
      version: 1,
      isActive: false,
    },
    { version: 2, isActive: true },
  ]);
});

describe('roles', () => {
  const roles = () =>
    ask(
      place.database,
      `SELECT concat_ws(' ', split_part(email, '@', 1), role, is_admin) AS text FROM users
    WHERE email IS NOT NULL ORDER BY email`,
    );
  const setAll = (values: string, email: string) =>
    place.database.query(`UPDATE users SET ${values} WHERE email = '${email}@example.org'`);
  beforeEach(async () => {
    await migrate(place.connection, baseline);
    await place.database.query(FILLING);
    await migrate(place.connection);
  });

  test('stay those of admins; all other users become members', async () => {
    expect(await roles()).toEqual(['admin admin t', 'member member f']);
  });

  test('follow changes by the previous version, and the reverse', async () => {
    await place.database.query(
      `INSERT INTO users (id, email, is_admin) VALUES (gen_random_uuid(), 'new@example.org', true)`,
    );
    await setAll('is_admin = false', 'admin');
    expect(await roles()).toEqual(['admin member f', 'member member f', 'new admin t']);
    await setAll(`role = 'moderator'`, 'member');
    await setAll(`role = 'admin'`, 'admin');
    await setAll(`role = 'moderator'`, 'new');
    expect(await roles()).toEqual(['admin admin t', 'member moderator f', 'new moderator f']);
    await setAll('is_admin = true', 'new');
    await setAll('is_admin = false', 'member');
    expect(await roles()).toEqual(['admin admin t', 'member moderator f', 'new admin t']);
  });

  test.each([
    'is_admin = false',
    `role = 'member'`,
    `role = 'moderator'`,
    `given_role = 'moderator'`,
    'suspended_at = now()',
  ])('stay with the last active admin: %s', async (values) => {
    await expect(setAll(values, 'admin')).rejects.toThrow('the last admin cannot go');
  });

  test('are the higher one of a given and a claimed role', async () => {
    const sources = () =>
      ask(
        place.database,
        `SELECT concat_ws(' ', split_part(email, '@', 1), given_role, claimed_role, role, is_admin) AS text FROM users
    WHERE email IS NOT NULL ORDER BY email`,
      );
    const admin = 'admin admin member admin t';
    expect(await sources()).toEqual([admin, 'member member member member f']);
    const steps = [
      ["claimed_role = 'moderator'", 'member moderator moderator f'],
      ["given_role = 'admin'", 'admin moderator admin t'],
      ["claimed_role = 'admin'", 'admin admin admin t'],
      ["given_role = 'moderator'", 'moderator admin admin t'],
      ["role = 'member'", 'member admin admin t'],
      ["claimed_role = 'member'", 'member member member f'],
      ['is_admin = true', 'admin member admin t'],
      ["claimed_role = 'moderator'", 'admin moderator admin t'],
      ['is_admin = false', 'member moderator moderator f'],
    ] as const;
    for (const [values, expected] of steps) {
      await setAll(values, 'member');
      expect(await sources()).toEqual([admin, `member ${expected}`]);
    }
  });

  test('do not exist for guests', async () => {
    const promotion = place.database.query(`UPDATE users SET role = 'moderator' WHERE is_guest`);
    await expect(promotion).rejects.toThrow('users_guest_is_member');
  });
});
