import { FrameReason } from '@zapdeck/contract/frame-reasons';
import { HoldCause } from '@zapdeck/contract/hold-causes';
import { VerificationLoss } from '@zapdeck/contract/verification-losses';
import { beforeEach, describe, expect, test } from 'vitest';
import { migrate, readSchemaFiles, UnusableSchema } from './migrate.ts';
import { ask, baseline, describeSchema, emptyDatabases, FILLING } from './migrate.fixture.ts';
import { frameSentences, lossSentences, unknownTexts } from './stored-sentences.fixture.ts';

const place = emptyDatabases();

test('keeps existing duplicates of an app, and gives the key to the oldest', async () => {
  await migrate(place.connection, baseline);
  await place.database.query(
    `INSERT INTO apps (id, title, description, url, created_at)
     SELECT gen_random_uuid(), url, 'Does one thing.', url, '2026-01-01'::timestamptz - place * interval '1 day'
     FROM unnest(ARRAY['https://twice.example/', 'http://www.twice.example/', 'https://once.example/a/'])
       WITH ORDINALITY AS urls (url, place)`,
  );

  await migrate(place.connection);

  const keys = () =>
    ask(
      place.database,
      `SELECT url || ' ' || replace(url_key, id::text, 'id') AS text FROM apps WHERE url LIKE '%ce.example/%' ORDER BY url`,
    );
  const expected = [
    'http://www.twice.example/ twice.example',
    'https://once.example/a/ once.example/a',
    'https://twice.example/ twice.example#id',
  ];
  expect(await keys()).toEqual(expected);
  await place.database.query('UPDATE apps SET url = url');
  expect(await keys()).toEqual(expected);
});

test('replaces ids of deleted moderators with null', async () => {
  const { migrations } = readSchemaFiles();
  const before = migrations.filter(({ path }) => path < 'migrations/0035');
  await migrate(place.connection, { migrations: before, functions: [] });
  await place.database.query(
    `INSERT INTO users (id, email, suspended_at, suspended_reason, suspended_by) VALUES
      ('00000000-0000-7000-8000-000000000001', 'admin@example.org', NULL, NULL, NULL),
      ('00000000-0000-7000-8000-000000000002', 'one@example.org', now(), 'Spam', '00000000-0000-7000-8000-000000000001'),
      ('00000000-0000-7000-8000-000000000003', 'two@example.org', now(), 'Spam', '00000000-0000-7000-8000-000000000009');
     INSERT INTO decision_batches (id, moderator_id, undoable_until) SELECT gen_random_uuid(), suspended_by, now()
       FROM users WHERE suspended_by IS NOT NULL;
     INSERT INTO decisions (id, app_id, moderator_id, batch_id) SELECT id, id, moderator_id, id FROM decision_batches`,
  );
  await migrate(place.connection);
  const ids = (query: string) =>
    ask(place.database, `SELECT right(id::text, 1) AS text FROM (${query}) AS found (id) ORDER BY 1`);
  expect(await ids('SELECT suspended_by FROM users')).toEqual(['1', null, null]);
  expect(await ids('SELECT moderator_id FROM decision_batches')).toEqual(['1', null]);
  expect(await ids('SELECT moderator_id FROM decisions')).toEqual(['1', null]);
});

