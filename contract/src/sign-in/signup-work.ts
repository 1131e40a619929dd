import * as z from 'zod/mini';
import { Total } from '../wire/primitives.ts';

export const SIGNUPS_PER_HOUR = 50;

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));

/**
 * Proof of work like altcha-lib 2: the SHA-256 of salt, nonce and counter (32 bits, big-endian) must start with
 * `keyPrefix`.
 */
export const WorkChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('SHA-256'),
    cost: z.literal(1),
    expiresAt: Total,
    keyLength: z.literal(32),
    keyPrefix: hex(16),
    nonce: hex(16),
    salt: hex(16),
  }),
  signature: hex(32),
});
export type WorkChallenge = z.infer<typeof WorkChallenge>;

export const SolvedWork = z.object({
  challenge: WorkChallenge,
  solution: z.object({
    counter: z.int().check(z.gte(0), z.lt(2 ** 32)),
    derivedKey: hex(32),
  }),
});
export type SolvedWork = z.infer<typeof SolvedWork>;
