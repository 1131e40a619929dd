import { startLate } from './start-late.ts';
import type { Ads } from './ads.ts';

/** Ads whose code loads after the first card. If it does not load, no ads are shown. */
export function lateAds(load: () => Promise<Ads>): Ads {
  let ads: Ads | undefined;
  return {
    start: () => startLate(async () => (ads ??= await load())),
    dismiss: () => ads?.dismiss(),
  };
}
