import { availableParallelism } from 'node:os';
import * as library from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Refusal } from '../../http/refusal.ts';

/** The library's number for argon2id. */
const ARGON2ID = 2;
/** The least that OWASP's password storage sheet recommends for argon2id. */
const RECOMMENDED = { memoryCost: 19_456, timeCost: 2 };

/** More than this many waiting logins are refused, so that a flood of them does not grow without end. */
const QUEUE_MAX = 64;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password fits; takes as long for a missing hash as for a wrong password. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than today's. */
  needsRehash(passwordHash: string): boolean;
}

/** Limits the hashes that run at once. Rejects with `unavailable` if too many wait. */
function limitHashes(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.pendingCount >= QUEUE_MAX)
      throw new Refusal('unavailable', { headers: { 'retry-after': '2' } });
    return limit(work);
  };
}

interface HasherOptions {
  /** Tests look on by the library's two ends. */
  argon2?: Pick<typeof library, 'hash' | 'verify'>;
  /** Memory in KiB and passes; tests that are about something else make it cheap. */
  cost?: { memoryCost: number; timeCost: number };
  /** So many processes share the cores, of which each hash takes one. */
  workers?: number;
}

/** argon2id with bounded concurrency; security of passwords rests here alone. */
export function createPasswordHasher({
  argon2 = library,
  cost = RECOMMENDED,
  workers = 1,
}: HasherOptions = {}): PasswordHasher {
  const parameters = { algorithm: ARGON2ID, ...cost, parallelism: 1 } as const;
  const encoded = `$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;
  const limited = limitHashes(Math.ceil(availableParallelism() / workers));
  const dummyHash = argon2.hash('no account has this password', parameters);
  return {
    hash: (password) => limited(() => argon2.hash(password, parameters)),
    async verify(passwordHash, password) {
      const compared = passwordHash ?? (await dummyHash);
      const fits = await limited(() => argon2.verify(compared, password));
      return fits && passwordHash !== null;
    },
    needsRehash: (passwordHash) => !passwordHash.includes(encoded),
  };
}
