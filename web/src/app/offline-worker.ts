import { t } from '@lingui/core/macro';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { toast } from '../lib/toasts.ts';
import { pageLanguage } from '../lib/page-language.ts';

/** Each language has its own worker, which stores its pages and messages. */
const workerIn = (language: string) =>
  `/service-worker.js${language === DEFAULT_LANGUAGE ? '' : `?lang=${language}`}`;
/** Interval between checks for a new version, for pages that stay open for days. */
const ASK_EVERY_MS = 60 * 60_000;

/** Returns the script of this page as the worker names it. It changes with every version. */
const ownEntry = new URL(
  document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? location.href,
).pathname;

function isAboutEntry(data: unknown): data is { entry: string } {
  return typeof data === 'object' && data !== null && 'entry' in data && typeof data.entry === 'string';
}

/** Offers a reload, because the user may be in the middle of something. */
function offerNewVersion(): void {
  toast({
    title: t`A new version is ready`,
    durationMs: 60_000,
    stays: true,
    action: { label: t`Reload`, onClick: () => location.reload() },
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
  const registration = await serviceWorker.register(workerIn(pageLanguage()));
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

let isKept = false;

export function keepOffline(): void {
  if (isKept || !('serviceWorker' in navigator)) return;
  isKept = true;
  // Without the worker, everything except an offline start works.
  const start = () => whenIdle(() => void register().catch(() => undefined));
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
