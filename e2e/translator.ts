import type { BrowserContext } from '@playwright/test';

/** Returns the translation of a text. */
export const translated = (text: string): string => `«${text}»`;

/**
 * Translates every page of the context as browsers do: each text node is replaced by two nested `<font>` elements with
 * other words, from the first node of the page on.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept = 'font, script, style, textarea, [translate=no]';
    const translate = (node: Node): void => {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = node as Text;
        const words = text.data.trim();
        if (words === '' || !text.parentElement || text.parentElement.closest(kept)) return;
        const outer = document.createElement('font');
        const inner = outer.appendChild(document.createElement('font'));
        inner.textContent = text.data.replace(words, () => `«${words}»`);
        text.replaceWith(outer);
        return;
      }
      for (const child of node.childNodes) translate(child);
    };
    new MutationObserver((mutations) => {
      for (const { target, addedNodes, type } of mutations) {
        if (type === 'characterData') translate(target);
        for (const node of addedNodes) if (node.isConnected) translate(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}
