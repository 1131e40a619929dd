import type { Deps } from '../deps.ts';
import { Refusal } from './refusal.ts';

/** What goes on for long asks between its steps: refuses with `unavailable` once the server stops. */
export function refuseToStop({ isStopping }: Pick<Deps, 'isStopping'>): void {
  if (isStopping()) throw new Refusal('unavailable');
}
