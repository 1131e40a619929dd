import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adoptKey, claimDatabase } from '../features/factors/secret-key-mark.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import {
  checkSecretKey,
  findSecretKey,
  hasKeyOfDatabase,
  readSecretKey,
  secretKeyPath,
} from './secret-key.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const inFolder = (secretKey?: string) => ({ secretKey, dataDir: join(folder.path, 'data') });

describe('readSecretKey', () => {
  test('creates a key that only its owner can read, and returns it again', async () => {
    const key = await readSecretKey(inFolder());
    const path = secretKeyPath(inFolder());
    expect(key).toHaveLength(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
    expect(await readSecretKey(inFolder())).toEqual(key);
  });

  test('returns one key to processes that start at once, and leaves one file', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => readSecretKey(inFolder())));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(inFolder().dataDir)).toEqual(['secret.key']);
  });

  test('derives the key from SECRET_KEY, without a file', async () => {
    const one = await readSecretKey(inFolder('a key that is long enough for all'));
    expect(one).toHaveLength(32);
    expect(await readSecretKey(inFolder('a key that is long enough for none'))).not.toEqual(one);
    expect(await findSecretKey(inFolder())).toBeUndefined();
  });

  test('returns the same key if SECRET_KEY has the content of the file', async () => {
    const key = await readSecretKey(inFolder());
    const content = (await readFile(secretKeyPath(inFolder()), 'utf8')).trim();
    expect(await readSecretKey(inFolder(content))).toEqual(key);
  });

  test('refuses a damaged file instead of replacing it', async () => {
    await readSecretKey(inFolder());
    await writeFile(secretKeyPath(inFolder()), '');
    await expect(readSecretKey(inFolder())).rejects.toThrow('secret.key is damaged');
    expect(await readFile(secretKeyPath(inFolder()), 'utf8')).toBe('');
  });
});

describe('checkSecretKey', () => {
  const ours = Buffer.alloc(32, 'ours');
  const theirs = Buffer.alloc(32, 'theirs');
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => database.db.execute('DELETE FROM secret_key_mark'));
  afterAll(() => database.drop());

  const check = async (secretKey: Buffer, databaseUrl?: string) => {
    const warnings: string[] = [];
    const config = { ...inFolder(), databaseUrl };
    await checkSecretKey(database.db, { secretKey, config, warn: (text) => warnings.push(text) });
    return warnings;
  };

  test('accepts any key while nothing is encrypted', async () => {
    expect(await check(ours, 'postgres://x')).toEqual([]);
    expect(await check(theirs, 'postgres://x')).toEqual([]);
  });

  test('stops one of several nodes with another key, and names SECRET_KEY', async () => {
    expect(await claimDatabase(database.db, ours)).toBe(true);
    expect(await claimDatabase(database.db, theirs)).toBe(false);
    await expect(check(theirs, 'postgres://x')).rejects.toThrow('set SECRET_KEY on each node');
    expect(await check(ours, 'postgres://x')).toEqual([]);
  });

  test('continues with another key on an embedded database, and warns once', async () => {
    await claimDatabase(database.db, ours);
    expect(await check(theirs)).toEqual([expect.stringContaining('All accounts stay. 0 of them')]);
    expect(await check(theirs)).toEqual([]);
  });

  test('accepts the key that an operator has adopted', async () => {
    await claimDatabase(database.db, ours);
    expect(await adoptKey(database.db, theirs)).toBe(0);
    expect(await check(theirs, 'postgres://x')).toEqual([]);
    await expect(check(ours, 'postgres://x')).rejects.toThrow('set SECRET_KEY');
  });

  test('detects that the key of a restored database is missing', async () => {
    const settings = inFolder();
    expect(await hasKeyOfDatabase(database.db, settings)).toBe(true);
    await claimDatabase(database.db, await readSecretKey(settings));
    expect(await hasKeyOfDatabase(database.db, settings)).toBe(true);
    expect(await hasKeyOfDatabase(database.db, { ...settings, dataDir: join(folder.path, 'new') })).toBe(
      false,
    );
  });
});
