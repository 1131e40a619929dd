import type { Ads } from './ads.ts';

/** Starts a part whose code loads late. Returns how to stop it. If the code does not load, the part does not run. */
export function startLate(load: () => Promise<{ start: () => () => void }>): () => void {
  let isStopped = false;
  let stop: (() => void) | undefined;
  const begin = async () => {
    const part = await load();
    if (!isStopped) stop = part.start();
  };
  begin().catch(() => undefined);
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** Ads whose code loads after the first card. If it does not load, no ads are shown. */
export function lateAds(load: () => Promise<Ads>): Ads {
  let ads: Ads | undefined;
  return {
    start: () => startLate(async () => (ads ??= await load())),
    dismiss: () => ads?.dismiss(),
  };
}
