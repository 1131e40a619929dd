import type { BrowserContext, Locator } from '@playwright/test';

/** Doubles the root font size on all pages of the context, as a user stylesheet does. */
export async function doubleRootFont(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.style.fontSize = '200%';
      observer.disconnect();
    }).observe(document, { childList: true });
  });
}

/** Returns the number of lines of the element's text. */
export async function countLines(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const range = document.createRange();
    range.selectNodeContents(shown);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}
