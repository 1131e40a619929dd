import type { Deps } from '../deps.ts';
import { Refusal } from './refusal.ts';

/** Rejects with `unavailable`. Long work calls it between its steps. */
export function throwIfStopping({ isStopping }: Pick<Deps, 'isStopping'>): void {
  if (isStopping()) throw new Refusal('unavailable');
}
