import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FrameReason } from '@zapdeck/contract/frame-reasons';
import { HoldCause } from '@zapdeck/contract/hold-causes';
import { VerificationLoss } from '@zapdeck/contract/verification-losses';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { holdLock } from './advisory-locks.ts';
import { describeHolder, readLockHolders } from './lock-holders.ts';
import { migrate, readSchemaFiles, type SchemaFiles, TablesInUse, UnusableSchema } from './migrate.ts';
import { frameSentences, lossSentences, unknownTexts } from './stored-sentences.fixture.ts';
import { takesAwayUnsaid } from './works-from.ts';

const FILLING = readFileSync(new URL('../testing/filled-baseline.sql', import.meta.url), 'utf8');
const baseline: SchemaFiles = { migrations: readSchemaFiles().migrations.slice(0, 1), functions: [] };

let owner: pg.Client;
let database: pg.Client;
let connection: pg.ClientConfig;
beforeEach(async () => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  owner = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name}`);
  connection = { ...inject('postgres'), database: name };
  database = new pg.Client(connection);
  await database.connect();
});
afterEach(async () => {
  await database.end();
  await owner.query(`DROP DATABASE ${connection.database} WITH (FORCE)`);
  await owner.end();
});

async function ask(client: pg.Client | pg.Pool, query: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query);
  return rows.map(({ text }) => text);
}

const tables = () =>
  ask(
    database,
    `SELECT tablename AS text FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_files' ORDER BY 1`,
  );

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tables()) {
    const [count] = await ask(database, `SELECT count(*) AS text FROM ${table}`);
    counts[table] = Number(count);
  }
  return counts;
}

/** Returns the whole schema, independent of the order of columns. */
const describeSchema = (client: pg.Client | pg.Pool) =>
  ask(
    client,
    `SELECT concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) AS text
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
    UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    UNION SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION SELECT concat_ws(' ', enumtypid::regtype, enumlabel) FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid WHERE typnamespace = 'public'::regnamespace
    ORDER BY 1`,
  );

/** The files of this version, with one more migration and one more function. */
function withMore(more: { migration?: string; function?: string }): SchemaFiles {
  const { migrations, functions } = readSchemaFiles();
  if (more.migration) migrations.push({ path: 'migrations/9999_more.sql', sql: more.migration });
  if (more.function) functions.push({ path: 'functions/answer.sql', sql: more.function });
  return { migrations, functions };
}

const answering = (number: number) =>
  `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT ${number}'`;
const answer = () => ask(database, 'SELECT answer()::text AS text');
/** Changes with each `CREATE OR REPLACE`. */
const replacedBy = () => ask(database, `SELECT xmin AS text FROM pg_proc WHERE proname = 'answer'`);

test('migrates a filled baseline to the same schema as an empty one', async () => {
  await migrate(connection, baseline);
  await database.query(FILLING);
  const before = await countRows();
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);

  await migrate(connection);

  const after = await countRows();
  for (const table of Object.keys(after).filter((name) => name in before)) {
    expect.soft(after[table], table).toBe(before[table]);
    await database.query(`DO $$ DECLARE col name; BEGIN
      SELECT attname INTO col FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped LIMIT 1;
      EXECUTE format('UPDATE ${table} SET %I = %I', col, col);
    END $$`);
  }
  const fresh = await createTestDatabase();
  expect(await describeSchema(database)).toEqual(await describeSchema(fresh.pool));
  await fresh.drop();
});

test('keeps existing duplicates of an app, and gives the key to the oldest', async () => {
  await migrate(connection, baseline);
  await database.query(
    `INSERT INTO apps (id, title, description, url, created_at)
     SELECT gen_random_uuid(), url, 'Does one thing.', url, '2026-01-01'::timestamptz - place * interval '1 day'
     FROM unnest(ARRAY['https://twice.example/', 'http://www.twice.example/', 'https://once.example/a/'])
       WITH ORDINALITY AS urls (url, place)`,
  );

  await migrate(connection);

  const keys = () =>
    ask(
      database,
      `SELECT url || ' ' || replace(url_key, id::text, 'id') AS text FROM apps WHERE url LIKE '%ce.example/%' ORDER BY url`,
    );
  const expected = [
    'http://www.twice.example/ twice.example',
    'https://once.example/a/ once.example/a',
    'https://twice.example/ twice.example#id',
  ];
  expect(await keys()).toEqual(expected);
  await database.query('UPDATE apps SET url = url');
  expect(await keys()).toEqual(expected);
});

