import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, inject } from 'vitest';
import { readSchemaFiles, type SchemaFiles } from './migrate.ts';

export const FILLING = readFileSync(new URL('../testing/filled-baseline.sql', import.meta.url), 'utf8');
export const baseline: SchemaFiles = { migrations: readSchemaFiles().migrations.slice(0, 1), functions: [] };

/** A database that each test migrates. */
export interface MigratedPlace {
  database: pg.Client;
  connection: pg.ClientConfig;
}

/** Creates an empty database before each test of the file, and drops it afterwards. */
export function emptyDatabases(): MigratedPlace {
  const place = {} as MigratedPlace;
  let owner: pg.Client;
  beforeEach(async () => {
    const name = `test_${randomBytes(8).toString('hex')}`;
    owner = new pg.Client({ ...inject('postgres'), database: 'postgres' });
    await owner.connect();
    await owner.query(`CREATE DATABASE ${name}`);
    place.connection = { ...inject('postgres'), database: name };
    place.database = new pg.Client(place.connection);
    await place.database.connect();
  });
  afterEach(async () => {
    await place.database.end();
    await owner.query(`DROP DATABASE ${place.connection.database} WITH (FORCE)`);
    await owner.end();
  });
  return place;
}

export async function ask(client: pg.Client | pg.Pool, query: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query);
  return rows.map(({ text }) => text);
}

/** Returns the whole schema, independent of the order of columns. */
export const describeSchema = (client: pg.Client | pg.Pool) =>
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
