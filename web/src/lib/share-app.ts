import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { countShare } from '@zapdeck/contract/apps/shares';
import { toast } from './toasts.ts';
import { readableHost } from './announce.ts';
import { call } from './call.ts';

/** Copies by selecting text, because the clipboard interface needs a secure origin. Returns true on success. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  // With an open dialog, text outside of it cannot be selected.
  readableHost().append(area);
  const focused = document.activeElement;
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

const linkCopied = () => ({ title: t`Link Copied`, description: t`App URL copied to clipboard` });

/** Copies the text and shows a toast about the result. Returns true on success. */
export async function copyAndSay(
  text: string,
  said = linkCopied(),
  failed = t`Failed to copy link`,
): Promise<boolean> {
  const isCopied = await copy(text);
  toast(isCopied ? said : { title: failed, variant: 'destructive' });
  return isCopied;
}

/** Counts a share for the maker's statistics. Ignores a failure, because it does not concern the user. */
function count({ id }: Pick<App, 'id'>): void {
  void call(countShare, { params: { id } }, { keepalive: true }).catch(() => undefined);
}

/** Copies the app's own address instead of that of its page here, with a toast. */
export async function copyOwnAddress(app: Pick<App, 'id' | 'url'>): Promise<void> {
  if (await copyAndSay(app.url)) count(app);
}

/** Opens the device's share sheet with the app's page, or copies the address with a toast. */
export async function shareApp(app: Pick<App, 'id' | 'title' | 'description' | 'pageUrl'>): Promise<void> {
  const { title } = app;
  const data: ShareData = {
    title,
    text: app.description || t`Discover ${title} - an amazing web application`,
    url: app.pageUrl,
  };
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(data);
      count(app);
      return;
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (error instanceof Error && error.name === 'AbortError') return;
    }
  }
  if (await copyAndSay(app.pageUrl)) count(app);
}