test('replaces ids of deleted moderators with null', async () => {
  const { migrations } = readSchemaFiles();
  const before = migrations.filter(({ path }) => path < 'migrations/0035');
  await migrate(connection, { migrations: before, functions: [] });
  await database.query(
    `INSERT INTO users (id, email, suspended_at, suspended_reason, suspended_by) VALUES
      ('00000000-0000-7000-8000-000000000001', 'admin@example.org', NULL, NULL, NULL),
      ('00000000-0000-7000-8000-000000000002', 'one@example.org', now(), 'Spam', '00000000-0000-7000-8000-000000000001'),
      ('00000000-0000-7000-8000-000000000003', 'two@example.org', now(), 'Spam', '00000000-0000-7000-8000-000000000009');
     INSERT INTO decision_batches (id, moderator_id, undoable_until) SELECT gen_random_uuid(), suspended_by, now()
       FROM users WHERE suspended_by IS NOT NULL;
     INSERT INTO decisions (id, app_id, moderator_id, batch_id) SELECT id, id, moderator_id, id FROM decision_batches`,
  );
  await migrate(connection);
  const ids = (query: string) =>
    ask(database, `SELECT right(id::text, 1) AS text FROM (${query}) AS found (id) ORDER BY 1`);
  expect(await ids('SELECT suspended_by FROM users')).toEqual(['1', null, null]);
  expect(await ids('SELECT moderator_id FROM decision_batches')).toEqual(['1', null]);
  expect(await ids('SELECT moderator_id FROM decisions')).toEqual(['1', null]);
});

