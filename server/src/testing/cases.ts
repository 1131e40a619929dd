const TIMEOUT_MS = 3_600_000;

/** Returns number of cases and seed of a random test: CASES and SEED of the environment, or the defaults. */
export function drawn(few: number, fixedSeed: number): { cases: number; seed: number; timeout: number } {
  const { CASES, SEED } = process.env;
  return { cases: Number(CASES ?? few), seed: Number(SEED ?? fixedSeed), timeout: TIMEOUT_MS };
}
