/** However many are asked for. */
const TIMEOUT_MS = 3_600_000;

/**
 * How much a random test draws, and from which seed: what CASES and SEED in the environment say, else the few that every
 * run can afford. `timeout` is long enough for all that anybody asks for.
 */
export function drawn(few: number, fixedSeed: number): { cases: number; seed: number; timeout: number } {
  const { CASES, SEED } = process.env;
  return { cases: Number(CASES ?? few), seed: Number(SEED ?? fixedSeed), timeout: TIMEOUT_MS };
}