test('views from before views of dealt cards were stored count as theirs', async () => {
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

  test('admins stay admins, all other users become members', async () => {
    expect(await roles()).toEqual(['admin admin t', 'member member f']);
  });

  test('follow what the version before writes, and the other way round', async () => {
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
  ])('the last active admin keeps the role: %s', async (values) => {
    await expect(setAll(values, 'admin')).rejects.toThrow('the last admin cannot go');
  });

  test('the higher one counts of a given and a claimed role', async () => {
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

  test('a guest has none', async () => {
    const promotion = place.database.query(`UPDATE users SET role = 'moderator' WHERE is_guest`);
    await expect(promotion).rejects.toThrow('users_guest_is_member');
  });
});

test('copies audit entries about apps and their reports to the events of the apps', async () => {
  await migrate(place.connection, baseline);
  await place.database.query(FILLING);
  const idOf = (last: number | string) => `00000000-0000-7000-8000-0000000000${last}`;
  await place.database.query(
    `INSERT INTO audit_log (id, action, target_id, before, after, created_at) VALUES
      ($1, 'app.edited', $3, '{"title": "Old"}', '{"title": "New"}', '2026-01-01'),
      ($2, 'report.reviewed', $4, NULL, '{"status": "dismissed"}', '2026-01-02'),
      (gen_random_uuid(), 'app.deleted', gen_random_uuid(), '{"title": "Gone"}', NULL, '2026-01-03')`,
    [idOf(91), idOf(92), idOf(12), idOf(71)],
  );
  await migrate(place.connection);
  const { rows } = await place.database.query(
    `SELECT id, app_id AS app, action, actor_id AS actor, before, after FROM app_events ORDER BY id`,
  );
  expect(rows).toEqual([
    {
      id: idOf(21),
      app: idOf(11),
      action: 'approve_app',
      actor: idOf('01'),
      before: null,
      after: { status: 'approved' },
    },
    {
      id: idOf(91),
      app: idOf(12),
      action: 'app.edited',
      actor: null,
      before: { title: 'Old' },
      after: { title: 'New' },
    },
    {
      id: idOf(92),
      app: idOf(11),
      action: 'report.reviewed',
      actor: null,
      before: null,
      after: { status: 'dismissed' },
    },
  ]);
});

test('stores each tag of existing apps once', async () => {
  await migrate(place.connection, baseline);
  await place.database.query(
    `INSERT INTO apps (id, title, description, url, tags)
     VALUES (gen_random_uuid(), 'Tagged', 'Does one thing.', 'https://tagged.example/', '{a,b,a}')`,
  );
  await migrate(place.connection);
  expect(await ask(place.database, 'SELECT tag AS text FROM app_tags ORDER BY 1')).toEqual(['a', 'b']);
});

describe('sentences that 0.1.0 has stored', () => {
  const { migrations } = readSchemaFiles();
  const codes = migrations.findIndex(({ path }) => path.endsWith('_reason_codes.sql'));
  const other = unknownTexts.map((text) => [text, { code: 'other', text }] as const);

  async function upgrade(filling: string, sentences: readonly string[]): Promise<void> {
    await migrate(place.connection, baseline);
    await place.database.query(FILLING);
    await migrate(place.connection, { migrations: migrations.slice(0, codes), functions: [] });
    await place.database.query(filling, [sentences]);
    await migrate(place.connection);
  }

  test('about frames become codes, and other texts stay', async () => {
    const expected = [...frameSentences, ...other];
    await upgrade(
      `WITH written AS (
         INSERT INTO frame_changes (id, app_id, frame_status, frame_reason)
         SELECT gen_random_uuid(), '00000000-0000-7000-8000-000000000011', 'refused', text FROM unnest($1::text[]) AS text)
       INSERT INTO apps (id, title, description, url, url_key, frame_reason)
       SELECT gen_random_uuid(), lpad(place::text, 3, '0'), 'sentence', 'https://' || place || '.example/', place, text
       FROM unnest($1::text[]) WITH ORDINALITY AS sentences (text, place)`,
      expected.map(([sentence]) => sentence),
    );

    const { rows } = await place.database.query<{ reason: unknown; changes: number }>(
      `SELECT frame_reason AS reason, (SELECT count(*)::int FROM frame_changes WHERE frame_reason = apps.frame_reason) AS changes
       FROM apps WHERE description = 'sentence' ORDER BY title`,
    );
    expect(rows).toEqual(expected.map(([, reason]) => ({ reason, changes: 1 })));
    expect(() => rows.map(({ reason }) => FrameReason.parse(reason))).not.toThrow();
    expect(
      await ask(place.database, `SELECT frame_reason::text AS text FROM apps WHERE title = 'Approved'`),
    ).toEqual([null]);
  });

  test('about lost check marks and holds become codes in the audit log, and other texts stay', async () => {
    const expected = [...lossSentences, ...other];
    await upgrade(
      `INSERT INTO audit_log (id, action, target_id, before, after, created_at)
       SELECT gen_random_uuid(), action, '00000000-0000-7000-8000-000000000011', '{"isVerified": true}',
         jsonb_build_object('isVerified', false, 'cause', text), '2026-01-01'::timestamptz + place * interval '1 day'
       FROM unnest($1::text[]) WITH ORDINALITY AS sentences (text, place),
         unnest(ARRAY['app.verification_lost', 'app.held']) AS action`,
      expected.map(([sentence]) => sentence),
    );

    const ofAction = async (action: string) =>
      (
        await place.database.query<{ after: { cause: unknown } }>(
          'SELECT after FROM audit_log WHERE action = $1 ORDER BY created_at',
          [action],
        )
      ).rows.map(({ after }) => after);
    const lost = await ofAction('app.verification_lost');
    expect(lost).toEqual(expected.map(([, cause]) => ({ isVerified: false, cause })));
    const causes = lost.map(({ cause }) => VerificationLoss.parse(cause));
    expect(new Set(causes.map(({ code }) => code)).size).toBe(lossSentences.length + 1);
    const held = (await ofAction('app.held')).map(({ cause }) => HoldCause.parse(cause));
    expect(held).toEqual(
      expected.map(([text]) => (text === 'suspension' ? { code: text } : { code: 'other', text })),
    );
  });

  test('are not written again, because a node of 0.1.0 does not start on the schema of 0.2.0', async () => {
    await migrate(place.connection, readSchemaFiles(), '0.2.0');
    const before = await describeSchema(place.database);
    const old = { migrations: migrations.slice(0, codes), functions: readSchemaFiles().functions };

    const refusal = await migrate(place.connection, old, '0.1.0').catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(UnusableSchema);
    expect((refusal as Error).message).toBe(
      'This is Zapdeck 0.1.0, and 0.2.0 has changed the database so that it takes 0.2.0 or newer: start such a version, or restore the backup from before the upgrade into an empty database.',
    );
    expect(await describeSchema(place.database)).toEqual(before);
  });

  test.each([
    { recorded: '0.1.0', isRefused: false },
    { recorded: '0.2.0', isRefused: true },
  ])(
    'rejects a node of 0.1.0 only if a later version is recorded ($recorded)',
    async ({ recorded, isRefused }) => {
      // The version of server/package.json, which the release must raise before these migrations run anywhere.
      await migrate(place.connection, readSchemaFiles(), recorded);
      const old = { migrations: migrations.slice(0, codes), functions: readSchemaFiles().functions };
      const start = migrate(place.connection, old, '0.1.0').catch((error: unknown) => error);
      expect((await start) instanceof UnusableSchema).toBe(isRefused);
    },
  );
});
