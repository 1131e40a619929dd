import { hash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { adoptKey, isKeyOfDatabase } from '../features/factors/secret-key-mark.ts';
import { SECRET_KEY_MIN } from './env-variables.ts';
import { ConfigError } from './read-config.ts';

const KEY_BYTES = 32;

const FILE_NAME = 'secret.key';

/** Returns the key derived from the text of SECRET_KEY or of the file. */
export const keyFrom = (text: string): Buffer => hash('sha256', text, 'buffer');

type Settings = Pick<Config, 'secretKey' | 'dataDir'>;

/** Returns the path of the key file for nodes without SECRET_KEY. */
export const secretKeyPath = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, FILE_NAME);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Keeps a file that another process writes at the same time. */
async function createKeyFile(dataDir: string, path: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    await file.sync();
    // A rename would replace the file of the other process.
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await unlink(draft);
  }
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the key of the settings or of DATA_DIR, or undefined. Throws ConfigError for a damaged file. */
export async function findSecretKey(config: Settings): Promise<Buffer | undefined> {
  const path = secretKeyPath(config);
  const text = config.secretKey ?? (await readKeyFile(path));
  if (text === undefined) return undefined;
  if (text.length < SECRET_KEY_MIN)
    throw new ConfigError(
      `${path} is damaged. Put back the copy from your backup. Without a copy, delete the file: the next start creates another key, and people set up their authenticator apps again.`,
    );
  return keyFrom(text);
}

/** Creates a missing key in DATA_DIR. Rejects like `findSecretKey`. */
export async function readSecretKey(config: Settings): Promise<Buffer> {
  const known = await findSecretKey(config);
  if (known) return known;
  await createKeyFile(config.dataDir, secretKeyPath(config));
  return readSecretKey(config);
}

/** Returns the place of the key, for messages to the operator. */
export function placeOfKey(config: Settings): string {
  return config.secretKey === undefined ? secretKeyPath(config) : 'SECRET_KEY';
}

/** Returns true if this node can decrypt the database. Creates no key. */
export async function hasKeyOfDatabase(db: Db, config: Settings): Promise<boolean> {
  const noKey = Buffer.alloc(0);
  return isKeyOfDatabase(db, (await findSecretKey(config)) ?? noKey);
}

/** Returns a text about the effects of another key, and how to undo them. */
export function describeLoss(config: Settings, apps: number): string {
  return `The secret key is not the earlier one. All accounts stay. ${apps} of them sign in without a code and have to set up their authenticator app again. If you have the earlier key, put it back into ${placeOfKey(config)} and start again.`;
}

interface KeyCheck {
  secretKey: Buffer;
  config: Settings & Pick<Config, 'databaseUrl'>;
  warn: (message: string) => void;
}

/** Throws ConfigError if nodes could use different keys. A node with an embedded database continues with a new key. */
export async function checkSecretKey(db: Db, { secretKey, config, warn }: KeyCheck): Promise<void> {
  if (await isKeyOfDatabase(db, secretKey)) return;
  if (config.databaseUrl !== undefined)
    throw new ConfigError(
      `The secret key of this node is not the one of the database. All nodes need the same key: set SECRET_KEY on each node, for example to the content of ${FILE_NAME} in the DATA_DIR of the first node. If that key is lost, run: npm run admin -- adopt-secret-key. All accounts stay, and people set up their authenticator apps again.`,
    );
  const apps = await adoptKey(db, secretKey);
  if (apps !== undefined) warn(describeLoss(config, apps));
}
