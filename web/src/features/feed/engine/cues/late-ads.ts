import type { Ads } from './ads.ts';

/** Ads whose code loads after the first card. If it does not load, no ads are shown. */
export function lateAds(load: () => Promise<Ads>): Ads {
  let ads: Ads | undefined;
  return {
    start() {
      let isStopped = false;
      let stop: (() => void) | undefined;
      const begin = async () => {
        ads ??= await load();
        if (!isStopped) stop = ads.start();
      };
      begin().catch(() => undefined);
      return () => {
        isStopped = true;
        stop?.();
      };
    },
    dismiss: () => ads?.dismiss(),
  };
}