describe('roles', () => {
  const roles = () =>
    ask(
      database,
      `SELECT concat_ws(' ', split_part(email, '@', 1), role, is_admin) AS text FROM users
    WHERE email IS NOT NULL ORDER BY email`,
    );
  const setAll = (values: string, email: string) =>
    database.query(`UPDATE users SET ${values} WHERE email = '${email}@example.org'`);
  beforeEach(async () => {
    await migrate(connection, baseline);
    await database.query(FILLING);
    await migrate(connection);
  });

  test('admins stay admins, all other users become members', async () => {
    expect(await roles()).toEqual(['admin admin t', 'member member f']);
  });

  test('follow what the version before writes, and the other way round', async () => {
    await database.query(
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

  test.each(['is_admin = false', `role = 'member'`, `role = 'moderator'`, 'suspended_at = now()'])(
    'the last active admin keeps the role: %s',
    async (values) => {
      await expect(setAll(values, 'admin')).rejects.toThrow('the last admin cannot go');
    },
  );

  test('a guest has none', async () => {
    const promotion = database.query(`UPDATE users SET role = 'moderator' WHERE is_guest`);
    await expect(promotion).rejects.toThrow('users_guest_is_member');
  });
});

test('copies audit entries about apps and their reports to the events of the apps', async () => {
  await migrate(connection, baseline);
  await database.query(FILLING);
  const idOf = (last: number | string) => `00000000-0000-7000-8000-0000000000${last}`;
  await database.query(
    `INSERT INTO audit_log (id, action, target_id, before, after, created_at) VALUES
      ($1, 'app.edited', $3, '{"title": "Old"}', '{"title": "New"}', '2026-01-01'),
      ($2, 'report.reviewed', $4, NULL, '{"status": "dismissed"}', '2026-01-02'),
      (gen_random_uuid(), 'app.deleted', gen_random_uuid(), '{"title": "Gone"}', NULL, '2026-01-03')`,
    [idOf(91), idOf(92), idOf(12), idOf(71)],
  );
  await migrate(connection);
  const { rows } = await database.query(
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
  await migrate(connection, baseline);
  await database.query(
    `INSERT INTO apps (id, title, description, url, tags)
     VALUES (gen_random_uuid(), 'Tagged', 'Does one thing.', 'https://tagged.example/', '{a,b,a}')`,
  );
  await migrate(connection);
  expect(await ask(database, 'SELECT tag AS text FROM app_tags ORDER BY 1')).toEqual(['a', 'b']);
});

describe('sentences that 0.1.0 has stored', () => {
  const { migrations } = readSchemaFiles();
  const codes = migrations.findIndex(({ path }) => path.endsWith('_reason_codes.sql'));
  const other = unknownTexts.map((text) => [text, { code: 'other', text }] as const);

  async function upgrade(filling: string, sentences: readonly string[]): Promise<void> {
    await migrate(connection, baseline);
    await database.query(FILLING);
    await migrate(connection, { migrations: migrations.slice(0, codes), functions: [] });
    await database.query(filling, [sentences]);
    await migrate(connection);
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

    const { rows } = await database.query<{ reason: unknown; changes: number }>(
      `SELECT frame_reason AS reason, (SELECT count(*)::int FROM frame_changes WHERE frame_reason = apps.frame_reason) AS changes
       FROM apps WHERE description = 'sentence' ORDER BY title`,
    );
    expect(rows).toEqual(expected.map(([, reason]) => ({ reason, changes: 1 })));
    expect(() => rows.map(({ reason }) => FrameReason.parse(reason))).not.toThrow();
    expect(
      await ask(database, `SELECT frame_reason::text AS text FROM apps WHERE title = 'Approved'`),
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
        await database.query<{ after: { cause: unknown } }>(
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
    await migrate(connection, readSchemaFiles(), '0.2.0');
    const before = await describeSchema(database);
    const old = { migrations: migrations.slice(0, codes), functions: readSchemaFiles().functions };

    const refusal = await migrate(connection, old, '0.1.0').catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(UnusableSchema);
    expect((refusal as Error).message).toBe(
      'This is Zapdeck 0.1.0, and 0.2.0 has changed the database so that it takes 0.2.0 or newer: start such a version, or restore the backup from before the upgrade into an empty database.',
    );
    expect(await describeSchema(database)).toEqual(before);
  });

  test.each([
    { recorded: '0.1.0', isRefused: false },
    { recorded: '0.2.0', isRefused: true },
  ])(
    'rejects a node of 0.1.0 only if a later version is recorded ($recorded)',
    async ({ recorded, isRefused }) => {
      // The version of server/package.json, which the release must raise before these migrations run anywhere.
      await migrate(connection, readSchemaFiles(), recorded);
      const old = { migrations: migrations.slice(0, codes), functions: readSchemaFiles().functions };
      const start = migrate(connection, old, '0.1.0').catch((error: unknown) => error);
      expect((await start) instanceof UnusableSchema).toBe(isRefused);
    },
  );
});

test('changes nothing if the rows violate a migration', async () => {
  await migrate(connection, baseline);
  await database.query(FILLING);
  const before = await describeSchema(database);
  const migration = `CREATE TABLE mottos (motto text); ALTER TABLE apps ADD COLUMN motto text NOT NULL`;

  await expect(migrate(connection, withMore({ migration }))).rejects.toThrow(
    'migrations/9999_more.sql failed',
  );

  expect(await describeSchema(database)).toEqual(before);
  expect(await ask(database, 'SELECT path AS text FROM schema_files')).toEqual([
    'migrations/0000_baseline.sql',
  ]);
});

test('creates functions from their files, and only if they changed', async () => {
  await migrate(connection, withMore({ function: answering(1) }));
  const replaced = await replacedBy();
  await migrate(connection, withMore({ function: answering(1) }));
  expect([await answer(), await replacedBy()]).toEqual([['1'], replaced]);
  await migrate(connection, withMore({ function: answering(2) }));
  expect(await answer()).toEqual(['2']);
  // A function that a migration dropped is created when its file comes back.
  await migrate(connection, withMore({ migration: 'DROP FUNCTION answer' }));
  await migrate(connection, withMore({ migration: 'DROP FUNCTION answer', function: answering(2) }));
  expect(await answer()).toEqual(['2']);
});

test('an older node does not restore its functions', async () => {
  await migrate(connection, withMore({ function: answering(1) }), '1.9.0');
  await migrate(connection, withMore({ function: answering(2) }), '1.10.0');
  await migrate(connection, withMore({ function: answering(1) }), '1.9.0');
  expect(await answer()).toEqual(['2']);
});

test('an older version works on a newer schema, unless a migration names its first version', async () => {
  const told = (migration: string) => withMore({ migration, function: answering(2) });
  const start = (files: SchemaFiles, version: string) => migrate(connection, files, version);
  await start(withMore({ function: answering(1) }), '1.9.0');
  await start(told('ALTER TABLE apps ADD COLUMN mood text'), '1.10.0');
  await start(withMore({ function: answering(1) }), '1.9.0');
  expect(await answer()).toEqual(['2']);

  const later = told('ALTER TABLE apps ADD COLUMN mood text');
  const sql = '-- works from 1.10.0\nALTER TABLE apps DROP COLUMN mood;';
  later.migrations.push({ path: 'migrations/99999_less.sql', sql });
  await start(later, '1.11.0');
  const before = await describeSchema(database);
  await start(told('ALTER TABLE apps ADD COLUMN mood text'), '1.10.0');
  for (const version of ['1.9.0', '1.2.0', '0.1.0']) {
    await expect(start(withMore({ function: answering(1) }), version)).rejects.toThrow(
      `This is Zapdeck ${version}, and 1.11.0 has changed the database so that it takes 1.10.0 or newer: start such a version, or restore the backup`,
    );
  }
  expect(await describeSchema(database)).toEqual(before);
  await start(later, '1.12.0');
});

test('migrates a database without versions of files, which older versions then do not change', async () => {
  await migrate(connection);
  await database.query('ALTER TABLE schema_files DROP COLUMN works_from');
  await migrate(connection, readSchemaFiles(), '0.0.1');
  expect(
    await ask(database, `SELECT to_jsonb(schema_files) ->> 'works_from' AS text FROM schema_files LIMIT 1`),
  ).toEqual([null]);
  await migrate(connection);
  await expect(database.query('SELECT works_from FROM schema_files')).resolves.toBeDefined();
});

test('a migration that removes something names the first version without it', () => {
  for (const { path, sql } of readSchemaFiles().migrations) expect(takesAwayUnsaid(sql), path).toBe(false);
  for (const sql of [
    'DROP FUNCTION a()',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'alter table a drop column b',
  ]) {
    expect(takesAwayUnsaid(sql)).toBe(true);
    expect(takesAwayUnsaid(`-- works from 1.10.0\n${sql}`)).toBe(false);
  }
});

test('rejects a migration that was changed after it was applied', async () => {
  await migrate(connection, withMore({ migration: 'SELECT 1' }));
  await expect(migrate(connection, withMore({ migration: 'SELECT 2' }))).rejects.toThrow(
    /^migrations\/9999_more.sql has changed/,
  );
});

test('rejects a database older than the baseline', async () => {
  await database.query(
    'CREATE TABLE apps (id uuid); CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations ()',
  );
  await expect(migrate(connection)).rejects.toThrow(UnusableSchema);
  expect(await tables()).toEqual(['apps']);
});

test('waits only briefly for a backup, without blocking readers', async () => {
  await migrate(connection);
  const backup = new pg.Client({ ...connection, application_name: 'nightly dump' });
  const reader = new pg.Client(connection);
  await Promise.all([backup.connect(), reader.connect()]);
  const files = withMore({ migration: 'ALTER TABLE apps ADD COLUMN motto text' });
  try {
    await backup.query('BEGIN; LOCK TABLE apps IN ACCESS SHARE MODE');
    const refusal = await migrate(connection, files).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TablesInUse);
    const { rows } = await backup.query<{ pid: number; since: Date }>(
      'SELECT pg_backend_pid() AS pid, now() AS since',
    );
    const since = rows[0]?.since.toISOString().slice(11, 19);
    expect((refusal as Error).message).toMatch(
      new RegExp(
        `process ${rows[0]?.pid} \\(nightly dump\\), in a transaction since \\S+ ${since} UTC, holds apps \\(AccessShareLock\\)`,
      ),
    );
    // No session waits behind it, or this would wait too.
    await reader.query(`SET lock_timeout = '5s'`);
    await reader.query('SELECT FROM apps');
    await backup.query('COMMIT');
    await migrate(connection, files);
    await reader.query('SELECT motto FROM apps');
  } finally {
    await Promise.all([backup.end(), reader.end()]);
  }
});

test('names a session that holds the schema lock, and none without it', async () => {
  const other = new pg.Client({ ...connection, application_name: 'another node' });
  const idle = new pg.Client(connection);
  await Promise.all([other.connect(), idle.connect()]);
  try {
    await other.query('BEGIN');
    await holdLock(drizzle(other), 'schema');
    await idle.query('BEGIN; SELECT 1');
    expect((await readLockHolders(database, 0)).map(describeHolder)).toEqual([
      expect.stringMatching(
        /^process \d+ \(another node\), in a transaction since .* holds the lock of the schema$/,
      ),
    ]);
  } finally {
    await Promise.all([other.end(), idle.end()]);
  }
});
