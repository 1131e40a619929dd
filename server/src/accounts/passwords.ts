import { availableParallelism } from 'node:os';
import * as library from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Refusal } from '../http/refusal.ts';

const ARGON2ID = 2;
/** Minimum of OWASP's password storage cheat sheet. Memory in KiB. */
const RECOMMENDED = { memoryCost: 19_456, timeCost: 2 };

const QUEUE_MAX = 64;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes the same time for a missing hash as for a wrong password. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  needsRehash(passwordHash: string): boolean;
}

function limitHashes(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.pendingCount >= QUEUE_MAX)
      throw new Refusal('unavailable', { headers: { 'retry-after': '2' } });
    return limit(work);
  };
}

interface HasherOptions {
  argon2?: Pick<typeof library, 'hash' | 'verify'>;
  cost?: { memoryCost: number; timeCost: number };
  workers?: number;
}

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
