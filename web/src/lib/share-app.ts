import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps';
import { countShare } from '@zapdeck/contract/shares';
import { toast } from '../components/ui/toast.tsx';
import { readableHost } from './announce.ts';
import { call } from './call.ts';

/** Copies without the clipboard interface, which exists on secure origins only. Returns whether it worked. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  // Outside an open dialog nothing can be selected.
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

/** Copies the text and says so, or that it could not. Returns whether it did. */
export async function copyAndSay(text: string, said = linkCopied()): Promise<boolean> {
  const isCopied = await copy(text);
  toast(isCopied ? said : { title: t`Failed to copy link`, variant: 'destructive' });
  return isCopied;
}

/** Counts a share for the maker's statistics. A failure is ignored, because it does not concern the user. */
function count({ id }: Pick<App, 'id'>): void {
  void call(countShare, { params: { id } }, { keepalive: true }).catch(() => undefined);
}

/** Copies the address of the app itself, past its page here, and says so. */
export async function copyOwnAddress(app: Pick<App, 'id' | 'url'>): Promise<void> {
  if (await copyAndSay(app.url)) count(app);
}

/**
 * Offers the page of the app to the device's own share sheet; where there is none, copies its address and says so.
 * Specification, sections 2 and 8.
 */
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
      // The person closed the share sheet: that is an answer, not a failure.
      if (error instanceof Error && error.name === 'AbortError') return;
    }
  }
  if (await copyAndSay(app.pageUrl)) count(app);
}
