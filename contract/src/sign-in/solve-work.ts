import type { SolvedWork, WorkChallenge } from './signup-work.ts';

const ROUNDS = 64;
const BLOCK_WORDS = 16;
const COUNTERS = 2 ** 32;

const fraction = (value: number) => ((value % 1) * 2 ** 32) | 0;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

const start = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const constants = Int32Array.from(primes(ROUNDS), (prime) => fraction(Math.cbrt(prime)));
const roundWords = new Int32Array(ROUNDS);

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const at = (array: Int32Array, index: number) => array[index] as number;

function hashBlock(digest: Int32Array): void {
  for (let index = BLOCK_WORDS; index < ROUNDS; index += 1) {
    const early = at(roundWords, index - 15);
    const late = at(roundWords, index - 2);
    const mixed = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const mixedLate = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    roundWords[index] = (at(roundWords, index - 16) + mixed + at(roundWords, index - 7) + mixedLate) | 0;
  }
  let a = at(start, 0);
  let b = at(start, 1);
  let c = at(start, 2);
  let d = at(start, 3);
  let e = at(start, 4);
  let f = at(start, 5);
  let g = at(start, 6);
  let h = at(start, 7);
  for (let index = 0; index < ROUNDS; index += 1) {
    const sumOfE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + sumOfE + ((e & f) ^ (~e & g)) + at(constants, index) + at(roundWords, index)) | 0;
    const sumOfA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (sumOfA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  digest[0] = (at(start, 0) + a) | 0;
  digest[1] = (at(start, 1) + b) | 0;
  digest[2] = (at(start, 2) + c) | 0;
  digest[3] = (at(start, 3) + d) | 0;
  digest[4] = (at(start, 4) + e) | 0;
  digest[5] = (at(start, 5) + f) | 0;
  digest[6] = (at(start, 6) + g) | 0;
  digest[7] = (at(start, 7) + h) | 0;
}

const wordsOfHex = (hex: string) =>
  Int32Array.from(hex.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16));
const hexOf = (digest: Int32Array) =>
  Array.from(digest, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

/** Solves the challenge. Takes a second on a slow phone. Web Crypto is ten times slower, and missing on plain http. */
export function solveWork(challenge: WorkChallenge): SolvedWork {
  const { salt, nonce, keyPrefix } = challenge.parameters;
  const fixed = wordsOfHex(salt + nonce);
  const wanted = wordsOfHex(keyPrefix);
  const digest = new Int32Array(8);
  roundWords.fill(0);
  roundWords.set(fixed);
  // Padding of a one-block message: a bit after its end, and its length in bits.
  roundWords[fixed.length + 1] = 1 << 31;
  roundWords[BLOCK_WORDS - 1] = (fixed.length + 1) * 32;
  for (let counter = 0; counter < COUNTERS; counter += 1) {
    roundWords[fixed.length] = counter;
    hashBlock(digest);
    if (digest[0] === wanted[0] && wanted.every((word, index) => word === digest[index]))
      return { challenge, solution: { counter, derivedKey: hexOf(digest) } };
  }
  throw new Error('No counter solves the challenge');
}
