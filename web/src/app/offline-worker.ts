import { toast } from '../components/ui/toast.tsx';

const WORKER = '/service-worker.js';
/** A page that stays open for days asks now and then whether there is a new version. */
const ASK_EVERY_MS = 60 * 60_000;

/** The script that this page runs, as the worker names it: its name changes with every version. */
const ownEntry = new URL(
  document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? location.href,
).pathname;

function isAboutEntry(data: unknown): data is { entry: string } {
  return typeof data === 'object' && data !== null && 'entry' in data && typeof data.entry === 'string';
}

/** Never reloads by itself: somebody may be in the middle of something. */
function offerNewVersion(): void {
  toast({
    title: 'A new version is ready',
    durationMs: 60_000,
    stays: true,
    action: { label: 'Reload', onClick: () => location.reload() },
  });
}

function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 10_000 });
  else setTimeout(run, 3_000);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isAboutEntry(data) && data.entry !== ownEntry) offerNewVersion();
  });
  const registration = await serviceWorker.register(WORKER);
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

let isKept = false;

/** Keeps the product usable without a network, from when everything that the screen needs is there. */
export function keepOffline(): void {
  if (isKept || !('serviceWorker' in navigator)) return;
  isKept = true;
  // Without it everything works but the start without a network.
  const start = () => whenIdle(() => void register().catch(() => undefined));
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
